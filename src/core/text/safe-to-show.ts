/** Text made safe to show: control characters are written as escapes, secrets are found and hidden. */

/**
 * Characters that move the cursor, hide text or reverse it: C0, C1, bidi, zero-width, tags, line separators.
 * Variation selectors 15 and 16 are kept: they choose between two pictures of one character.
 */
const CONTROLS = /(?!\t|\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** As escapes. Tabs and line ends are kept. */
export function showControls(text: string): string {
  return text.replace(CONTROLS, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** The same in JSON text, where an escape means the character: a parser reads the same value. */
export function escapeControlsInJson(json: string): string {
  return json.replace(CONTROLS, (char) =>
    char.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

// What looks like a secret: a warning before a text is shared, neither a proof nor a filter.

export interface SecretFinding {
  /** What it looks like; never the text itself. */
  what: string;
  line: number;
}

interface Rule {
  what: string;
  pattern: RegExp;
  /** Also asked of group 1, or of the whole match. */
  holds?: (value: string) => boolean;
}

const RULES: readonly Rule[] = [
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g },
  {
    what: 'an AWS access key',
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
    holds: (value) => !value.endsWith('EXAMPLE'),
  },
  {
    what: 'an AWS secret key',
    pattern:
      /\baws[\w.-]{0,20}secret[\w.-]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    holds: (value) => !/example/i.test(value),
  },
  {
    what: 'a GitHub token',
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g,
  },
  { what: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,64}\b/g },
  { what: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { what: 'a Slack webhook', pattern: /\bhooks\.slack\.com\/services\/T\w{6,16}\/B\w{6,16}\/\w{16,40}/g },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: 'a PyPI token', pattern: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,255}/g },
  { what: 'an Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/g },
  {
    what: 'an OpenAI key',
    pattern: /\bsk-(?!ant-)(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9_-]{20,255}/g,
    holds: (value) => /\d/.test(value) && /[A-Z]/.test(value),
  },
  { what: 'a Stripe key', pattern: /\b(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,255}\b/g },
  { what: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { what: 'a Hugging Face token', pattern: /\bhf_[A-Za-z]{34}\b/g },
  { what: 'a SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g },
  {
    what: 'a JSON web token',
    pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  },
  {
    what: 'a password in a URL',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{1,64}:([^\s/@"'`<>]{3,128})@/gi,
    holds: isLiteral,
  },
  {
    what: 'a password',
    pattern:
      /\b(?:pass(?:word|wd|phrase)?|pwd|secret|api[_-]?key|access[_-]?key|(?:access|auth|api|bearer)[_-]?token|client[_-]?secret)["']?\s{0,4}[:=]\s{0,4}["'`]?([^\s"'`,;]{8,200})/gi,
    holds: (value) => isLiteral(value) && isMixed(value),
  },
];

export function findSecrets(text: string): SecretFinding[] {
  const found: SecretFinding[] = [];
  const seen = new Set<string>();
  for (const { what, start } of secretsIn(text)) {
    const line = lineAt(text, start);
    // A secret may match several rules; the most specific one is listed first.
    const place = `${line}:${what}`;
    if (seen.has(place) || (what === 'a password' && found.some((one) => one.line === line))) continue;
    seen.add(place);
    found.push({ what, line });
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The text with a description instead of each secret, for a warning that others will read. */
export function hideSecrets(text: string): string {
  let shown = '';
  let end = 0;
  for (const secret of [...secretsIn(text)].sort((a, b) => a.start - b.start)) {
    if (secret.start >= end) shown += `${text.slice(end, secret.start)}[hidden: ${secret.what}]`;
    end = Math.max(end, secret.end);
  }
  return shown + text.slice(end);
}

function* secretsIn(text: string): Generator<{ what: string; start: number; end: number }> {
  for (const { what, pattern, holds } of RULES)
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      if (holds && !holds(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      yield { what, start, end: start + value.length };
    }
}

/** Not a variable, a call, a template or a placeholder. */
function isLiteral(value: string): boolean {
  if (/^[$<{[%]|[({]|^(?:process|os|env|ENV|config|settings|self|this)\b/.test(value)) return false;
  return !/^(?:x+|\*+|\.+|-+|example|changeme|password|passwd|secret|redacted|none|null|undefined)\W*$/i.test(
    value,
  );
}

/** A word of prose has letters only; a secret hardly ever does. */
function isMixed(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /[\d!@#$%^&*+=?]/.test(value);
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
