/** Rules about entries: their configuration, the comments that cite them, and their files. */
import { nameOf, STASH_FOLDER, titleOf } from '../../areas/stash/index.ts';
import { findSecrets, hideSecrets } from '../../core/text/index.ts';
import type { EntryCitation } from '../../knowledge/index.ts';
import type { Renumbering } from './collisions.ts';
import { isBlob, shortId } from './entry-files.ts';
import { defineRule } from './rule.ts';

const stashConfig = defineRule({
  id: 'stash/config',
  severity: 'error',
  summary: '.context/config.json is missing or not valid.',
  async find({ stash }) {
    const facts = await stash();
    if (facts.state !== 'broken') return [];
    const { message, hint } = facts.error;
    return [
      {
        file: `${STASH_FOLDER}/config.json`,
        line: 1,
        message,
        advice: hint ?? 'Correct the file.',
      },
    ];
  },
});

const stashMissingEntry = defineRule({
  id: 'stash/missing-entry',
  severity: 'error',
  summary: 'A comment cites an entry that does not exist.',
  async find({ stash, citations }) {
    const [facts, cited] = await Promise.all([stash(), citations()]);
    if (facts.state !== 'ready') return [];
    const missing = cited.filter(({ entry }) => entry === undefined);
    return missing.map(({ path, line, digits, number }) => ({
      file: path,
      line,
      message: facts.numbers.has(number)
        ? `The entry ${digits} cannot be read: its file is too large or not UTF-8 text.`
        : `There is no entry ${digits}.`,
      advice: 'Correct the number, or restore the entry; if it no longer applies, remove the comment.',
      related: [`${STASH_FOLDER}/${nameOf(number, facts.config).file}`],
    }));
  },
});

const stashSupersededEntry = defineRule<{ citation: EntryCitation; successor: string }>({
  id: 'stash/superseded-entry',
  severity: 'warning',
  summary: 'A comment cites an entry that another one has replaced.',
  fixes: 'makes the comment cite the successor, if there is exactly one',
  async find({ stash, citations }) {
    const facts = await stash();
    if (facts.state !== 'ready') return [];
    const fileOf = new Map(facts.entries.map(({ ref, file }) => [ref, file]));
    return (await citations()).flatMap((citation) => {
      const { entry, path, line } = citation;
      const [successor, ...more] = entry?.successors ?? [];
      if (entry === undefined || successor === undefined) return [];
      const names = [successor, ...more].join(', ');
      return [
        {
          file: path,
          line,
          message: `Entry ${entry.ref} is superseded by ${names}.`,
          advice: `Read ${names} (pilotbook stash show ${successor}) and cite it instead.`,
          related: [successor, ...more].map((ref) => `${STASH_FOLDER}/${fileOf.get(ref) ?? ref}`),
          ...(more.length === 0 ? { subject: { citation, successor } } : {}),
        },
      ];
    });
  },
  async fix({ citation, successor }, actions) {
    await actions.repoint(citation, successor);
    return `cites ${successor} instead of ${citation.entry?.ref}`;
  },
});

const stashUncitedEntry = defineRule({
  id: 'stash/uncited-entry',
  severity: 'info',
  summary: 'No comment cites an entry, it has no anchor, and nothing has replaced it.',
  async find({ stash, citations }) {
    const facts = await stash();
    if (facts.state !== 'ready') return [];
    const cited = new Set((await citations()).map(({ number }) => number));
    const alone = facts.entries.filter(
      ({ number, fields, successors }) =>
        !cited.has(number) && fields.anchors === undefined && successors.length === 0,
    );
    return alone.map(({ path, ref, markdown }) => {
      // A title cut short might hold the half of a secret, which nothing would know again.
      const title = titleOf(hideSecrets(markdown));
      return {
        file: path,
        line: 1,
        message: `No comment cites entry ${ref}${title === '' ? '' : ` (${title})`}.`,
        advice: `Put "refer to context ${ref}" into a comment where it applies.`,
      };
    });
  },
});

const stashChangedEntry = defineRule({
  id: 'stash/changed-entry',
  severity: 'error',
  summary: 'An entry was changed after it was first committed.',
  async find({ entryFiles, history, collisions, typed }) {
    const past = await history();
    if (past === undefined) return [];
    const elsewhere = new Set((await collisions()).map(({ entry }) => entry.file));
    return (await entryFiles()).flatMap(({ path, file, ref, bytes }) => {
      const additions = past.get(path) ?? [];
      const [first] = additions;
      if (first === undefined || elsewhere.has(file) || additions.some(({ blob }) => isBlob(bytes, blob)))
        return [];
      const commit = shortId(first.commit);
      return [
        {
          file: path,
          line: 1,
          message: `Entry ${ref} was changed after it was committed in ${commit}.`,
          advice: `Restore it (git checkout ${commit} -- ${typed(path)}) and write what is new into an entry that supersedes it.`,
        },
      ];
    });
  },
});

const stashDuplicateNumber = defineRule<Renumbering>({
  id: 'stash/duplicate-number',
  severity: 'error',
  summary: 'Two entries claim one number: two files, a stopped merge, or a merge that dropped a text.',
  fixes:
    'renumbers the text that came later, or from the other side, to the next free number, with its comments',
  async find({ collisions }) {
    return (await collisions()).map(({ entry, line, message, renumbering }) => ({
      file: entry.path,
      line,
      message,
      advice:
        renumbering === undefined
          ? 'Renumber one of the texts by hand, and update the comments that cite it.'
          : 'Run pilotbook check --fix: the other text gets the next free number.',
      ...(renumbering === undefined ? {} : { subject: renumbering }),
    }));
  },
  async fix({ citations, ...renumbering }, actions) {
    const { ref, file } = await actions.renumber(renumbering);
    const [done, left]: [string[], string[]] = [[], []];
    for (const citation of citations) {
      const place = `${citation.path}:${citation.line}`;
      await actions.repoint(citation, ref).then(
        () => done.push(place),
        () => left.push(place),
      );
    }
    return [
      `the other text is now ${file}`,
      ...(done.length === 0 ? [] : [`cited from ${done.join(', ')}`]),
      ...(left.length === 0 ? [] : [`update these citations by hand: ${left.join(', ')}`]),
    ].join(', ');
  },
});

const stashSecret = defineRule({
  id: 'stash/secret',
  severity: 'error',
  summary: 'An entry contains what looks like a secret.',
  async find({ entryFiles }) {
    return (await entryFiles()).flatMap(({ path, ref, bytes }) =>
      findSecrets(bytes.toString('utf8')).map(({ what, line }) => ({
        file: path,
        line,
        message: `Entry ${ref} contains what looks like ${what}.`,
        advice: 'If it is one, revoke it first; then remove the entry and write it again without the secret.',
      })),
    );
  },
});

export const citationRules = [stashConfig, stashMissingEntry, stashSupersededEntry, stashUncitedEntry];
export const fileRules = [stashChangedEntry, stashDuplicateNumber, stashSecret];
