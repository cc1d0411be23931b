/** `pilotbook check`: is what was written down still true? */
import {
  type CheckReport,
  type Finding,
  githubText,
  hasFailed,
  RULE_IDS,
  sarifLog,
} from '../../../app/command-line.ts';
import { noteOnPaths } from '../call-place.ts';
import { type Command, EXIT } from '../command.ts';
import type { Printer } from '../print.ts';
import { listOption } from '../tool-command.ts';

const FORMATS: Readonly<Record<string, (report: CheckReport, print: Printer) => void>> = {
  text: showText,
  json: (report, print) => print.json(report),
  sarif: (report, print) => print.json(sarifLog(report)),
  github: (report, print) => {
    if (report.findings.length > 0) print.line(githubText(report));
  },
};

export const checkCommand: Command = {
  name: 'check',
  summary: 'Find what is no longer true in entries, comments, contexts and packs.',
  about: [
    'For CI and pre-commit. Exits with 1 if it finds an error or a warning; info alone is not a failure.',
    '--fix updates numbers in comments, renumbers entries that share a number, moves refs of packs to where their code is',
    'now, and resolves merge conflicts in .context.yaml; it writes nothing else. docs/check.md lists the rules.',
  ].join('\n'),
  positionals: [],
  options: {
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      doc: 'Output format: text (the default), json, sarif or github.',
      values: Object.keys(FORMATS),
    },
    fix: { type: 'boolean', doc: 'Fix what can be fixed safely, and report the rest.' },
    rule: { type: 'string', placeholder: 'ID,…', doc: 'Only these rules.', values: RULE_IDS, list: true },
    since: {
      type: 'string',
      placeholder: 'REV',
      doc: 'Only findings related to changes since the branch forked from REV.',
    },
  },
  examples: [
    'pilotbook check',
    'pilotbook check --since origin/main --format github',
    'pilotbook check --fix --rule stash/superseded-entry,stash/duplicate-number',
  ],
  async run({ options }, { app, print, place, json, signal }) {
    const format = json ? 'json' : (options.format ?? 'text');
    const report = await (await app()).check({
      rules: listOption(options.rule),
      since: typeof options.since === 'string' ? options.since : undefined,
      fix: options.fix === true,
      typed: format === 'text' ? place.shown : undefined,
      signal,
    });
    FORMATS[String(format)]?.(report, print);
    if (format !== 'json') for (const note of report.notes) print.note(print.paint.dim(note));
    if (format === 'text' && report.findings.length > 0) noteOnPaths(place, print);
    return hasFailed(report) ? EXIT.failed : EXIT.ok;
  },
};

function showText(report: CheckReport, print: Printer): void {
  const { findings, fixed, not_fixed, counts } = report;
  for (const { file, line, rule, done } of fixed)
    print.line(`${place(file, line, print)}  ${print.paint.good('fixed')}  ${rule}  ${done}`);
  for (const finding of findings) showFinding(finding, print);
  for (const { file, line, rule, reason } of not_fixed)
    print.line(`${place(file, line, print)}  ${print.paint.bad('not fixed')}  ${rule}  ${reason}`);
  const total = counts.error + counts.warning + counts.info;
  if (total === 0) {
    print.line(print.paint.good('Nothing to report.'));
    return;
  }
  const fixable = findings.filter((finding) => finding.fixable).length;
  print.line(
    `${amount(counts.error, 'error')}, ${amount(counts.warning, 'warning')}, ${counts.info} info${
      fixable === 0 ? '' : `; ${fixable} fixable with --fix`
    }`,
  );
}

function showFinding({ file, line, severity, rule, message, advice }: Finding, print: Printer): void {
  const paint = { error: print.paint.bad, warning: print.paint.warn, info: print.paint.dim }[severity];
  print.line(`${place(file, line, print)}  ${paint(severity)}  ${rule}  ${message}`);
  print.line(`    ${print.paint.dim(advice)}`);
}

function place(file: string, line: number, print: Printer): string {
  return print.paint.path(`${print.here(file)}:${line}`);
}

function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
