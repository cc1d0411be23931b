import { describe, expect, it } from 'vitest';
import type { ImportReference } from '../languages/index.ts';
import { createFileView, resolverFor } from './index.ts';

type Files = Record<string, string>;
type Asked = Partial<ImportReference> & { specifier: string };

async function resolve(files: Files, from: string, asked: string | Asked): Promise<readonly string[]> {
  const view = createFileView([...Object.keys(files), from], async (path) => files[path]);
  const reference = {
    line: 1,
    kind: 'import' as const,
    ...(typeof asked === 'string' ? { specifier: asked } : asked),
  };
  return (await resolverFor(from)?.({ from, reference, view })) ?? [];
}

const blank = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));

describe('imports of JavaScript and TypeScript', () => {
  it.each([
    ['./token', 'src/auth/token.ts'],
    ['./token.js', 'src/auth/token.ts'],
    ['./token.ts', 'src/auth/token.ts'],
    ['../users', 'src/users/index.tsx'],
    ['../users/', 'src/users/index.tsx'],
    ['./legacy.cjs', 'src/auth/legacy.cjs'],
    ['./made.mjs', 'src/auth/made.mts'],
    ['./data.json', 'src/auth/data.json'],
    ['./App.vue', 'src/auth/App.vue'],
    ['./types', 'src/auth/types.d.ts'],
    ['./icon.svg?raw', 'src/auth/icon.svg'],
    ['/src/users', 'src/users/index.tsx'],
    ['.', 'src/auth/index.js'],
  ])('finds %s', async (specifier, expected) => {
    const files = blank(
      'src/auth/token.ts',
      'src/users/index.tsx',
      'src/auth/legacy.cjs',
      'src/auth/made.mts',
      'src/auth/data.json',
      'src/auth/App.vue',
      'src/auth/types.d.ts',
      'src/auth/icon.svg',
      'src/auth/index.js',
    );
    expect(await resolve(files, 'src/auth/service.ts', specifier)).toEqual([expected]);
  });

  it.each(['react', 'node:fs', './gone', '../../../../etc/passwd', '@scope/elsewhere', '#nothing'])(
    'leaves %s alone',
    async (specifier) => {
      expect(await resolve(blank('src/b.ts', 'package.json'), 'src/a.ts', specifier)).toEqual([]);
    },
  );

  it('follows paths and baseUrl of a tsconfig with comments, and of what it extends', async () => {
    const files = {
      ...blank('web/app/lib/api.ts', 'web/app/main.ts', 'web/app/special/one.ts', 'web/app/plain/name.ts'),
      'tsconfig.base.json': '{"compilerOptions": {"baseUrl": "web/app"}}',
      'web/tsconfig.json': `{
        // where the aliases are
        "extends": "../tsconfig.base",
        "compilerOptions": { "paths": { "@/*": ["./gone/*", "./lib/*"], "@/special/*": ["special/*"], "~main": ["main.ts"], }, /* last */ },
      }`,
    };
    expect(await resolve(files, 'web/app/x.ts', '@/api')).toEqual(['web/app/lib/api.ts']);
    expect(await resolve(files, 'web/app/x.ts', '@/special/one')).toEqual(['web/app/special/one.ts']);
    expect(await resolve(files, 'web/app/x.ts', '~main')).toEqual(['web/app/main.ts']);
    expect(await resolve(files, 'web/app/x.ts', 'plain/name')).toEqual(['web/app/plain/name.ts']);
  });

  it('looks into the projects that a solution refers to', async () => {
    const files = {
      ...blank('src/lib/api.ts'),
      'tsconfig.json': '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
      'tsconfig.app.json': '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
    };
    expect(await resolve(files, 'src/x.ts', '@/lib/api')).toEqual(['src/lib/api.ts']);
  });

  it('survives configurations that extend each other or are broken', async () => {
    const files = {
      ...blank('src/b.ts'),
      'tsconfig.json': '{"extends": "./other.json"}',
      'other.json': '{"extends": "./tsconfig.json"}',
      'package.json': '{"name": 7, "imports": []',
    };
    expect(await resolve(files, 'src/a.ts', '@/b')).toEqual([]);
    expect(await resolve(files, 'src/a.ts', './b')).toEqual(['src/b.ts']);
  });

  it('knows the imports table of its own package', async () => {
    const files = {
      ...blank('pkg/src/db/index.ts', 'pkg/src/internal/log.ts'),
      'pkg/package.json':
        '{"name": "pkg", "imports": {"#db": {"node": "./src/db/index.js"}, "#internal/*": "./src/internal/*.js"}}',
    };
    expect(await resolve(files, 'pkg/src/a.ts', '#db')).toEqual(['pkg/src/db/index.ts']);
    expect(await resolve(files, 'pkg/src/a.ts', '#internal/log')).toEqual(['pkg/src/internal/log.ts']);
  });

  it('knows its own package and its siblings by name', async () => {
    const files = {
      ...blank(
        'packages/core/src/index.ts',
        'packages/core/src/feature/x.ts',
        'packages/ui/index.tsx',
        'packages/ui/button.tsx',
      ),
      'packages/core/package.json': JSON.stringify({
        name: '@shop/core',
        exports: {
          '.': { types: './dist/index.d.ts', import: './dist/index.js' },
          './feature/*': './dist/feature/*.js',
        },
      }),
      'packages/ui/package.json': '{"name": "ui"}',
    };
    expect(await resolve(files, 'packages/ui/index.tsx', '@shop/core')).toEqual([
      'packages/core/src/index.ts',
    ]);
    expect(await resolve(files, 'packages/core/src/index.ts', '@shop/core/feature/x')).toEqual([
      'packages/core/src/feature/x.ts',
    ]);
    expect(await resolve(files, 'packages/core/src/index.ts', 'ui')).toEqual(['packages/ui/index.tsx']);
    expect(await resolve(files, 'packages/core/src/index.ts', 'ui/button')).toEqual([
      'packages/ui/button.tsx',
    ]);
  });
});

