/** The inverse of a platform: the props of the trust that has a given trust policy. */
import { isObject, jsonText, type JsonValue, type Values } from '../../model/api';
import { behaves, checkFields, errorsAmong, isPresent, type Field, type Fields } from '../../model/schema';
import { decide } from './decision';
import {
  isNumberId,
  toTrustPolicy,
  type Platform,
  type TrustDataOptions,
  type TrustMethods,
  type TrustPolicy,
} from '../platforms/platform';
import { PLATFORMS } from '../platforms/platforms';
import type { TrustData } from './trust-data';

/**
 * Returns the trust that has exactly the trust policy of an identity, as plain data with the fewest props. Returns undefined for a
 * policy that no trust has, for one with an expression of Terraform, and for one that `Trust` rejects: it accepts outsiders, or
 * nobody, or its decision is inconclusive.
 */
export function findTrustData(
  identity: TrustMethods,
  { signInIssuers = [] }: TrustDataOptions = {},
): TrustData | undefined {
  const methods: TrustMethods = withoutUnset({
    claimMatch: withoutUnset(identity.claimMatch ?? {}),
    awsIdentity: withoutUnset(identity.awsIdentity ?? {}),
  });
  for (const [name, platform] of Object.entries(PLATFORMS) as [string, Platform<Values>][]) {
    const props = defined(platform.toProps(methods, { signInIssuers }) ?? {});
    if (isMadeBy(platform, props, methods))
      return { [name]: shortForm(platform.fields, props) } as unknown as TrustData;
  }
  return undefined;
}

/** Returns a description of the workloads that exactly this trust policy accepts, or undefined if no platform has one. */
export function trustInWords(methods: TrustMethods): string | undefined {
  for (const platform of Object.values(PLATFORMS) as Platform<Values>[]) {
    if (platform.inWords === undefined) continue;
    const props = defined(platform.toProps(methods, { signInIssuers: [] }) ?? {});
    if (findPolicy(platform, props, methods) !== undefined) return platform.inWords(props);
  }
  return undefined;
}

/** Returns the trust policy if the props are valid and have exactly this one. */
function findPolicy(platform: Platform<Values>, props: Values, methods: TrustMethods): TrustPolicy | undefined {
  // Most policies are of another platform, and lack one of its props.
  if (Object.entries(platform.fields).some(([name, field]) => behaves(field, 'required') && !isPresent(props[name])))
    return undefined;
  // Terraform would evaluate an expression.
  if (/[$%]\{/.test(jsonText(props as JsonValue))) return undefined;
  if (errorsAmong(checkFields(platform.fields, platform.rules ?? [], props)).length > 0) return undefined;
  if ((platform.problems?.(props) ?? []).length > 0) return undefined;
  const policy = toTrustPolicy(platform, props);
  return isSame(policy, methods) ? policy : undefined;
}

/** Returns true if `Trust` accepts the props, and they have exactly this trust policy. */
function isMadeBy(platform: Platform<Values>, props: Values, methods: TrustMethods): boolean {
  const { title, narrow } = platform;
  const policy = findPolicy(platform, props, methods);
  if (policy === undefined) return false;
  const facts = { owners: platform.owners?.(props) ?? [], ruledOut: platform.ruledOut?.(props) ?? [] };
  const { problem, inconclusive } = decide({ title, narrow, decided: policy, ...facts });
  return problem === undefined && inconclusive === undefined;
}

function isSame(policy: TrustPolicy, methods: TrustMethods): boolean {
  return jsonText(policy as unknown as JsonValue) === jsonText(methods as unknown as JsonValue);
}

/** Returns the fields without empty text and empty maps: the API does not distinguish them from absent fields. */
function withoutUnset<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => isPresent(value) && !isEmpty(value)),
  ) as Partial<T>;
}

function isEmpty(value: unknown): boolean {
  return value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function defined(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isObject(value) ? defined(value) : value]),
  );
}

/** Returns the props as a person writes them: a number for an id, and one text instead of a list of one. */
function shortForm(fields: Fields, props: Values): Values {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => [name, shortValue(fields[name] as Field, value)]),
  );
}

function shortValue(field: Field, value: unknown): unknown {
  if (field.type.is === 'message' && isObject(value)) return shortForm(field.type.fields, value);
  if (Array.isArray(value) && value.length === 1) return value[0];
  return isNumberId(field) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
