/** Finds the first sentence of a README that says what the project is, after title, badges and pictures. */
import { splitLines } from '../../../core/text/index.ts';
import { firstSentence, plainText } from './prose.ts';

const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc|asciidoc|org))?$/i;
/** A paragraph shorter than this is a heading, a link or a greeting. */
const LEAST = 24;
/** A whole sentence may be shorter. */
const LEAST_SENTENCE = 16;
/** Instructions do not say what the project is. */
const INSTRUCTION =
  /^(?:to (?:run|install|build|use|start|get|test|create|add)\b|add (?:this|the following|it to)\b|please\b|see\b|first,|run\b|install\b|click\b|note\b|if you\b|you can\b|thank|welcome\b|warning\b|important\b|make sure|before you|for (?:more|the full|details|documentation|help)|read\b|learn more|check out|this (?:repository|project) (?:has moved|is (?:archived|deprecated|no longer))|copyright|status:?$|build status|this (?:readme|document|file) is\b|these docs)/i;
/** News, warnings, licences, and sentences about the README itself. */
const NO_ANSWER =
  /\b(?:excited|pleased|proud|happy|thrilled|delighted) to (?:announce|introduce|share|present)\b|\bwork in progress\b|\bunder (?:active )?construction\b|\b(?:dual|re)-?licen[sc]|^redistribution and use\b|^permission is hereby\b|^(?:dual[- ])?licen[sc]ed under\b|^(?:the|this) (?:readme|(?:document|page|file) (?:also )?(?:is|was|has|holds|gives|shows|aims|describes|explains|contains|lists|covers|documents|defines|discusses|details|provides|outlines|summari[sz]es|reflects|serves|presents|introduces|specifies|collects))\b|^readme (?:for|of)\b/iu;
/** A paragraph with links needs this many other words. */
const LEAST_WORDS = 6;
const MOST_LINES = 200;
/** Only the beginning is read: a README says there what it is about. */
const HEAD = 16_000;

export function isReadme(name: string): boolean {
  return README.test(name);
}

export function readmeSentence(text: string): string | undefined {
  for (const paragraph of paragraphs(text.slice(0, HEAD))) {
    const plain = plainText(paragraph);
    const sentence =
      plain.length < leastOf(plain) ||
      INSTRUCTION.test(plain) ||
      NO_ANSWER.test(plain) ||
      isRowOfLinks(plain) ||
      isAddress(plain)
        ? undefined
        : firstSentence(paragraph);
    if (sentence !== undefined && sentence.length >= leastOf(plain)) return sentence;
  }
  return undefined;
}

function leastOf(text: string): number {
  return /[.!]$/.test(text) ? LEAST_SENTENCE : LEAST;
}

/** A link with few words. */
function isAddress(text: string): boolean {
  const words = text.replace(/https?:\S+/g, '').match(/\p{L}+/gu) ?? [];
  return /https?:/.test(text) && words.length < LEAST_WORDS;
}

function isRowOfLinks(text: string): boolean {
  return text.split(/\s[•·|—-]\s/).length > 2 && !/[.!?]$/.test(text);
}

/** The heading of a Markdown, reStructuredText or AsciiDoc text. */
export function titleOf(text: string, language: string): string | undefined {
  const lines = splitLines(withoutFrontMatter(text.slice(0, HEAD))).slice(0, MOST_LINES);
  for (const [at, line] of lines.entries()) {
    // In plain text `#` begins a comment, a list or a shell prompt.
    const atx = language === 'text' ? undefined : /^\s{0,3}(?:#{1,2}|=)\s+(.+?)\s*#*\s*$/.exec(line)?.[1];
    const underlined =
      isRuler(lines[at + 1] ?? '') && !isRuler(line) && line.trim() !== '' ? line : undefined;
    const title = atx ?? underlined;
    if (title !== undefined && plainText(title) !== '') return plainText(title);
  }
  return /^title:\s*["']?(.+?)["']?\s*$/m.exec(frontMatter(text.slice(0, HEAD)))?.[1];
}

function* paragraphs(text: string): Generator<string> {
  const lines = splitLines(withoutFrontMatter(text).replace(/<!--[\s\S]*?-->/g, '')).slice(0, MOST_LINES);
  let current: string[] = [];
  let fenced = false;
  let directive = false;
  for (const [at, line] of [...lines, ''].entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) fenced = !fenced;
    // An indented block below a directive of reStructuredText belongs to it.
    if (/^\.\. /.test(line)) directive = true;
    else if (/^\S/.test(line)) directive = false;
    const isText =
      !fenced &&
      !isFence &&
      !directive &&
      !isHeading(line) &&
      !isRuler(line) &&
      !isRuler(lines[at + 1] ?? '') &&
      !isOrnament(line, current.length > 0);
    // An indented block is code, unless it goes on with a list or a quotation.
    const isCode = current.length === 0 && /^(?: {3,}|\t)|^\s*\$ /.test(line);
    if (isText && !isCode && line.trim() !== '') current.push(line.replace(/^\s*>\s?/, '').trim());
    else if (current.length > 0) {
      yield current.join(' ');
      current = [];
    }
  }
}

function isHeading(line: string): boolean {
  return /^\s{0,3}(?:#{1,6}\s|={1,5}\s)|^\s*<h\d|^:\w[\w-]*:/.test(line);
}

function isRuler(line: string): boolean {
  return /^\s*([=\-~^"'*#+_])\1{2,}\s*$/.test(line);
}

/** Badges, pictures, tables, lists, and tags that only lay things out. */
function isOrnament(line: string, goesOn: boolean): boolean {
  return (
    /^\s*(?:[-*+]\s|\d+[.)]\s|\||\[!|!\[|\.\. |::|\[\[|image::|<(?:p|div|a|img|br|center|picture|source|table|tr|td|details|summary|sub|sup|\/)\b[^>]*>\s*$)/i.test(
      line,
    ) ||
    /^\s*\[[^\]]*\]:\s/.test(line) ||
    // A link alone on its line may be in the middle of a sentence.
    (!goesOn && /^\s*(?:\[[^\]]*\]\([^)]*\)\s*[|·•-]?\s*)+$/.test(line))
  );
}

function frontMatter(text: string): string {
  return /^---\r?\n([\s\S]*?)\r?\n---\s*\r?\n/.exec(text)?.[1] ?? '';
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\r?\n---\s*\r?\n/, '');
}
