import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapters, comments } from './index.ts';

const found = (path: string, text: string) => comments(path, text).map((comment) => comment.text);

describe('comments', () => {
  it.each([
    ['a.py', 'x = "# no" # yes\n', ['# yes']],
    ['a.py', "'''\n# no\n''' # yes", ['# yes']],
    ['a.py', 'r"\\" # no" # yes', ['# yes']],
    ['a.ts', 'const a = `$' + '{b("`")} // no`; // yes', ['// yes']],
    ['a.ts', 'const r = /[/"]\\/\\//; // yes', ['// yes']],
    ['a.ts', 'const d = a / b; // yes\nconst e = c / 2; /* too */', ['// yes', '/* too */']],
    ['a.ts', 'const s = "unclosed // no\nx(); // yes', ['// yes']],
    ['a.ts', '/* open', ['/* open']],
    ['a.go', 'x := `// no`\n// yes', ['// yes']],
    ['a.rs', 'let a: &\'static str = r#"// no "#; let b = \'"\'; // yes', ['// yes']],
    ['a.rs', '/* a /* b */ c */ x', ['/* a /* b */ c */']],
    ['a.java', '"""\n // no\n"""; // yes', ['// yes']],
    ['a.cpp', 'auto a = R"x(// no)" )x"; int b = 1\'000; // yes', ['// yes']],
    ['a.cs', 'var a = @"c:\\"; var b = @"say ""// no"""; // yes', ['// yes']],
    ['a.rb', 'a = "#{b} # no"; c = %w[# no] # yes\n=begin\nblock\n=end\n', ['# yes', '=begin\nblock\n=end']],
    ['a.rb', 'x = <<~EOS\n# no\nEOS\n# yes', ['# yes']],
    ['a.php', "<p>it's // no</p><?php #[Pure]\n$a = '# no'; # yes", ['# yes']],
    ['a.kt', 'val a = """\\"""; // yes', ['// yes']],
    ['a.swift', 'let a = #"\\" // no"#; // yes', ['// yes']],
    ['a.lua', '--[==[ a ]] b ]==] x = [[ -- no ]] -- yes', ['--[==[ a ]] b ]==]', '-- yes']],
    ['a.ex', 'a = ~s(# no); b = ?#; c = """\n# no\n""" # yes', ['# yes']],
    ['a.hs', "f' = a --> b -- yes\ng = '\"' {- too -}", ['-- yes', '{- too -}']],
    ['a.zig', 'const a =\n    \\\\ // no\n; // yes', ['// yes']],
    ['a.sh', 'echo "$(echo "a # no")" $# $' + "{#b} '# no' # yes", ['# yes']],
    ['a.sh', 'cat <<EOF\n# no\nEOF\n# yes', ['# yes']],
    ['a.yaml', 'a: b#no\nc: "# no" # yes', ['# yes']],
    ['a.toml', 'a = "# no" # yes', ['# yes']],
    ['a.css', 'a { b: "x" } /* yes */', ['/* yes */']],
    ['a.html', '<a href="#no">x</a><!-- yes -->', ['<!-- yes -->']],
    ['a.sql', "SELECT '-- no' -- yes", ['-- yes']],
    ['a.ini', 'a = 1 ; no\n; yes', ['; yes']],
    ['a.clj', '(a "; no") ; yes', ['; yes']],
    ['a.ml', 'let a = "(* no *)" (* yes (* too *) *)', ['(* yes (* too *) *)']],
    ['Dockerfile', 'RUN a#no\n# yes', ['# yes']],
    ['a.json', '{"a": "// none"}', []],
    ['unknown.xyz', '// none', []],
  ])('in %s: %j', (path, text, expected) => {
    expect(found(path, text)).toEqual(expected);
  });

  it('tells the lines', () => {
    expect(comments('a.ts', 'x\n/* a\n b */ y // c\r\nz // d')).toEqual([
      { startLine: 2, endLine: 3, text: '/* a\n b */' },
      { startLine: 3, endLine: 3, text: '// c' },
      { startLine: 4, endLine: 4, text: '// d' },
    ]);
  });

  it('ends, in order and within the text, whatever the text is', () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '`',
      '${',
      '}',
      '//',
      '/*',
      '*/',
      '#',
      '\\',
      '\n',
      'a',
      '<<EOF',
      'EOF',
      '--',
      '[[',
      '(',
      ')',
      '{-',
      '"""',
      "'''",
      '/',
      '%w[',
      '@"',
      'r#"',
      '?>',
      '<?',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }),
        fc.constantFrom(...adapters()),
        (pieces, { extensions }) => {
          const text = pieces.join('');
          let last = 0;
          for (const { startLine, endLine, text: comment } of comments(`a${extensions[0]}`, text)) {
            expect(text).toContain(comment);
            expect(startLine).toBeGreaterThanOrEqual(last);
            expect(endLine).toBeGreaterThanOrEqual(startLine);
            last = startLine;
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('reads a large text in one pass', () => {
    const text = 'const a = "// no"; // yes\n'.repeat(40_000);
    expect(comments('a.ts', text)).toHaveLength(40_000);
  });
});
