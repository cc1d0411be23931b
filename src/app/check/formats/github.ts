/** Workflow commands of GitHub Actions: each finding becomes an annotation in the change. */
import type { Finding, Severity } from '../finding.ts';
import type { CheckReport } from '../report.ts';

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

export function githubText({ findings }: CheckReport): string {
  return findings.map(command).join('\n');
}

function command({ severity, file, line, rule, message, advice }: Finding): string {
  return `::${COMMANDS[severity]} file=${property(file)},line=${line},title=${property(rule)}::${data(`${message}\n${advice}`)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Colons and commas would end a property. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
