/** To what an object refers: by a uid that is known, or by an expression that is proved to be nothing but another's uid. */
import { isUid, snakeCase } from '../../../api';
import { containerKind } from '../../../resources';
import type { Declaration } from '../../../schema';
import { mentioned, provenReference } from '../../input/plan/configuration';
import { UNKNOWN } from '../../input/plan/plan';
import { attribute } from '../../input/plan/values';
import { parentOfUid, type Instance, type Objects } from './objects';

/** What cannot be told before the apply. */
export interface Unresolved {
  readonly instance: Instance;
  readonly attribute: string;
  /** What is not known, in words. */
  readonly reason: string;
  /** What the expression mentions, which proves nothing. */
  readonly mentions: readonly string[];
}

/** What an attribute refers to. */
export type Referred = { readonly key: string | undefined } | { readonly unresolved: Unresolved };

/** The attributes of a kind that hold uids of others, and of which kind these are. The parent comes first. */
export function referenceAttributes({ parent, fields }: Declaration): readonly { name: string; kind: string }[] {
  const own = Object.entries(fields).flatMap(([name, { type }]) =>
    type.is === 'string' && type.refersTo !== undefined ? [{ name: snakeCase(name), kind: type.refersTo }] : [],
  );
  if (parent === undefined) return own;
  return [{ name: snakeCase(parent.name), kind: parent.kind ?? containerKind.kind }, ...own];
}

export function parentAttribute({ parent }: Declaration): string | undefined {
  return parent && snakeCase(parent.name);
}

/** Finds what instances refer to among the objects there are. */
export function createReferences(objects: Objects) {
  const byAddress = new Map<string, Instance>();
  for (const { instances } of objects.values())
    for (const instance of instances)
      if (instance.deposed === undefined && !instance.isForgotten)
        byAddress.set(`${instance.plan.name} ${instance.address}`, instance);

  return (instance: Instance, name: string): Referred => {
    const { declaration, key, plan, address, values } = instance;
    // The uid says where the object lies, whatever else is written.
    if (name === parentAttribute(declaration) && isUid(key)) return { key: parentOfUid(declaration, key) };
    const value = attribute(values, name);
    if (value === undefined || value === '') return { key: undefined };
    if (isUid(value)) return { key: value };
    const unresolved = (reason: string): Referred => ({
      unresolved: { instance, attribute: name, reason, mentions: mentioned(plan.configuration, address, name) },
    });
    if (value !== UNKNOWN) return unresolved('it is no uid');
    const target = provenTarget(instance, name);
    const found = target === undefined ? undefined : byAddress.get(`${plan.name} ${target}`);
    return found === undefined ? unresolved('it is known only after the apply') : { key: found.key };
  };
}

const proven = new WeakMap<Instance, Map<string, string | undefined>>();

/** The same for the same instance, of which it is asked many times. */
function provenTarget(instance: Instance, name: string): string | undefined {
  const targets = proven.get(instance) ?? new Map<string, string | undefined>();
  proven.set(instance, targets);
  if (!targets.has(name)) targets.set(name, provenReference(instance.plan.configuration, instance.address, name));
  return targets.get(name);
}
