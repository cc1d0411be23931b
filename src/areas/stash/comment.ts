/** The comment that cites an entry, in the language of the file it goes into. */

/**
 * How line comments begin, in programs and in the files beside them; where nothing is known, two
 * slashes, as the specification shows it.
 */
const LEADERS: readonly { leader: string; programs: string; others: string }[] = [
  {
    leader: '//',
    programs:
      'ts tsx mts cts js jsx mjs cjs java kt kts go rs c h cc cpp cxx hpp hh cs swift scala php dart zig groovy',
    others: '',
  },
  {
    leader: '#',
    programs: 'py pyi rb sh bash zsh fish pl pm r jl ex exs nim tf hcl ps1',
    others: 'yaml yml toml cmake mk dockerfile makefile',
  },
  { leader: '--', programs: 'lua sql hs elm ada adb ads vhd vhdl', others: '' },
  { leader: ';', programs: 'lisp cl el clj cljs cljc scm rkt asm', others: 'edn ini' },
  { leader: '%', programs: 'erl hrl prolog', others: 'tex m4' },
];
const BLOCKS = 'html htm xml md markdown vue svelte svg xhtml';
const STYLES = 'css scss less';

const leaders = new Map(
  LEADERS.flatMap(({ leader, programs, others }) =>
    `${programs} ${others}`
      .trim()
      .split(' ')
      .map((ending) => [ending, leader]),
  ),
);
const programs = new Set(LEADERS.flatMap((each) => each.programs.split(' ')));

/** A file of the kind most programs here are; undefined where there are none. */
export function typicalProgram(files: readonly { path: string }[]): string | undefined {
  const byLeader = new Map(LEADERS.map(({ leader }): [string, string[]] => [leader, []]));
  for (const { path } of files) {
    const ending = endingOf(path);
    if (programs.has(ending)) byLeader.get(leaders.get(ending) ?? '')?.push(path);
  }
  let most: readonly string[] = [];
  for (const paths of byLeader.values()) if (paths.length > most.length) most = paths;
  return most[0];
}

export function commentFor(path: string | undefined, ref: string): string {
  const words = `refer to context ${ref}`;
  const ending = endingOf(path ?? '');
  if (BLOCKS.split(' ').includes(ending)) return `<!-- ${words} -->`;
  if (STYLES.split(' ').includes(ending)) return `/* ${words} */`;
  return `${leaders.get(ending) ?? '//'} ${words}`;
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}
