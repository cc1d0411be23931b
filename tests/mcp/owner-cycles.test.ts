/** Names of declarations whose owners lead back to themselves; each of these made the server run out of memory. */
import { expect, test } from 'vitest';
import { openApp } from '../helpers/app.ts';
import { repository } from '../helpers/repository.ts';

test('an extension of its own type parameter is named by itself', async () => {
  const { call } = await openApp(
    repository({
      'src/Rows.kt':
        'package shop\n\nopen class Table\n\nfun <T : Table> T.insertRows(count: Int): Int {\n    return count\n}\n',
    }),
  );
  const { value } = await call('repo.symbol', { symbol: 'insertRows' });
  expect(value.result.matches).toMatchObject([{ qualified_name: 'insertRows', start_line: 5 }]);
  const found = await call('repo.search', { query: 'insertRows count' });
  expect(found.value.result.hits[0]).toMatchObject({ path: 'src/Rows.kt', enclosing: 'insertRows' });
});

test('types that are declared in extensions of each other have a name that ends', async () => {
  const { call } = await openApp(
    repository({
      'src/A.kt': 'package shop\n\nfun B.first() {\n    class A {\n        fun inner() {}\n    }\n}\n',
      'src/B.kt': 'package shop\n\nfun A.second() {\n    class B {\n        fun outer() {}\n    }\n}\n',
    }),
  );
  for (const symbol of ['inner', 'outer']) {
    const { value } = await call('repo.symbol', { symbol });
    expect(value.result.matches).toHaveLength(1);
    expect(value.result.matches[0].qualified_name.endsWith(`.${symbol}`)).toBe(true);
  }
});
