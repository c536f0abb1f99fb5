/** Checks a text against the type of its field: its length, its pattern, its format. */
import {
  isCapability,
  isLoopback,
  NAME_CHARACTERS,
  NAME_PATTERN,
  parseDurationMs,
  parseTimeoutMs,
  parseTimestamp,
  patternProblem,
  uidProblem,
  type Values,
} from '../api';
import { onceFor } from '../../base/cache/once-for';
import { holdsPrivateKey, jwksProblem, likelyKeyMistake, publicJwkProblem } from './check-keys';
import type { FieldType, StringFormat } from './field';
import { findUnknownCapabilities } from './unknown-capabilities';

/** The kind of a violation, for code that handles some kinds in its own way; the message is for people. */
export type ViolationCode =
  /** A field that must be given is absent or empty. */
  | 'required'
  /** A name that is not declared; the last step of the path. */
  | 'unknownField'
  /** A value of another JSON type. */
  | 'type'
  /** A text with too many characters, a list with too few or too many elements. */
  | 'length'
  /** A number below or above its limits. */
  | 'range'
  | 'pattern'
  | 'oneOf'
  | 'format'
  /** A secret in a field that must not contain one: reports show neither the value nor its line. */
  | 'secret'
  /** A name that is well formed and unknown here. */
  | 'unknownName'
  /** Several lines in a field of one line, which some services refuse. Only a plan shows whether the text is new. */
  | 'lineBreak'
  /** Valid values that are likely a mistake. */
  | 'likelyMistake'
  /** A duplicate in a set, in two representations. */
  | 'duplicate'
  /** A rule about several fields. */
  | 'rule'
  /** A time that must lie ahead, and does not. */
  | 'passed'
  | 'tooFarAhead'
  /** A new key that is too short. */
  | 'weakKey';

/** Returns the problem of one text, for any field. */
export interface TextProblem {
  /** A warning reports a likely mistake; the service may accept the value. */
  readonly severity: 'error' | 'warning';
  readonly code: ViolationCode;
  /** The problem without its subject: `must match "…"`. */
  readonly message: string;
  /** Names a likely mistake in at most eight words, the same for the same mistake. */
  readonly summary?: string;
}

export interface Violation extends TextProblem {
  /** Names and map keys from the object down to the value; list elements by index. */
  readonly path: readonly (string | number)[];
  /** The field that the message is about, by its displayed name. Absent: the message names the fields itself. */
  readonly subject?: string;
}

/** The violation as a sentence: `name must match "…"`. */
export function violationText({ subject, message }: Violation): string {
  return subject === undefined ? message : `${subject} ${message}`;
}

/** Returns the violation with the text that does not match its pattern, and with the characters of a name. */
export function describeViolation(violation: Violation, values: Values): string {
  const { code, path, message } = violation;
  const text = violationText(violation);
  if (code !== 'pattern' || path.length > 1) return text;
  const given = `${text} (it is ${JSON.stringify(values[String(path[0])])})`;
  return message.includes(NAME_PATTERN) ? `${given}. Use ${NAME_CHARACTERS}` : given;
}

type StringType = Extract<FieldType, { is: 'string' }>;

/** Each field of each object is checked. */
const compilePattern = onceFor(({ pattern = '' }: StringType) => new RegExp(pattern, 'u'));

/** At most one finding: an error or a warning. */
export function checkText(type: StringType, text: string): TextProblem[] {
  const { maxLength = Infinity, pattern, inWords, oneOf, format } = type;
  const error = (code: TextProblem['code'], message: string): TextProblem[] => [{ severity: 'error', code, message }];
  if (text.length > maxLength && characterCount(text) > maxLength)
    return error('length', `must be at most ${maxLength} characters`);
  if (pattern !== undefined && !compilePattern(type).test(text))
    return error('pattern', inWords === undefined ? `must match "${pattern}"` : `must be ${inWords}`);
  if (oneOf !== undefined && !oneOf.includes(text)) return error('oneOf', `must be one of ${oneOf.join(', ')}`);
  if (hasLineBreak(type, text)) return [LINE_BREAK];
  if (format === undefined) return [];
  const problem = formatProblems[format](text);
  if (problem !== undefined) {
    // A set of keys that is not readable can be a private key in another format.
    const isSecret = format === 'jwks' || holdsPrivateKey(text);
    return error(isSecret ? 'secret' : 'format', problem);
  }
  const mistake = formatMistakes[format]?.(text);
  return mistake === undefined ? [] : [{ severity: 'warning', ...mistake }];
}

/** Returns true for a text without a finding. */
export function isValidText(type: FieldType, value: unknown): boolean {
  return type.is === 'string' && typeof value === 'string' && checkText(type, value).length === 0;
}

/** Returns true for a text of several lines in a field of one line. */
export function hasLineBreak(type: FieldType, text: unknown): boolean {
  return type.is === 'string' && type.oneLine === true && typeof text === 'string' && /[\n\r]/.test(text);
}

/** A warning only where someone sets the text: an object can already have it (contract V5). */
export const LINE_BREAK: TextProblem = {
  severity: 'warning',
  code: 'lineBreak',
  message: 'contains a line break, which some services refuse',
  summary: 'Line break in one line of text',
};

/** Characters as the service counts them (contract V5): an emoji takes two UTF-16 units and is one character. */
function characterCount(text: string): number {
  return Array.from(text).length;
}

const formatProblems: Readonly<Record<StringFormat, (text: string) => string | undefined>> = {
  uid: (text) => uidProblem(text)?.replace(/^/, 'must be a uid: '),
  httpsUrl: httpsProblem,
  pattern: patternProblem,
  jwks: jwksProblem,
  publicJwk: publicJwkProblem,
  timestamp: (text) => (parseTimestamp(text) ? undefined : 'must be a timestamp like 2026-01-02T03:04:05Z'),
  duration: (text) => (parseDurationMs(text) === undefined ? 'must be a duration in seconds like 86400s' : undefined),
  timeout: (text) =>
    parseTimeoutMs(text) === undefined ? 'must be a time like 30s, 20m or 1h30m, and more than none' : undefined,
  capability: (text) =>
    isCapability(text) ? undefined : `names ${JSON.stringify(text)}, which is not a capability (like groups.list)`,
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? undefined : 'must be an e-mail address'),
};

const formatMistakes: Partial<
  Readonly<Record<StringFormat, (text: string) => Omit<TextProblem, 'severity'> | undefined>>
> = {
  capability: (text) => findUnknownCapabilities([text]),
  jwks: (text) => {
    const mistake = likelyKeyMistake(text);
    return mistake && { code: 'likelyMistake', ...mistake };
  },
};

/** The keys of an issuer are trusted, so nobody on the network may change them; plain http only on this machine itself. */
function httpsProblem(text: string): string | undefined {
  const wanted = 'must be a URL that begins with https://';
  if (!URL.canParse(text) || /[\s"'\\]/.test(text)) return wanted;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? undefined : wanted;
}
