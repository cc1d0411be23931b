/** A report in formats that other programs read. */
import { createHash } from 'node:crypto';
import type { CheckReport, Finding, Severity } from './report.ts';
import { RULES } from './rules.ts';

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };
/** As long as it takes to tell findings of one repository apart. */
const FINGERPRINT_DIGITS = 32;

/** SARIF 2.1.0, for code scanning and editors. */
export function sarifLog({ findings, version }: CheckReport): Record<string, unknown> {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'pilotbook',
            semanticVersion: version,
            rules: RULES.map(({ id, severity, summary, fixes }) => ({
              id,
              shortDescription: { text: summary },
              help: { text: fixes === undefined ? summary : `${summary} pilotbook check --fix ${fixes}.` },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(result),
      },
    ],
  };
}

function result(finding: Finding): Record<string, unknown> {
  const { rule, severity, file, line, message, advice } = finding;
  return {
    ruleId: rule,
    ruleIndex: RULES.findIndex(({ id }) => id === rule),
    level: LEVELS[severity],
    message: { text: `${message} ${advice}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line },
        },
      },
    ],
    partialFingerprints: { 'pilotbook/v1': fingerprint(finding) },
  };
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

/** Without the line: a finding that moved is the same. */
function fingerprint({ rule, file, message }: Finding): string {
  const text = [rule, file, message].join('\0');
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_DIGITS);
}

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands of GitHub Actions: each finding becomes an annotation in the change. */
export function githubText({ findings }: CheckReport): string {
  return findings.map(command).join('\n');
}

function command({ severity, file, line, rule, message, advice }: Finding): string {
  return `::${COMMANDS[severity]} file=${commandProperty(file)},line=${line},title=${commandProperty(rule)}::${commandData(`${message}\n${advice}`)}`;
}

function commandData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Colons and commas would end a property. */
function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
