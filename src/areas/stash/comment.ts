/** The comment that cites an entry, in the language of the file it goes into. */

/** How line comments begin; where nothing is known, two slashes, as the specification shows it. */
const LEADERS: readonly { leader: string; endings: string }[] = [
  {
    leader: '#',
    endings:
      'py pyi rb sh bash zsh fish pl pm r jl yaml yml toml ex exs nim cmake tf hcl mk ps1 dockerfile makefile',
  },
  { leader: '--', endings: 'lua sql hs elm ada adb ads vhd vhdl' },
  { leader: ';', endings: 'lisp cl el clj cljs cljc edn scm rkt ini asm' },
  { leader: '%', endings: 'tex erl hrl m4 prolog' },
];
const BLOCKS = 'html htm xml md markdown vue svelte svg xhtml';
const STYLES = 'css scss less';

const leaders = new Map(
  LEADERS.flatMap(({ leader, endings }) => endings.split(' ').map((one) => [one, leader])),
);

export function commentFor(path: string | undefined, ref: string): string {
  const words = `refer to context ${ref}`;
  const name = (path ?? '').slice((path ?? '').lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (BLOCKS.split(' ').includes(ending)) return `<!-- ${words} -->`;
  if (STYLES.split(' ').includes(ending)) return `/* ${words} */`;
  return `${leaders.get(ending) ?? '//'} ${words}`;
}
