/** The checks of the props of a trust, and its policy once they are valid. */
import { Token } from 'cdktf';
import { isObject, nearest, type Values } from '../../src/model/api';
import { message, type Fields, type FieldType } from '../../src/model/schema';
import {
  toTrustPolicy,
  PLATFORMS,
  type KnownTrust,
  type Platform,
  type PlatformName,
  type TrustPolicy,
} from '../../src/access/trust';
import { isPending } from '../base/attributes';
import { isPlain, isScalar, isNonEmptyText, requireProps, requireType } from '../base/constructor-arguments';
import { findings } from '../base/problems';

/** A trust after its checks. */
export interface CheckedTrust extends KnownTrust {
  readonly problems: readonly string[];
  /** The policy for Terraform; undefined if there are problems. `decided` has examples instead of unknown values. */
  readonly policy?: TrustPolicy;
}

/** The prop of an identity, in messages. */
const place = 'assumedBy';

/**
 * Returns the checked props of a trust.
 *
 * @param subject the factory, for messages
 *
 * @throws Error if the props are not an object, or one of them has a wrong type.
 */
export function checkTrust(subject: string, platform: Platform<never>, props: unknown): CheckedTrust {
  requireType(subject, 'its props, the first argument,', 'an object', props, isPlain);
  const { title, fields, rules = [], computed = {}, narrow } = platform as Platform<Values>;
  const typed = platform as Platform<Values>;
  const values = normalized(fields, props);
  requireProps(subject, fields, values);
  const unknown = uncomputed(fields, values, computed);
  const declared = { [place]: message(['required'], '', fields, rules) };
  const known = withExamples(values, computed);
  const found = [
    ...findings(declared, [], { [place]: values }).problems,
    ...unknown.map(
      (path) =>
        `${place}.${path} must be known at synthesis: it is escaped or part of a pattern. Use claimMatch for a value that only Terraform knows`,
    ),
  ];
  const problems =
    found.length > 0 ? found : combinationProblems(platform, values).map((problem) => `${place}: ${problem}`);
  const reason = values['allowBroadSubject'];
  const shared = { title, problems, narrow, ...(isNonEmptyText(reason) && { allowBroadSubject: reason }) };
  if (problems.length > 0) return shared;
  return {
    ...shared,
    // An id that only Terraform knows stays a reference: the plan shows the whole pattern.
    policy: toTrustPolicy(typed, values),
    decided: toTrustPolicy(typed, known),
    owners: typed.owners?.(known) ?? [],
    ruledOut: typed.ruledOut?.(known) ?? [],
  };
}

/**
 * Returns the platform and the props in the data of a trust: an object with the name of a factory as its only key.
 *
 * @throws Error for another key.
 */
export function readTrustData(data: unknown): [name: PlatformName, props: unknown] {
  requireType('Trust.of', 'its data, the first argument,', 'an object', data, isPlain);
  const names = Object.keys(data).filter((name) => data[name] !== undefined);
  const known = Object.keys(PLATFORMS);
  const [name = ''] = names;
  if (names.length !== 1)
    throw new Error(
      `Trust.of: exactly one of ${known.join(', ')} must be given, found ${names.length === 0 ? 'none' : names.join(', ')}.`,
    );
  if (!isPlatform(name)) {
    const meant = nearest(name, known);
    throw new Error(
      `Trust.of: unknown platform \`${name}\`; ${meant === undefined ? `known platforms are ${known.join(', ')}` : `did you mean \`${meant}\`?`}`,
    );
  }
  return [name, data[name]];
}

function isPlatform(name: string): name is PlatformName {
  return Object.hasOwn(PLATFORMS, name);
}

/** Returns the combinations of props that the platform excludes. The props have their declared types. */
export function combinationProblems(platform: Platform<never>, values: Values): readonly string[] {
  const typed = platform as Platform<Values>;
  const { computed = {} } = typed;
  const isOpen = uncomputed(typed.fields, values, computed).length > 0;
  return isOpen ? [] : (typed.problems?.(withExamples(values, computed)) ?? []);
}

/** Returns the props with text for each number, a list for each single text, and without absent values. */
export function normalized(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, Object.hasOwn(fields, name) ? normal(fields[name]?.type, value) : value]),
  );
}

function normal(type: FieldType | undefined, value: unknown): unknown {
  // A larger integer is already rounded, and a check of its text would not notice.
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value) && !Token.isUnresolved(value);
  if (type?.is === 'string' && typeof value === 'number' && !isRounded)
    return Token.isUnresolved(value) ? Token.asString(value) : String(value);
  if (type?.is === 'list' && isScalar(value)) return [value];
  if (type?.is === 'message' && isPlain(value)) return normalized(type.fields, value);
  return value;
}

/** Returns the paths of unknown values that have no example. */
function uncomputed(fields: Fields, values: Values, examples: Values): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const example = examples[name];
    const type = fields[name]?.type;
    if (type?.is === 'message' && isPlain(value))
      return uncomputed(type.fields, value, isObject(example) ? example : {}).map((path) => `${name}.${path}`);
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return parts.some((part) => isPending(part)) && typeof example !== 'string' ? [name] : [];
  });
}

function withExamples(values: Values, examples: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const example = examples[name];
      if (isPending(value) && example !== undefined) return [name, example];
      return [name, isPlain(value) && isObject(example) ? withExamples(value, example) : value];
    }),
  );
}
