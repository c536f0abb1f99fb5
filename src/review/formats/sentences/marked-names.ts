/**
 * Finds the names of a report in its sentences. Each format marks them, so that a group called `sandbox. nobody gains access`
 * cannot continue a sentence of the report.
 */
import { onceFor } from '../../../base/cache/once-for';
import { codeSpan, prose } from '../../../base/text/markdown';
import { displayed, visible } from '../../../base/text/visible';
import { isObject } from '../../../model/api';
import type { FindingId } from '../../../access/rules';
import { createShortener, withShortNames } from './short-names';
import { addRange, createNameTree, findNames, splitPath, type NameRange, type NameTree } from '../../report/find-names';
import type { Report } from '../../report/types/report';

/** A name in a sentence. */
export interface NamePart {
  readonly name: string;
  /** True if the sentence has quotes around the name, which `name` does not contain. */
  readonly isQuoted: boolean;
  /** True if the sentence itself marks it as code, with backticks that `name` does not contain. @default false */
  readonly isCode?: boolean;
  /** True for prose of others, such as the reason of a rule: it has quotes in every format. @default false */
  readonly isText?: boolean;
}

/** A sentence in parts: its own words as text, and names. */
export type SentenceParts = readonly (string | NamePart)[];

/** Returns a sentence with marked names. */
export type Sentence = (sentence: string) => string;

/** The fields of a report with words or sentences of this project. The texts of all other fields are names. */
const OWN_WORDS = new Set([
  ...[
    'action',
    'by',
    'cause',
    'field',
    'holds',
    'id',
    'key',
    'kind',
    'mark',
    'order',
    'owners',
    'predicate',
    'problems',
    'reason',
    'relation',
    'result',
  ],
  ...['severity', 'status', 'text', 'unknown', 'unread', 'users', 'who', 'why', 'witness', 'worst'],
  ...['actions', 'notShown', 'assumptions', 'sha256', 'code', 'configuration', 'hashes', 'reviewPlans', 'steps'],
]);

/** The fields with paths. Sentences also contain their single names, in quotes. */
const PATHS = new Set(['from', 'group', 'identity', 'path', 'subject']);

/** The fields that contain phrases of several names. */
const PHRASES = new Set(['from', 'name', 'path', 'subject', 'withoutEffect']);

/** A report, or other data that sentences are about. The texts of its fields are names. */
export interface NameSource extends Partial<
  Pick<Report, 'changes' | 'drift' | 'findings' | 'mentioned' | 'suppressed'>
> {
  readonly others?: unknown;
}

/** Returns a function that finds all names of the report. A word that equals a name is marked too, which is harmless. */
export const createNameFinder = onceFor((report: NameSource): ((sentence: string) => SentenceParts) => {
  const { names, phrases } = getNames(report);
  const tree = createNameTree(names, phrases);
  const texts = getTexts(report);
  const toPart = (part: string | NamePart) =>
    typeof part === 'object' && texts.has(part.name) ? { ...part, isText: true } : part;
  return (sentence) => withCode(split(sentence, tree).map(toPart));
});

/** Returns the names of rules with several words, and the reasons of rules and messages of checks that end a reason. */
function getTexts({ findings = [], mentioned = [] }: NameSource): ReadonlySet<string> {
  const isProse = (text: string) => /\S\s+\S/.test(text);
  return new Set(
    findings.flatMap(({ id, subject, reason }) => [
      ...(NAMED_BY_RULE.has(id) && isProse(subject) ? [subject] : []),
      ...(QUOTING.has(id) ? mentioned.filter((text) => isProse(text) && reason.endsWith(text)) : []),
    ]),
  );
}

/** Findings whose subject is the name of a rule, and findings whose reason ends with a text of the author of the rule. */
const NAMED_BY_RULE: ReadonlySet<FindingId> = new Set(['invariant-broken', 'invariant-idle', 'assertion-failed']);
const QUOTING: ReadonlySet<FindingId> = new Set(['invariant-broken', 'check-failed']);

