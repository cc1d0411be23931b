/** What kind of file it is, by its path and the look of its first lines. Ranking puts some kinds below plain source. */
import { FILE_FLAGS } from '../contract.ts';

const TEST_FOLDERS =
  /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|mocks|testdata|test-data|fixtures|__fixtures__|e2e|unittests?|integration-?tests?|test[-_]\w+|\w+[-_]tests?|jvmTest|commonTest|androidTest)\//i;
const TEST_NAMES =
  /(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*(?:[._-](?:test|tests|spec|specs|bench|e2e)\.[^/]+|_unittest\.[^/]+)|[^/]*[a-z0-9](?:Test|Tests|Spec|Suite|TestCase|IT)\.(?:java|kt|kts|scala|cs|swift|php|groovy|hs|dart))$/;
const EXAMPLES =
  /(?:^|\/)_?(?:examples?|demos?|samples?|tutorials?|docs_src|playgrounds?|sandbox|benchmarks?|bench|benches|quickstarts?|cookbook|recipes)\//i;
const VENDORED =
  /(?:^|\/)(?:vendor|vendored|_vendor|third[-_]?party|3rdparty|node_modules|bower_components|external|externals|deps|Pods|Carthage)\/|\.min\.(?:js|css)$/i;
const GENERATED =
  /(?:^|\/)(?:dist|generated|__generated__)\/|\.(?:pb|gen|generated|g|designer)\.\w+$|_pb2(?:_grpc)?\.py$|_generated\.\w+$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|[^/]*\.lock|[^/]*\.snap|[^/]*\.map|go\.sum)$/i;
const PROSE =
  /\.(?:md|mdx|markdown|rst|txt|adoc|asciidoc|org|tex|pod|rdoc|textile|[1-8])$|(?:^|\/)(?:changelog|changes|readme|license|licence|copying|authors|contributing|notice|news|history)$/i;
const DATA =
  /\.(?:json|jsonc|json5|ya?ml|toml|xml|csv|tsv|ini|cfg|conf|properties|lock|svg|html?|css|scss|less|po|pot|plist|resx|editorconfig|gitignore|gitattributes)$/i;
const STUB = /\.(?:d\.[cm]?ts|pyi)$/;

/** Tools that write source say so in the first lines; elsewhere the word is only talked about. */
const HEAD = 800;
const GENERATED_MARK =
  /(?:^|\n)\W{0,6}@generated\b|\bcode generated (?:by|from)\b|\bgenerated (?:by|from|using|with|file|code)\b.{0,160}\bdo not (?:edit|modify|change)\b|\bdo not (?:edit|modify|change)\b.{0,160}\bgenerated\b/is;

const REEXPORT =
  /^\s*(?:export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*(?:from\b.*|;?)|import\b.*|from\s+\S+\s+import\b.*|(?:pub(?:\([^)]*\))?\s+)?(?:use|mod)\s+[^;{]+(?:\{[^}]*\})?;|#include.*|require\b.*|module\.exports\s*=\s*require.*|["']use strict["'];?)\s*$/;
/** A list of names that goes on in the next lines. */
const OPEN_LIST =
  /^\s*(?:export\s+(?:type\s+)?\{|import\b[^;]*\{|from\s+\S+\s+import\s*\(|(?:pub\s+)?use\b[^;]*\{|__all__\s*=\s*[[(])\s*$/;
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!include)|--|"""|''')/;
const ENTRY_NAMES =
  /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs|init\.lua|main\.[cm]?[jt]s)$/;
/** A file is a barrel when at least this share of its code lines only passes names on. */
const BARREL_SHARE = 0.6;
const BARREL_LINES = 400;

export function fileFlags(path: string, text: string): number {
  let flags = 0;
  if (TEST_FOLDERS.test(path) || TEST_NAMES.test(path)) flags |= FILE_FLAGS.test;
  if (EXAMPLES.test(path)) flags |= FILE_FLAGS.example;
  if (VENDORED.test(path)) flags |= FILE_FLAGS.vendored;
  if (GENERATED.test(path) || isMarkedGenerated(text)) flags |= FILE_FLAGS.generated;
  if (PROSE.test(path)) flags |= FILE_FLAGS.prose;
  if (DATA.test(path)) flags |= FILE_FLAGS.data;
  if (STUB.test(path)) flags |= FILE_FLAGS.stub;
  if (isBarrel(path, text)) flags |= FILE_FLAGS.barrel;
  return flags;
}

function isMarkedGenerated(text: string): boolean {
  const head = text.slice(0, HEAD);
  // Told first by a plain search, which nearly all files end at.
  return /generated/i.test(head) && GENERATED_MARK.test(head);
}

function isBarrel(path: string, text: string): boolean {
  if (!ENTRY_NAMES.test(path)) return false;
  let passing = 0;
  let code = 0;
  let inList = false;
  for (const line of text.split('\n', BARREL_LINES)) {
    if (line.trim() === '' || COMMENT.test(line)) continue;
    code++;
    if (inList) {
      passing++;
      if (/[})]/.test(line)) inList = false;
    } else if (OPEN_LIST.test(line)) {
      passing++;
      inList = true;
    } else if (REEXPORT.test(line)) passing++;
  }
  return code === 0 || passing / code >= BARREL_SHARE;
}
