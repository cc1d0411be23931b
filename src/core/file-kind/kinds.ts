/** The other kinds: what is beside the source that people write here. */

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
const TYPE_STUB = /\.(?:d\.[cm]?ts|pyi)$/;

/** Tools that write source say so in the first lines; elsewhere the word is only talked about. */
const HEAD = 800;
const GENERATED_MARK =
  /(?:^|\n)\W{0,6}@generated\b|\bcode generated (?:by|from)\b|\bgenerated (?:by|from|using|with|file|code)\b.{0,160}\bdo not (?:edit|modify|change)\b|\bdo not (?:edit|modify|change)\b.{0,160}\bgenerated\b/is;

/** Written by a tool for itself; nobody reads them. A `lock.ts` is a program: lock files hold data. */
const MACHINE_NAME =
  /(?:^|[.-])lock(?:file)?(?:\.(?:json|ya?ml|toml|hcl|txt))?$|^go\.sum$|\.min\.(?:js|css)$|\.map$|\.snap$|\.pb\.(?:go|cc|h)$|_pb2(?:_grpc)?\.pyi?$|\.generated\.|\.designer\.cs$|\.g\.(?:cs|dart)$/i;

export function isExample(path: string): boolean {
  return EXAMPLES.test(path);
}

export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** By its path, or by the mark that tools put into the first lines. */
export function isGenerated(path: string, text: string): boolean {
  if (GENERATED.test(path)) return true;
  const head = text.slice(0, HEAD);
  // Told first by a plain search, which nearly all files end at.
  return /generated/i.test(head) && GENERATED_MARK.test(head);
}

export function isMachineMade(name: string): boolean {
  return MACHINE_NAME.test(name);
}

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

export function isData(path: string): boolean {
  return DATA.test(path);
}

/** Declarations without code. */
export function isTypeStub(path: string): boolean {
  return TYPE_STUB.test(path);
}
