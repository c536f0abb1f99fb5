/** Resolves references of an object: a known uid, or an expression that proves to be the uid of another object. */
import { isUid, snakeCase } from '../../../model/api';
import { onceFor } from '../../../base/cache/once-for';
import { containerKind } from '../../../model/kinds';
import { toAttribute, getAttribute, getScopeField, parentAttribute, type Declaration } from '../../../model/schema';
import { mentioned, provenReference } from '../../input/plan/configuration';
import { UNKNOWN_VALUE } from '../../input/plan/plan';
import { attribute } from '../../input/plan/values';
import { parentOfUid, type Instance, type Objects } from './objects';

/** A reference that is unknown until apply. */
export interface Unresolved {
  readonly instance: Instance;
  readonly attribute: string;
  /** The reason, as a clause. */
  readonly reason: string;
  /** The references of the expression, which prove nothing. */
  readonly mentions: readonly string[];
}

/** The target of a reference attribute. */
export type ReferenceTarget = { readonly key: string | undefined } | { readonly unresolved: Unresolved };

interface ReferenceAttribute {
  readonly name: string;
  /** The kind of the other object. */
  readonly kind: string;
}

/** Returns the attributes of a kind that contain uids of other objects. The parent comes first. */
export const referenceAttributes = onceFor(({ parent, fields }: Declaration): readonly ReferenceAttribute[] => {
  const own = Object.entries(fields).flatMap(([name, field]) =>
    field.type.is === 'string' && field.type.refersTo !== undefined
      ? [{ name: toAttribute(name, field), kind: field.type.refersTo }]
      : [],
  );
  if (parent === undefined) return own;
  return [{ name: snakeCase(parent.name), kind: parent.kind ?? containerKind.kind }, ...own];
});

/** Returns the attribute with the group of an object: where it gives its role, or its parent. */
export function groupAttribute(declaration: Declaration): string | undefined {
  const scope = getScopeField(declaration.fields);
  return scope === undefined ? parentAttribute(declaration) : getAttribute(declaration, scope);
}

/** Returns a function that resolves references among the objects: always the same one for the same objects. */
export const createReferences = onceFor((objects: Objects) => {
  const byAddress = new Map<string, Instance>();
  for (const { instances } of objects.values())
    for (const instance of instances)
      if (instance.deposed === undefined && !instance.isForgotten)
        byAddress.set(`${instance.plan.name} ${instance.address}`, instance);

  return (instance: Instance, name: string): ReferenceTarget => {
    const { declaration, key, plan, address, values } = instance;
    // The uid of an object determines its parent, even if the attribute differs.
    if (name === parentAttribute(declaration) && isUid(key)) return { key: parentOfUid(declaration, key) };
    const value = attribute(values, name);
    if (value === undefined || value === '') return { key: undefined };
    if (isUid(value)) return { key: value };
    const unresolved = (reason: string): ReferenceTarget => ({
      unresolved: { instance, attribute: name, reason, mentions: mentioned(plan.configuration, address, name) },
    });
    if (value !== UNKNOWN_VALUE) return unresolved('it is not a uid');
    const target = provenTarget(instance, name);
    const found = target === undefined ? undefined : byAddress.get(`${plan.name} ${target}`);
    return found === undefined ? unresolved('it is unknown until apply') : { key: found.key };
  };
});

const proven = new WeakMap<Instance, Map<string, string | undefined>>();

/** Returns the proven target, from a cache: each instance is resolved many times. */
function provenTarget(instance: Instance, name: string): string | undefined {
  const targets = proven.get(instance) ?? new Map<string, string | undefined>();
  proven.set(instance, targets);
  if (!targets.has(name)) targets.set(name, provenReference(instance.plan.configuration, instance.address, name));
  return targets.get(name);
}
