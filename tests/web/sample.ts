/** A repository as people have one: code, entries that cite and supersede each other, a pack with a diagram, directory notes, moves and edits. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { git, write } from '../helpers/repository.ts';

type Run = (args: readonly string[], input?: string) => Promise<string>;

const PAYMENT = `import { charge } from './gateway.ts';
import { wait } from './clock.ts';

/** How often a payment is tried again. */
export const RETRIES = 3;

// refer to context 00002
export async function pay(cents: number, account: string): Promise<string> {
  for (let attempt = 1; attempt <= RETRIES; attempt++) {
    const receipt = await charge(cents, account);
    if (receipt !== undefined) return receipt;
    await wait(attempt * 200);
  }
  throw new Error('payment failed');
}

export function refund(receipt: string): boolean {
  return receipt.startsWith('r-');
}
`;

const GATEWAY = `export interface Answer {
  receipt: string | undefined;
}

/** Amounts are whole cents: fractions of a dollar were off by a penny. */
export async function charge(cents: number, account: string): Promise<string | undefined> {
  if (!Number.isInteger(cents)) throw new Error('cents are whole numbers');
  return account === '' ? undefined : \`r-\${cents}-\${account}\`;
}
`;

const CLOCK = `export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
`;

const INVOICE = `import { pay } from '../payments/payment.ts';

export interface Line {
  title: string;
  cents: number;
}

export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}

export async function settle(lines: readonly Line[], account: string): Promise<string> {
  return await pay(total(lines), account);
}
`;

const TEST = `import { settle, total } from '../src/billing/invoice.ts';
import { pay } from '../src/payments/payment.ts';

test('a total is the sum of its lines', () => {
  expect(total([{ title: 'a', cents: 5 }, { title: 'b', cents: 7 }])).toBe(12);
});

test('an invoice is paid', async () => {
  expect(await settle([{ title: 'a', cents: 5 }], 'x')).toBe('r-5-x');
  expect(await pay(5, 'x')).toBe('r-5-x');
});
`;

const LEDGER = `/** Keeps what was paid, in order. */
export class Ledger {
  readonly #rows: string[] = [];

  add(receipt: string): void {
    this.#rows.push(receipt);
  }

  get size(): number {
    return this.#rows.length;
  }
}
`;

export const SAMPLE_FILES: Record<string, string> = {
  'src/payments/payment.ts': PAYMENT,
  'src/payments/gateway.ts': GATEWAY,
  'src/payments/clock.ts': CLOCK,
  'src/billing/invoice.ts': INVOICE,
  'src/billing/ledger.ts': LEDGER,
  'tests/invoice.test.ts': TEST,
  'README.md': '# Shop\n\nTakes payments and writes invoices.\n',
  'package.json': '{ "name": "shop", "type": "module" }\n',
  '.env': 'SECRET_KEY=do-not-show-this\n',
  'secrets/server.key': 'PRIVATE do-not-show-this\n',
};

const DIAGRAM = [
  'sequenceDiagram',
  '  participant Invoice',
  '  participant Payment',
  '  participant Gateway',
  '  Invoice->>Payment: pay(total)',
  '  loop up to three times',
  '    Payment->>Gateway: charge(cents)',
  '    Gateway-->>Payment: receipt or nothing',
  '  end',
  '  Payment-->>Invoice: receipt',
].join('\n');

/** Code and one commit: nothing is written down yet. */
export function makeBare(root: string): void {
  write(root, { ...SAMPLE_FILES, '.gitignore': '.repo_mcp/\n' });
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=the shop', 'commit', '-q', '-m', 'first');
}

/** `run` runs a command of the program in the repository and returns what it printed. */
export async function makeSample(root: string, run: Run): Promise<void> {
  makeBare(root);
  await run(['stash', 'init']);
  await run(
    [
      'stash',
      'add',
      '--type',
      'decision',
      '--module',
      'payments',
      '--anchors',
      'src/payments/payment.ts:8-15',
    ],
    '# Payments are tried twice\n\nThe gateway drops one call in a hundred.\n',
  );
  await run(
    [
      'stash',
      'add',
      '--type',
      'decision',
      '--module',
      'payments',
      '--supersedes',
      '00001',
      '--anchors',
      'src/payments/payment.ts:8-15',
    ],
    '# Payments are tried three times\n\nThe gateway drops one call in a hundred, and two in a row once a week. Each wait is longer than the last:\n\n| attempt | wait |\n|---|---|\n| 1 | 200 ms |\n| 2 | 400 ms |\n\nSee [the incident](https://example.invalid/incident/7). **Do not raise it** without asking the gateway: `charge` is not idempotent.\n',
  );
  await run(
    ['stash', 'add', '--type', 'rule', '--module', 'payments', '--anchors', 'src/payments/gateway.ts:5-9'],
    '# Amounts are whole cents\n\nAdding up fractions of a dollar was off by a penny.\n',
  );
  await run(
    ['stash', 'add', '--type', 'pattern', '--module', 'billing', '--anchors', 'src/billing/ledger.ts:2-12'],
    '# The ledger only grows\n\nRows are added and never changed, so that an audit can replay them.\n',
  );
  await run(
    ['stash', 'add', '--type', 'issue'],
    '# Refunds are checked by prefix only\n\nNobody verifies that the receipt exists.\n',
  );
  for (const directory of ['src/payments', 'src/billing']) await run(['contexts', 'generate', directory]);
  await run(['contexts', 'edit', 'src/payments', '--constraint', 'Only whole cents are passed around.']);
  await run([
    'contexts',
    'edit',
    'src/payments',
    '--decision',
    'Waits grow with each attempt',
    '--why',
    'The gateway asks for it.',
    '--anchors',
    'src/payments/payment.ts:9-13',
  ]);
  await run(['contexts', 'stamp', 'src/payments']);
  await run(['pack', 'create', 'payment-flow', '--ttl', '20160', '--title', 'How a payment is made']);
  const edit = (...words: string[]) => run(['pack', 'edit', 'payment-flow', ...words]);
  await edit(
    'set_meta',
    'brief=Read this before you touch payments: who calls whom, and what is tried again.',
  );
  await edit(
    'upsert_section',
    'section_key=flow',
    'section_title=From invoice to receipt',
    'section_description=An invoice is paid **once**; the payment is tried up to three times.',
  );
  await edit(
    'upsert_diagram',
    'section_key=flow',
    'diagram_key=calls',
    'title=Calls of one payment',
    `mermaid=${DIAGRAM}`,
  );
  await edit(
    'upsert_ref',
    'section_key=flow',
    'ref_key=settle',
    'path=src/billing/invoice.ts',
    'line_start=12',
    'line_end=14',
    'ref_title=An invoice is settled',
    'ref_why=The only caller of pay.',
  );
  await edit(
    'upsert_ref',
    'section_key=flow',
    'ref_key=pay',
    'path=src/payments/payment.ts',
    'line_start=8',
    'line_end=15',
    'ref_title=A payment is tried',
    'ref_why=Waits longer each time.',
  );
  await edit(
    'upsert_ref',
    'section_key=flow',
    'ref_key=charge',
    'path=src/payments/gateway.ts',
    'line_start=6',
    'line_end=9',
    'ref_title=The gateway is asked',
  );
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=the shop', 'commit', '-q', '-m', 'write down why');
  await run(['read', 'src/payments/payment.ts']);
  await run(['search', 'retry payment']);
  await run(['search', 'zzzz-nothing-is-called-this', '--glob', 'none/**']);
  changeSample(root);
}

/** What is not committed: code that an entry governs is edited, anchored code moves to another file, and a file is new. */
export function changeSample(root: string): void {
  const payment = join(root, 'src/payments/payment.ts');
  const text = readFileSync(payment, 'utf8')
    .replace('RETRIES = 3', 'RETRIES = 5')
    .replace('await wait(attempt * 200);', 'if (attempt < RETRIES) await wait(attempt * 100);');
  write(root, {
    'src/payments/payment.ts': text,
    'src/billing/discount.ts':
      '/** In whole percent. */\nexport function discount(cents: number, percent: number): number {\n  return Math.round((cents * (100 - percent)) / 100);\n}\n',
  });
  renameSync(join(root, 'src/billing/ledger.ts'), join(root, 'src/billing/book.ts'));
}
