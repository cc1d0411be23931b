/** What names of PHP refer to, within a file and across files. */
import { expect, test } from 'vitest';
import { markMentions } from '../../../../../tests/helpers/marked-mentions.ts';
import { readFacts } from '../../read-facts.ts';

const composer = '{"autoload": {"psr-4": {"App\\\\": "src/"}}}';

test('a class is found by use, by another name, by group, by its full name and in its own namespace', async () => {
  const files = {
    'composer.json': composer,
    'src/Model/User.php': '<?php\nnamespace App\\Model;\nclass «definition User» {}\n',
    'src/Model/Near.php': '<?php\nnamespace App\\Model;\n$a = new «certain call User»();\n',
    'src/Far.php': `<?php
namespace App\\Web;
use App\\Model\\«certain import User»;
use App\\Model\\«certain User» as Person;
use App\\Model\\{«certain User» as Third, Other};
use App\\Model;
function f(?«certain type User» $a, Person $b): \\App\\Model\\«certain type User» {
  if ($a instanceof «certain type User») return new Model\\«certain call User»();
}
class Admin extends «certain extends User» {}
`,
    'other/User.php': '<?php\nnamespace Other;\nclass «other User» {}\nnew «other User»();\n',
    'other/none.php': '<?php\nnamespace App\\Nothing;\nnew «other User»();\n',
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a namespace of a file outside of the table of composer.json is found too', async () => {
  const files = {
    'lib/tools.php': '<?php\nnamespace Lib;\nfunction «definition run»() {}\n',
    'use.php': `<?php
namespace App;
use function Lib\\«certain import run»;
«certain call run»();
\\Lib\\«certain call run»();
$«other run» = 1;
\\other\\«other run»();
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a method is found through $this, self, static, parent, traits, declared types and calls', async () => {
  const files = {
    'composer.json': composer,
    'src/Base.php': `<?php
namespace App;
trait Saves {
  public function «definition save»(): static { return $this; }
}
class Base { use Saves; public $«other save»; }
class Fast extends Base {
  private Base $inner;
  public function __construct(private readonly Base $other, array $«other save» = []) {
    $this->«certain call save»()->«likely save»();
    self::«certain save»();
    static::«certain save»();
    parent::«certain save»();
    $this->«other save» = $«other save»;
    $this->inner->«likely save»();
    $this->other->«likely save»();
    $other->«likely save»();
    $this?->«certain save»();
    $f = function () use ($other) { return $other->«likely save»(); };
    $g = fn (Base $each) => $each->«likely save»();
  }
  public function all(Base ...$many): ?Base {}
  /** @param Base[] $list */
  public function each(array $list, $any) {
    foreach ($list as $one) $one->«likely save»();
    $this->all()->«likely save»();
    (new Base)->«certain save»();
    $any->«possible save»();
  }
}
class Other { function «other save»() { $this->«other save»(); } }
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('a promoted parameter is a field; named arguments and reads mean it', async () => {
  const files = {
    'src/Point.php': `<?php
class Point {
  public function __construct(public readonly int $«definition name») { $this->go($«certain name»); }
  function go($«other name») { return $this->«certain read name»; }
}
$point = new Point(«certain name»: 3);
echo "is {$point->«likely name»}", '«string name»'; // «comment name»
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('constants and cases of an enum belong to it', async () => {
  const files = {
    'src/Suit.php': `<?php
enum Suit: string {
  case «definition Hearts» = 'h';
  const Best = self::«certain Hearts»;
}
function f(Suit $suit = Suit::«certain read Hearts») { return Other::«other Hearts»; }
class Other { const «other Hearts» = 1; }
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('variables of functions are apart, and closures see only what they use', async () => {
  const files = {
    'a.php': `<?php
function f($«definition row», $list) {
  $g = function () use ($«certain row») { return $«certain row»; };
  $h = function () { return $«other row»; };
  $i = fn () => $«certain row»;
  $«certain write row» = 1;
  row();
}
function g() { preg_match('/a/', 'a', $«other row»); return $«other row»; }
$«other row» = 1;
`,
  };
  expect(await markMentions(files)).toEqual(files);
});

test('broken and deep texts have facts all the same', async () => {
  const deep = `<?php\nfunction f() { return ${'['.repeat(3000)}$a${']'.repeat(3000)}; }\n`;
  for (const text of [
    deep,
    '<?php class { function ( use ; $',
    '<?php namespace ; use \\; new class { use',
    'no tag',
  ])
    expect((await readFacts('a.php', text))?.language).toBe('php');
});