/** Joins the parts between two backticks of a sentence: code of this project, not a name. A backtick in a name is a part of the name. */
function withCode(parts: SentenceParts): SentenceParts {
  const joined: (string | NamePart)[] = [];
  let code: string | undefined;
  const toText = (part: string | NamePart) =>
    typeof part === 'string' ? part : part.isQuoted ? `"${part.name}"` : part.name;
  for (const part of parts) {
    const [first = '', ...rest] = typeof part === 'string' ? part.split('`') : [part];
    for (const [index, piece] of [first, ...rest].entries()) {
      if (index > 0 && code !== undefined) {
        joined.push({ name: code, isQuoted: false, isCode: true });
        code = undefined;
      } else if (index > 0) code = '';
      if (piece === '') continue;
      if (code === undefined) joined.push(piece);
      else if (typeof piece === 'string' || (piece.isQuoted ? STRING : PLAIN_NAME).test(piece.name))
        code += toText(piece);
      // A name with other characters keeps its own marks.
      else return parts;
    }
  }
  // An unpaired backtick is text.
  return code === undefined ? joined : parts;
}

function getNames(report: NameSource): Readonly<Record<'names' | 'phrases', ReadonlySet<string>>> {
  const { changes = [], drift = [], findings = [], suppressed = [] } = report;
  // An object without a name has its kind in its path: `group invite auditors in acme`.
  const unnamed = changes.filter(({ kind, path }) => path.startsWith(`${kind} `));
  // The path of a connection is a phrase of three names: `acme/ci is viewer in acme`.
  const phrases = new Set([
    ...[...changes, ...drift].flatMap(({ connects, path, from = path }) =>
      connects === undefined ? [] : [path, from],
    ),
    ...unnamed.map(({ path }) => path),
    ...[...findings, ...suppressed]
      .flatMap((finding) => [finding, ...(finding.affected ?? [])])
      .flatMap(({ identity, group, unmanaged }) => [
        `${identity} in ${group}`,
        ...(unmanaged?.objects ?? []).flatMap(({ name, users }) => (users === undefined ? [] : [name])),
      ]),
  ]);
  const names = new Set([
    ...unnamed.map(({ kind, path, group }) => path.slice(kind.length + 1).split(` in ${group}`)[0] ?? path),
    ...suppressed.map(({ suppression }) => suppression.reason ?? ''),
  ]);
  names.delete('');
  // Most fields repeat the paths of others.
  const paths = new Set<string>();
  const words = new Set<string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      // The current folder is a stack with the name ".", and each sentence ends with a period.
      if (OWN_WORDS.has(key) || (PHRASES.has(key) && phrases.has(value))) return;
      if (!names.has(value)) {
        const trimmed = value.trim();
        if (trimmed === '' || trimmed === '.') return;
        names.add(value);
      }
      if (!PATHS.has(key) || paths.has(value)) return;
      paths.add(value);
      const parts = splitPath(value);
      for (const name of parts.names) names.add(name);
      for (const word of parts.words) words.add(word);
    } else if (Array.isArray(value)) {
      for (const inner of value) collect(inner, key);
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) collect(value[name], name);
    }
  };
  // These are sentences, whose names are mentioned.
  collect({ ...report, undeclaredOwners: undefined }, '');
  return { names, phrases: new Set([...phrases, ...words]) };
}

