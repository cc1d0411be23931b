import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { expectLinear } from '../../../tests/helpers/growth.ts';
import { escapeControlsInJson, findSecrets, hideSecrets, showControls } from './safe-to-show.ts';

const what = (text: string) => findSecrets(text).map((finding) => finding.what);

/** Put together here, so that no scanner takes the test for a leak. */
const letters = (count: number) => 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zC'.repeat(9).slice(0, count);
const upper = (count: number) => 'QWERTYUIOPASDFGHJKLZ234567'.repeat(4).slice(0, count);

describe('findSecrets', () => {
  it.each([
    [`-----BEGIN ${'RSA PRIVATE KEY'}-----`, 'a private key'],
    [`-----BEGIN ${'PRIVATE KEY'}-----`, 'a private key'],
    [`-----BEGIN ${'PGP PRIVATE KEY BLOCK'}-----`, 'a private key'],
    [`AKIA${upper(16)}`, 'an AWS access key'],
    [`aws_secret_access_key = ${letters(40)}`, 'an AWS secret key'],
    [`ghp_${letters(36)}`, 'a GitHub token'],
    [`github_pat_${letters(40)}`, 'a GitHub token'],
    [`glpat-${letters(20)}`, 'a GitLab token'],
    [`xoxb-${letters(24)}`, 'a Slack token'],
    [`npm_${letters(36)}`, 'an npm token'],
    [`sk-ant-api03-${letters(60)}`, 'an Anthropic key'],
    [`sk-proj-${letters(40)}`, 'an OpenAI key'],
    [`sk_live_${letters(24)}`, 'a Stripe key'],
    [`AIza${letters(35)}`, 'a Google API key'],
    [`eyJ${letters(20)}.eyJ${letters(30)}.${letters(20)}`, 'a JSON web token'],
    ['postgres://app:Sw0rdfish@db.internal/shop', 'a password in a URL'],
    ['password = "tr0ub4dor&3x"', 'a password'],
    ['API_KEY: 9f8e7d6c5b4a3210', 'a password'],
    ["client_secret: 'aZ09aZ09aZ09'", 'a password'],
  ])('warns of %s', (text, expected) => {
    expect(what(`Before.\n\n    ${text}\n\nAfter.`)).toEqual([expected]);
    expect(findSecrets(`Before.\n\n    ${text}\n`)[0]?.line).toBe(3);
  });

  it.each([
    'The password: required, at least eight letters.',
    'password = process.env.DB_PASSWORD_1',
    'password: $DB_PASSWORD_1',
    'password=<your-password-1>',
    'api_key = "xxxxxxxxxxxxxxxx"',
    'secret = get_secret("db/1")',
    'AKIAIOSFODNN7EXAMPLE',
    'https://example.org:8080/path@2x.png',
    'git clone https://user:$TOKEN_1@example.org/x.git',
    'sk-this-is-a-long-kebab-case-name',
    'We keep token = 3 per caller.',
    'commit 0123456789abcdef0123456789abcdef01234567',
  ])('is quiet about %s', (text) => {
    expect(what(text)).toEqual([]);
  });

  it('names each line once, in order', () => {
    const text = `token ghp_${letters(36)}\nok\npassword: "aB3$efgh1"\n`;
    expect(findSecrets(text)).toEqual([
      { what: 'a GitHub token', line: 1 },
      { what: 'a password', line: 3 },
    ]);
  });

  it('takes time in proportion to a hostile text', async () => {
    const hostile = (pieces: number) =>
      ['a://b:', 'eyJ', 'password='].map((piece) => piece.repeat(pieces)).join('');
    await expectLinear((pieces) => findSecrets(hostile(pieces)), 2500);
  });
});

describe('hideSecrets', () => {
  it('says what a secret looks like in its place, and leaves the rest', () => {
    expect(hideSecrets(`key sk-proj-${letters(40)} in config, ghp_${letters(36)} too`)).toBe(
      'key [hidden: an OpenAI key] in config, [hidden: a GitHub token] too',
    );
    expect(hideSecrets('postgres://app:Sw0rdfish@db.internal/shop')).toBe(
      'postgres://app:[hidden: a password in a URL]@db.internal/shop',
    );
    expect(hideSecrets('Why the timeout is 3 s')).toBe('Why the timeout is 3 s');
  });

  it('hides once what fits two rules', () => {
    const hidden = hideSecrets(`api_key=sk_live_${letters(24)}.`);
    expect(hidden).toMatch(/^api_key=\[hidden: a (?:Stripe key|password)\]\.?$/);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\u001b',
      '\u0000',
      '\u009b',
      '\u007f',
      '\u202e',
      '\u200b',
      '\u2028',
      '\ufeff',
      '\u{e0041}',
      'a',
    ),
  }),
);
const RAW = /(?![\t\n])\p{Cc}|[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

test('no control is left in text, and doing it twice changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = showControls(text);
      expect(shown).not.toMatch(RAW);
      expect(showControls(shown)).toBe(shown);
    }),
  );
});

test('no control is left in JSON, and its value is the same', () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (value) => {
      const json = escapeControlsInJson(JSON.stringify(value, null, 2));
      expect(json).not.toMatch(RAW);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('words, tabs, line ends and pictures stay', () => {
  expect(showControls('größe\t中\n❤️')).toBe('größe\t中\n❤️');
});
