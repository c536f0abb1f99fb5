/** Checks the meta-arguments of a resource: CDKTF drops values of other types, or overflows its stack. */
import { dependable, TerraformProvider, type TerraformResourceLifecycle } from 'cdktf';
import { isObject, type Values } from '../../src/model/api';
import { isPlain, requireType } from './constructor-arguments';

/** The meta-arguments of CDKTF. */
export const metaArguments = [
  'dependsOn',
  'count',
  'provider',
  'lifecycle',
  'forEach',
  'provisioners',
  'connection',
] as const;

/**
 * Checks `dependsOn`, `lifecycle` and `provider`, if they are given.
 *
 * @throws Error if one of them has a wrong type.
 */
export function requireMetaArguments(subject: string, { dependsOn, lifecycle, provider }: Values): void {
  if (dependsOn !== undefined) {
    requireType(subject, 'dependsOn', 'a list of resources', dependsOn, isList);
    for (const [index, one] of dependsOn.entries())
      requireType(subject, `dependsOn[${index}]`, 'a resource or a data source', one, hasAddress);
  }
  if (lifecycle !== undefined)
    requireType(subject, 'lifecycle', 'an object, such as the lifecycle of a Rotation', lifecycle, isPlain);
  if (provider !== undefined) requireType(subject, 'provider', 'a PlatformProvider', provider, isProvider);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function hasAddress(value: unknown): value is { readonly fqn: string } {
  return isObject(value) && 'fqn' in value;
}

function isProvider(value: unknown): value is TerraformProvider {
  return TerraformProvider.isTerraformProvider(value);
}

/** Returns an object without its undefined members. CDKTF would resolve the name of each of them several times. */
export function definedMembers(object: object): Values {
  const members: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) if (value !== undefined) members[name] = value;
  return members;
}

/**
 * Returns the lifecycle with addresses in `replaceTriggeredBy`: Terraform rejects the expressions that CDKTF writes
 * there.
 */
export function withAddresses(lifecycle: TerraformResourceLifecycle): TerraformResourceLifecycle {
  const { replaceTriggeredBy } = lifecycle;
  if (replaceTriggeredBy === undefined) return lifecycle;
  return {
    ...lifecycle,
    replaceTriggeredBy: replaceTriggeredBy.map((cause) => (typeof cause === 'string' ? cause : dependable(cause))),
  };
}
