/** Reads manifests that are programs or have their own syntax, by patterns on their lines; never runs them. */
import { splitLines } from '../../../../core/text/index.ts';
import { distribution } from './json-and-toml.ts';
import { emptyManifest, type Manifest } from './manifest.ts';

export function goManifest(text: string): Manifest {
  const version = /^go\s+(\S+)/m.exec(text)?.[1];
  const direct: string[] = [];
  for (const line of splitLines(text)) {
    const path = /^\s*(?:require\s+)?([\w.-]+\.[\w-]+\/\S+|[\w.-]+\.\w+)\s+v\S+/.exec(line)?.[1];
    if (path !== undefined && !/\/\/\s*indirect/.test(line) && !line.includes('=>')) direct.push(path);
  }
  return {
    ...emptyManifest('go'),
    name: /^module\s+"?([^\s"]+)/m.exec(text)?.[1],
    dependencies: direct,
    runtimes: version === undefined ? [] : [`Go ${version}`],
    packageManager: 'go',
  };
}

/** Dependencies as `group:artifact`; those for tests are listed apart. Parent projects are not looked up. */
export function mavenManifest(text: string): Manifest {
  const other = ['parent', 'dependencyManagement', 'build', 'profiles', 'reporting'];
  const own = withoutElements(withoutComments(text), other);
  const manifest = emptyManifest('maven');
  for (const body of elements(own, 'dependency')) {
    const [group, artifact] = [elementText(body, 'groupId'), elementText(body, 'artifactId')];
    if (group === undefined || artifact === undefined) continue;
    const list = elementText(body, 'scope') === 'test' ? manifest.devDependencies : manifest.dependencies;
    list.push(`${group}:${artifact}`);
  }
  const head = withoutElements(own, ['dependencies']);
  const java = elementText(own, 'maven.compiler.release') ?? elementText(own, 'java.version');
  return {
    ...manifest,
    name: elementText(head, 'artifactId'),
    description: elementText(head, 'description')?.replace(/\s+/g, ' '),
    runtimes: java === undefined || java.includes('$') ? [] : [`Java ${java}`],
    packageManager: 'maven',
  };
}

/** A Gemfile, or the .gemspec beside it. */
export function rubyManifest(text: string): Manifest {
  const manifest = emptyManifest('ruby');
  let inTests = false;
  for (const line of splitLines(text)) {
    if (/^\s*group\b.*:(?:test|development)/.test(line)) inTests = true;
    else if (/^end\b/.test(line)) inTests = false;
    const gem = /^\s*gem\s*\(?["']([\w.-]+)["']/.exec(line)?.[1];
    const declared = /\.add_(development_)?(?:runtime_)?dependency\s*\(?\s*["']([\w.-]+)["']/.exec(line);
    if (gem !== undefined) (inTests ? manifest.devDependencies : manifest.dependencies).push(gem);
    if (declared?.[2] !== undefined)
      (declared[1] === undefined ? manifest.dependencies : manifest.devDependencies).push(declared[2]);
  }
  const ruby =
    /^ruby\s+["']([^"']+)["']/m.exec(text)?.[1] ??
    /required_ruby_version\s*=\s*["']([^"']+)["']/.exec(text)?.[1];
  return {
    ...manifest,
    name: /\.name\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1],
    description: (/\.summary\s*=\s*["']([^"'\n]+)["']/.exec(text) ??
      /\.description\s*=\s*["']([^"'\n]+)["']/.exec(text))?.[1],
    runtimes: ruby === undefined ? [] : [`Ruby ${ruby}`],
    packageManager: 'bundler',
  };
}

export function mixManifest(text: string): Manifest {
  const manifest = emptyManifest('mix');
  for (const [line, name = ''] of text.matchAll(/\{:(\w+),[^}\n]*\}?/g))
    (/only:\s*\[?\s*:(?:test|dev|docs)/.test(line) ? manifest.devDependencies : manifest.dependencies).push(
      name,
    );
  const elixir = /elixir:\s*"([^"]+)"/.exec(text)?.[1];
  return {
    ...manifest,
    name: /\bapp:\s*:(\w+)/.exec(text)?.[1],
    description: (/description:\s*"([^"\n]+)"/.exec(text) ?? /@description\s+"([^"\n]+)"/.exec(text))?.[1],
    runtimes: elixir === undefined ? [] : [`Elixir ${elixir}`],
    packageManager: 'mix',
  };
}

/** requirements.txt and setup.py, for projects without a pyproject.toml. */
export function requirementsManifest(text: string): Manifest {
  const names = splitLines(text)
    .filter((line) => /^[A-Za-z0-9]/.test(line))
    .map(distribution);
  return { ...emptyManifest('python'), dependencies: names, packageManager: 'pip' };
}

export function setupPyManifest(text: string): Manifest {
  const required = /install_requires\s*=\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return {
    ...emptyManifest('python'),
    name: /\bname\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1],
    description: /\bdescription\s*=\s*["']([^"'\n]+)["']/.exec(text)?.[1],
    dependencies: [...required.matchAll(/["']([^"']+)["']/g)].map(([, each = '']) => distribution(each)),
    packageManager: 'pip',
  };
}

// As much XML as a manifest needs, without regular expressions: one that searches for an end tag can be made to run for hours.
/** The content of all elements with the name; they are not nested. */
function elements(xml: string, name: string): string[] {
  return split(xml, `<${name}>`, `</${name}>`).inside;
}

function withoutElements(xml: string, names: readonly string[]): string {
  return names.reduce((text, name) => split(text, `<${name}>`, `</${name}>`).outside, xml);
}

function withoutComments(xml: string): string {
  return split(xml, '<!--', '-->').outside;
}

function elementText(xml: string, name: string): string | undefined {
  const text = elements(xml, name)[0]?.trim();
  return text === '' || text?.includes('<') === true ? undefined : text;
}

function split(text: string, open: string, close: string): { inside: string[]; outside: string } {
  const inside: string[] = [];
  let outside = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return { inside, outside: outside + text.slice(at) };
    inside.push(text.slice(start + open.length, end));
    outside += text.slice(at, start);
    at = end + close.length;
  }
}