describe('imports of Python', () => {
  const files = blank(
    'src/shop/__init__.py',
    'src/shop/orders/__init__.py',
    'src/shop/orders/price.py',
    'src/shop/users.py',
    'src/shop/types.pyi',
    'tools/helper.py',
    'conftest.py',
  );
  it.each<[string, Asked, string[]]>([
    ['a module', { specifier: 'shop.users' }, ['src/shop/users.py']],
    ['a package', { specifier: 'shop.orders' }, ['src/shop/orders/__init__.py']],
    ['a submodule by name', { specifier: 'shop.orders', names: ['price'] }, ['src/shop/orders/price.py']],
    ['a name inside of a module', { specifier: 'shop.users', names: ['User'] }, ['src/shop/users.py']],
    [
      'a submodule and a name of the package',
      { specifier: 'shop.orders', names: ['price', 'Order'] },
      ['src/shop/orders/__init__.py', 'src/shop/orders/price.py'],
    ],
    ['a sibling', { specifier: '.price', names: ['total'] }, ['src/shop/orders/price.py']],
    ['a sibling named alone', { specifier: '.', names: ['price'] }, ['src/shop/orders/price.py']],
    ['the package above', { specifier: '..users' }, ['src/shop/users.py']],
    ['a stub', { specifier: 'shop.types' }, ['src/shop/types.pyi']],
    ['the standard library', { specifier: 'os.path' }, []],
    ['a step too far up', { specifier: '.....x' }, []],
  ])('finds %s', async (_, asked, expected) => {
    expect(await resolve(files, 'src/shop/orders/cart.py', asked)).toEqual(expected);
  });

  it('finds what lies beside a script', async () => {
    expect(await resolve(files, 'tools/run.py', 'helper')).toEqual(['tools/helper.py']);
  });
});

describe('imports of Go', () => {
  const files = {
    ...blank(
      'cmd/main.go',
      'pkg/store/store.go',
      'pkg/store/disk.go',
      'pkg/store/store_test.go',
      'pkg/store/data.sql',
      'lib/q/q.go',
    ),
    'go.mod':
      'module example.com/shop // main\n\ngo 1.22\n\nreplace (\n\texample.com/q v1.2.0 => ./lib/q\n)\n',
    'lib/q/go.mod': 'module example.com/q\n',
  };
  it.each([
    ['example.com/shop/pkg/store', ['pkg/store/disk.go', 'pkg/store/store.go']],
    ['example.com/q', ['lib/q/q.go']],
    ['example.com/shopping/pkg/store', []],
    ['fmt', []],
    ['../pkg/store', ['pkg/store/disk.go', 'pkg/store/store.go']],
  ])('finds %s', async (specifier, expected) => {
    expect(await resolve(files, 'cmd/main.go', specifier)).toEqual(expected);
  });
});

