/**
 * Two resources of one plan that would create the same object: the apply would make the first and stop at the second, so
 * the plan stops at once. A plan names no addresses, and replacing an object is planned like creating one; whatever may
 * be a replacement therefore passes: one refused by mistake is worse than two found only by the apply.
 */
import { isUnknown, type Diags } from '../../plugin';
import { snakeCase } from '../../api';
import type { Declaration } from '../../schema';
import { keyText } from '../lifecycle/find-existing';
import { apiValue, parentAttribute, typeName } from '../convert';
import { subjectOf } from '../lifecycle/messages';

type Attributes = Readonly<Record<string, unknown>>;

export interface PlannedCreates {
  /** An object like this is in the state already: it may be planned again, to be replaced. */
  exists(declaration: Declaration, attributes: Attributes): void;
  /** Whether another resource of this plan creates the same object. */
  isTaken(declaration: Declaration, attributes: Attributes): boolean;
}

/**
 * For one configuration of the provider. Terraform and OpenTofu plan a resource's creation once before they configure
 * the provider anew; a host of another kind, whose version reads otherwise, may plan it as often as it likes.
 */
export function createPlannedCreates(terraformVersion: string): PlannedCreates {
  const plansOnce = /^\d+\.\d+\./.test(terraformVersion);
  const existing = new Set<string>();
  const created = new Set<string>();
  return {
    exists(declaration, attributes) {
      const key = knownKey(declaration, attributes);
      if (key !== undefined) existing.add(key);
    },
    isTaken(declaration, attributes) {
      const key = knownKey(declaration, attributes);
      if (!plansOnce || key === undefined || existing.has(key)) return false;
      return created.size === created.add(key).size;
    },
  };
}

/** Says so on the attribute that tells objects of the kind apart. */
export function plannedTwice(declaration: Declaration, plan: Attributes, diags: Diags): void {
  const names = keyAttributes(declaration);
  diags.error(
    `Two resources declare the same ${subjectOf(declaration, plan)}`,
    [
      `Another ${typeName(declaration)} of this plan creates it too. The apply would make one of the two and stop at the other.`,
      `Remove one of the two resources, or let them differ in ${names.join(', ')}. To have two such objects all the same, set on_existing = "create" in the provider block.`,
    ].join('\n'),
    names.slice(-1),
  );
}

/** The attributes that tell two objects of a kind apart, the parent first. */
function keyAttributes(declaration: Declaration): string[] {
  const parent = parentAttribute(declaration);
  const own = declaration.uidIs === 'parentUid' ? [] : declaration.naturalKey.map(snakeCase);
  return parent === undefined ? own : [parent, ...own];
}

/** The natural key in its place; `undefined` while a part of it is unknown. */
function knownKey(declaration: Declaration, attributes: Attributes): string | undefined {
  if (keyAttributes(declaration).some((name) => isUnknown(attributes[name]))) return undefined;
  const attribute = parentAttribute(declaration);
  const parent = attribute === undefined ? null : attributes[attribute];
  const named = declaration.uidIs === 'parentUid' ? [] : declaration.naturalKey;
  const values = named.flatMap((name): [string, unknown][] => {
    const field = declaration.fields[name];
    return field === undefined ? [] : [[name, apiValue(field.type, attributes[snakeCase(name)])]];
  });
  return keyText(declaration, {
    parent: typeof parent === 'string' ? parent : undefined,
    values: Object.fromEntries(values),
  });
}