/** An address, an ARN, a path or a word, with the punctuation behind it. */
const WHOLE = /[a-z][\w+.-]*:\/\/[^\s"`<>()]+|[\p{L}\p{N}\p{M}_.:/@+*-]+/giu;

/** A word of our sentences, such as "owner-level": a name that is a part of it does not mean an object. */
const COMPOUND = /^[\p{L}]+(?:-[\p{L}]+)+$/u;

/** Returns the ranges of the names. A name within an address, an ARN or a path marks all of it. */
function wholeNames(sentence: string, tree: NameTree): NameRange[] {
  const wholes = [...sentence.matchAll(WHOLE)].map(({ 0: text, index }) => ({
    start: index,
    end: index + withoutPunctuation(text).length,
  }));
  const ranges: NameRange[] = [];
  let next = 0;
  const findWhole = (position: number) => {
    while ((wholes[next]?.end ?? Infinity) <= position) next += 1;
    const whole = wholes[next];
    return whole !== undefined && whole.start <= position ? whole : undefined;
  };
  for (const { start, end, isQuoted } of findNames(sentence, tree)) {
    const [first, last] = isQuoted ? [] : [findWhole(start), findWhole(end - 1)];
    const isPart = first !== undefined && first === last && end - start < first.end - first.start;
    if (isPart && COMPOUND.test(sentence.slice(first.start, first.end))) continue;
    if (!isQuoted && isNoun(sentence, start, end)) continue;
    addRange(ranges, { start: first?.start ?? start, end: last?.end ?? end, isQuoted });
  }
  return ranges;
}

/** The characters of a determiner and the name of a platform. */
const LONGEST_DETERMINER = 30;

/** Words before a noun of our sentences: "an owner of acme", "this plan deletes". A name never follows them. */
const DETERMINER =
  /\b(?:[Aa]n?|[Tt]he|[Ii]ts|[Tt]heir|[Yy]our|[Tt]his|[Tt]hat|[Tt]hese|[Ee]ach|[Ee]very|[Aa]ny|[Aa]nother|[Nn]o) (?:[A-Z][A-Za-z]* |repository )?$/;

/** Returns true for a word of our sentence behind a determiner, such as "a GitHub owner": a role has the same name. */
function isNoun(sentence: string, start: number, end: number): boolean {
  return (
    /^[a-z]+$/.test(sentence.slice(start, end)) &&
    DETERMINER.test(sentence.slice(Math.max(0, start - LONGEST_DETERMINER), start))
  );
}

function withoutPunctuation(text: string): string {
  let length = text.length;
  while ('.,:;'.includes(text[length - 1] ?? ' ')) length -= 1;
  return text.slice(0, length);
}

function split(sentence: string, tree: NameTree): SentenceParts {
  const parts: (string | NamePart)[] = [];
  let at = 0;
  for (const { start, end, isQuoted } of wholeNames(sentence, tree)) {
    if (start > at) parts.push(sentence.slice(at, start));
    parts.push({ name: isQuoted ? sentence.slice(start + 1, end - 1) : sentence.slice(start, end), isQuoted });
    at = end;
  }
  return at < sentence.length ? [...parts, sentence.slice(at)] : parts;
}

/** A path or an address without spaces. It cannot continue a sentence. */
const PLAIN_NAME = /^(?:[\p{L}\p{N}_.:/@+*\u2026-]|\["[\p{L}\p{N}_.:/@+*\u2026-]*"\]|\[\d+\])+$/u;

/** The text of a string. It cannot end the string. */
const STRING = /^[^"\\`\p{C}]*$/u;

/** A path with the address that distinguishes it from others of the name. */
const WITH_ADDRESS =
  /^[\p{L}\p{N}_.:/@+*\u2026-]+ \((?:module\.[\w-]+(?:\["[\w.:/@+*-]*"\]|\[\d+\])?\.)*platform_\w+\.[\w-]+(?:\["[\w.:/@+*-]*"\]|\[\d+\])?\)$/u;

/** Returns a function that escapes a sentence for Markdown, with its names as code. The report has short names. */
export function createMarkdownSentence(report: NameSource): Sentence {
  const findNames = createNameFinder(report);
  return (sentence) =>
    findNames(sentence)
      .map((part) => {
        if (typeof part === 'string') return prose(displayed(part));
        return part.isText === true ? prose(inQuotes(displayed(part.name))) : codeSpan(displayed(part.name));
      })
      .join('');
}

/** Returns a function that shortens the names in a sentence, and quotes them as in {@link quotedNames}. */
export function createPlainSentence(
  report: NameSource,
  findNames = createNameFinder(withShortNames(report)),
): Sentence {
  const shorten = createShortener(report) ?? ((text: string) => text);
  return (sentence) => quotedNames(findNames(shorten(sentence)));
}

/** Returns a function that returns the first sentence. Periods in names do not end it. Of a refused deletion, it contains the reason. */
export function createFirstSentence(findNames: ReturnType<typeof createNameFinder>): Sentence {
  return (text) => {
    const end = findOwnText(findNames(text), '. ');
    return end === undefined ? text : text.slice(0, end + 1);
  };
}

/** Returns the position of a text outside of names. */
export function findOwnText(parts: SentenceParts, text: string): number | undefined {
  let at = 0;
  for (const part of parts) {
    const found = typeof part === 'string' ? part.indexOf(text) : -1;
    if (found >= 0) return at + found;
    at += typeof part === 'string' ? part.length : part.name.length + (part.isQuoted || part.isCode === true ? 2 : 0);
  }
  return undefined;
}

/** Returns external text in quotes, so that it cannot continue a sentence. */
export function inQuotes(name: string): string {
  return `"${visible(name.replace(/[\\"]/g, '\\$&'))}"`;
}

/** Returns the sentence as plain text: names with other characters than those of paths and addresses are in quotes. */
export function quotedNames(parts: SentenceParts): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const { name, isQuoted, isCode = false } = part;
      if (isCode) return visible(name);
      return isQuoted || !(PLAIN_NAME.test(name) || WITH_ADDRESS.test(name)) ? inQuotes(name) : name;
    })
    .join('');
}