describe('imports of Rust', () => {
  const files = {
    ...blank(
      'app/src/main.rs',
      'app/src/net.rs',
      'app/src/net/tls.rs',
      'app/src/store/mod.rs',
      'app/src/store/disk.rs',
    ),
    ...blank('util-lib/src/lib.rs', 'util-lib/src/text.rs'),
    'app/Cargo.toml': '[package]\nname = "app"\n',
    'util-lib/Cargo.toml': '[package]\nversion = "1"\nname = "util-lib"\n[dependencies]\nname = "no"\n',
  };
  it.each<[string, string, Asked, string[]]>([
    ['a module beside', 'app/src/main.rs', { specifier: 'net', kind: 'mod' }, ['app/src/net.rs']],
    [
      'a module in a directory',
      'app/src/main.rs',
      { specifier: 'store', kind: 'mod' },
      ['app/src/store/mod.rs'],
    ],
    ['a module below', 'app/src/net.rs', { specifier: 'tls', kind: 'mod' }, ['app/src/net/tls.rs']],
    [
      'a path from the crate',
      'app/src/net/tls.rs',
      { specifier: 'crate::store::disk::Disk', kind: 'use' },
      ['app/src/store/disk.rs'],
    ],
    [
      'an item of the crate root',
      'app/src/net/tls.rs',
      { specifier: 'crate::Config', kind: 'use' },
      ['app/src/main.rs'],
    ],
    ['super', 'app/src/net/tls.rs', { specifier: 'super::Socket', kind: 'use' }, ['app/src/net.rs']],
    [
      'super twice',
      'app/src/net/tls.rs',
      { specifier: 'super::super::store::Store', kind: 'use' },
      ['app/src/store/mod.rs'],
    ],
    [
      'self',
      'app/src/store/mod.rs',
      { specifier: 'self::disk::Disk', kind: 'use' },
      ['app/src/store/disk.rs'],
    ],
    [
      'a crate next door',
      'app/src/main.rs',
      { specifier: 'util_lib::text::trim', kind: 'use' },
      ['util-lib/src/text.rs'],
    ],
    [
      'a submodule by its own name',
      'app/src/main.rs',
      { specifier: 'net::tls::Session', kind: 'use' },
      ['app/src/net/tls.rs'],
    ],
    ['the standard library', 'app/src/main.rs', { specifier: 'std::fs::File', kind: 'use' }, []],
  ])('finds %s', async (_, from, asked, expected) => {
    expect(await resolve(files, from, asked)).toEqual(expected);
  });
});

