/** Whether a text is what the type of its field says: its pattern, its length, its format. */
import {
  isCapability,
  isKnownCapability,
  isObject,
  nearestCapability,
  parseDurationMs,
  parseTimestamp,
  patternProblem,
  uidProblem,
} from '../api';
import type { FieldType, StringFormat } from './field';
import type { Finding } from './violation';

type StringType = Extract<FieldType, { is: 'string' }>;

/** What there is to say of the text: an error, a warning, or nothing. */
export function checkText(type: StringType, text: string): Finding[] {
  const { maxLength = Infinity, pattern, oneOf, format } = type;
  const error = (code: Finding['code'], message: string): Finding[] => [{ severity: 'error', code, message }];
  if (characterCount(text) > maxLength) return error('length', `must be at most ${maxLength} characters`);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return error('pattern', `must match "${pattern}"`);
  if (oneOf !== undefined && !oneOf.includes(text)) return error('oneOf', `must be one of ${oneOf.join(', ')}`);
  if (format === undefined) return [];
  const problem = formatProblems[format](text);
  if (problem !== undefined) return error('format', problem);
  const slip = formatSlips[format]?.(text);
  return slip === undefined ? [] : [{ severity: 'warning', code: 'unknownName', message: slip }];
}

/** As the service counts, and people: what takes two UTF-16 units, such as an emoji, is one character. */
function characterCount(text: string): number {
  return Array.from(text).length;
}

const formatProblems: Readonly<Record<StringFormat, (text: string) => string | undefined>> = {
  uid: (text) => uidProblem(text)?.replace(/^/, 'must be a uid: '),
  httpsUrl: httpsProblem,
  pattern: patternProblem,
  jwks: jwksProblem,
  timestamp: (text) => (parseTimestamp(text) ? undefined : 'must be a timestamp like 2026-01-02T03:04:05Z'),
  duration: (text) => (parseDurationMs(text) === undefined ? 'must be a duration in seconds like 86400s' : undefined),
  capability: (text) =>
    isCapability(text) ? undefined : `names ${JSON.stringify(text)}, which is no capability (like groups.list)`,
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? undefined : 'must be an e-mail address'),
};

/** What is likely a slip, though the service may know what we do not. */
const formatSlips: Partial<Readonly<Record<StringFormat, (text: string) => string | undefined>>> = {
  capability: (text) => {
    if (isKnownCapability(text)) return undefined;
    const meant = nearestCapability(text);
    const names = `names ${JSON.stringify(text)}, a capability that is not known here`;
    return meant === undefined ? undefined : `${names}: did you mean ${JSON.stringify(meant)}?`;
  },
};

/** An issuer publishes keys that are trusted: nothing on the way may change them. A laptop's own loopback is no way. */
function httpsProblem(text: string): string | undefined {
  const wanted = 'must be a URL that begins with https://';
  if (!URL.canParse(text) || /[\s"'\\]/.test(text)) return wanted;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback) ? undefined : wanted;
}

function jwksProblem(text: string): string | undefined {
  const wanted = 'must be a JSON Web Key Set: {"keys": […]}';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return wanted;
  }
  if (!isObject(parsed) || !Array.isArray(parsed['keys'])) return wanted;
  const secret = parsed['keys'].some((key: unknown) => isObject(key) && ('d' in key || 'k' in key));
  return secret ? 'must hold public keys only, and holds a private one' : undefined;
}
