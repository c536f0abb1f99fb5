/**
 * Likely mistakes that the service accepts: valid values with another effect than their author intends. They are data,
 * so that the provider reports them at plan without loading anything, constructs at synth, and the review in its
 * report.
 */
import { onceFor } from '../../base/cache/once-for';
import { isObject, type Values } from '../api';

export interface LikelyMistake {
  /** At most eight words, capitalized. */
  readonly summary: string;
  /** The field that the message is about. */
  readonly field: string;
  /**
   * Regular expressions, by field: each must match the text of its field, somewhere. A pattern that matches a single text counts
   * as that text: `subjectPattern: "^a\\.b$"` as `subject: "a.b"`.
   */
  readonly when: Readonly<Record<string, string>>;
  /** A key of a map with which the values are not suspicious. @default none */
  readonly unlessKey?: { readonly map: string; readonly key: string };
  /**
   * The problem and the replacement, without the subject. Displayed names replace names of fields in braces:
   * `use {subjectPattern}`.
   */
  readonly message: string;
  /** True if the values can be correct in a case that only the author knows. @default false */
  readonly mayBeIntended?: boolean;
}

export interface FoundMistake {
  readonly mistake: LikelyMistake;
  /** The field with the text: the field of the mistake, or its pattern. */
  readonly field: string;
  readonly message: string;
}

interface MistakeOptions {
  /** @default the API's names */
  readonly displayName?: (field: string) => string;
}

/** Returns the mistakes in the values: the first one for each field. Values that are not text are skipped. */
export function findLikelyMistakes(
  mistakes: readonly LikelyMistake[],
  values: Values,
  { displayName = (name) => name }: MistakeOptions = {},
): FoundMistake[] {
  const found = new Map<string, FoundMistake>();
  const texts = withSingleTexts(values);
  for (const mistake of mistakes) {
    const field = isText(values[mistake.field]) ? mistake.field : getPattern(mistake.field);
    if (!isText(values[field]) || found.has(field) || !applies(mistake, texts)) continue;
    const message = mistake.message.replace(/\{(\w+)\}/g, (_, name: string) => displayName(name));
    found.set(field, { mistake, field, message });
  }
  return [...found.values()];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const getPattern = (field: string) => `${field}Pattern`;

/** Adds the text of each pattern that matches a single text, under the name of the field that is compared exactly. */
function withSingleTexts(values: Values): Values {
  const texts = Object.entries(values).flatMap(([name, pattern]) => {
    const [field] = name.split(/Pattern$/);
    const text = name === field || !isText(pattern) ? undefined : singleText(pattern);
    return text === undefined || field === undefined || isText(values[field]) ? [] : [[field, text]];
  });
  return { ...values, ...(Object.fromEntries(texts) as Values) };
}

/** Returns the text of a pattern without operators. A dot counts as a dot, because many authors do not escape it. */
function singleText(pattern: string): string | undefined {
  const [, body] = /^\^?((?:[^\\.*+?()[\]{}|^$]|\\[./:@_-]|\.(?![*+?{]))+)\$?$/u.exec(pattern) ?? [];
  return body?.replaceAll('\\', '');
}

function applies({ when, unlessKey }: LikelyMistake, values: Values): boolean {
  if (unlessKey !== undefined) {
    const map = values[unlessKey.map];
    // An unknown map may have the key.
    if (map !== undefined && map !== null && (!isObject(map) || Object.hasOwn(map, unlessKey.key))) return false;
  }
  return compileConditions(when).every(({ field, pattern }) => {
    const value = values[field];
    return typeof value === 'string' && pattern.test(value);
  });
}

const compileConditions = onceFor((when: LikelyMistake['when']) =>
  Object.entries(when).map(([field, pattern]) => ({ field, pattern: new RegExp(pattern, 'u') })),
);