describe('imports of other languages', () => {
  const files = {
    ...blank(
      'core/src/main/java/com/shop/Order.java',
      'core/src/main/java/com/shop/Price.kt',
      'web/src/main/java/com/shop/Order.java',
      'include/shop/order.h',
      'include/ours.h',
      'src/order/list.h',
      'src/string.h',
      'lib/shop/order.rb',
      'lib/shop/order/line.rb',
      'app/Models/User.php',
      'inc/setup.php',
      'lua/shop/order.lua',
      'lua/shop/cart/init.lua',
      'src/Data/Shop/Order.hs',
      'lib/my_app/http_client.ex',
      'lib/my_app/user_store.ex',
      'src/alloc.zig',
      'scripts/common.sh',
      'src/Shop/Orders/Pricing/Rule.cs',
      'Sources/Networking/Client.swift',
    ),
    'lib/my_app/query.ex': '',
    'build/src/main/kotlin/jvm.kt': 'fun jvm() {}\n',
    'kt/org/shop/Tables.kt':
      'package org.shop\n\nobject ActorsTable : Table()\ninternal fun <T> List<T>.second(): T = this[1]\n',
    'composer.json': '{"autoload": {"psr-4": {"App\\\\": "app/"}}}',
  };
  it.each<[string, string, Asked, string[]]>([
    [
      'Java',
      'core/src/main/java/com/web/Page.java',
      { specifier: 'com.shop.Order' },
      ['core/src/main/java/com/shop/Order.java'],
    ],
    [
      'the nearest of two',
      'web/src/main/java/com/web/Page.java',
      { specifier: 'com.shop.Order' },
      ['web/src/main/java/com/shop/Order.java'],
    ],
    [
      'a static member',
      'web/src/Page.java',
      { specifier: 'com.shop.Order.TOTAL' },
      ['web/src/main/java/com/shop/Order.java'],
    ],
    [
      'Kotlin from Java',
      'core/src/Page.java',
      { specifier: 'com.shop.Price' },
      ['core/src/main/java/com/shop/Price.kt'],
    ],
    [
      'a whole package',
      'core/src/Page.java',
      { specifier: 'com.shop.*' },
      ['core/src/main/java/com/shop/Order.java', 'core/src/main/java/com/shop/Price.kt'],
    ],
    ['the Java library', 'core/src/Page.java', { specifier: 'java.util.List' }, []],
    ['a header beside', 'src/order/list.c', { specifier: 'list.h', kind: 'include' }, ['src/order/list.h']],
    [
      'a header of an include directory',
      'src/order/list.c',
      { specifier: '<shop/order.h>', kind: 'include' },
      ['include/shop/order.h'],
    ],
    ['not the header of the system', 'src/order/list.c', { specifier: '<string.h>', kind: 'include' }, []],
    [
      'a header elsewhere in quotes',
      'test/a.c',
      { specifier: 'string.h', kind: 'include' },
      ['src/string.h'],
    ],
    [
      'a Ruby library file',
      'bin/run.rb',
      { specifier: 'shop/order', kind: 'require' },
      ['lib/shop/order.rb'],
    ],
    [
      'a Ruby file beside',
      'lib/shop/order.rb',
      { specifier: './order/line', kind: 'require' },
      ['lib/shop/order/line.rb'],
    ],
    ['a Ruby gem', 'bin/run.rb', { specifier: 'json', kind: 'require' }, []],
    [
      'a PHP class',
      'app/Http/Page.php',
      { specifier: 'App\\Models\\User', kind: 'use' },
      ['app/Models/User.php'],
    ],
    [
      'grouped PHP classes',
      'app/Http/Page.php',
      { specifier: 'App\\Models', kind: 'use', names: ['User', 'Gone'] },
      ['app/Models/User.php'],
    ],
    ['a PHP file', 'inc/page.php', { specifier: '/setup.php', kind: 'include' }, ['inc/setup.php']],
    ['Lua', 'lua/main.lua', { specifier: 'shop.order', kind: 'require' }, ['lua/shop/order.lua']],
    [
      'a Lua package',
      'lua/main.lua',
      { specifier: 'shop.cart', kind: 'require' },
      ['lua/shop/cart/init.lua'],
    ],
    ['Haskell', 'app/Main.hs', { specifier: 'Data.Shop.Order' }, ['src/Data/Shop/Order.hs']],
    [
      'Elixir',
      'lib/my_app.ex',
      { specifier: 'MyApp.HTTPClient', kind: 'use' },
      ['lib/my_app/http_client.ex'],
    ],
    [
      'several Elixir modules',
      'lib/my_app.ex',
      { specifier: 'MyApp', names: ['HTTPClient', 'UserStore'] },
      ['lib/my_app/http_client.ex', 'lib/my_app/user_store.ex'],
    ],
    [
      'a module inside of an Elixir file',
      'lib/my_app.ex',
      { specifier: 'MyApp.Query.Builder' },
      ['lib/my_app/query.ex'],
    ],
    ['a Kotlin object', 'kt/Main.kt', { specifier: 'org.shop.ActorsTable' }, ['kt/org/shop/Tables.kt']],
    ['a Kotlin extension', 'kt/Main.kt', { specifier: 'org.shop.second' }, ['kt/org/shop/Tables.kt']],
    [
      'nothing of a library whose package is named like a file',
      'kt/Main.kt',
      { specifier: 'kotlin.jvm.JvmName' },
      [],
    ],
    ['no Kotlin name that is not there', 'kt/Main.kt', { specifier: 'org.shop.Table' }, []],
    ['a header of ours in angles', 'src/a.c', { specifier: '<ours.h>', kind: 'include' }, ['include/ours.h']],
    ['Zig', 'src/main.zig', { specifier: 'alloc.zig' }, ['src/alloc.zig']],
    ['the shell', 'scripts/build.sh', { specifier: './common.sh', kind: 'include' }, ['scripts/common.sh']],
    [
      'C#',
      'src/Shop/Web/Page.cs',
      { specifier: 'Shop.Orders.Pricing', kind: 'use' },
      ['src/Shop/Orders/Pricing/Rule.cs'],
    ],
    ['Swift', 'Sources/App/main.swift', { specifier: 'Networking' }, ['Sources/Networking/Client.swift']],
    ['nothing in a language without imports', 'README.md', { specifier: './x' }, []],
  ])('finds %s', async (_, from, asked, expected) => {
    expect(await resolve(files, from, asked)).toEqual(expected);
  });
});
