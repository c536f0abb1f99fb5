/** Finds the objects that the plans mention and do not describe. The context reads them. */
import { isDeepStrictEqual } from 'node:util';
import {
  ancestorUids,
  isDescendant,
  isPlaceholderUid,
  isUid,
  isWithin,
  parentUid,
  type Values,
} from '../../../model/api';
import { declarations, getDeclaration, getGroupUid, group, identity, role, roleBinding } from '../../../model/kinds';
import type { Declaration } from '../../../model/schema';
import { getCreates } from './existing';
import { grantsThrough, type GrantingObject } from './grants-through';
import { isNewKey, describeKey, findNaturalKey, type NaturalKey } from '../objects/natural-keys';
import { findKind } from '../../input/plan/platform-kind';
import { describedIn, objectId, readObjects, findUid } from '../objects/objects';
import { referenceAttributes } from '../objects/references';
import type { TerraformPlan } from '../../input/plan/plan';

export interface Needed {
  readonly groups: readonly string[];
  /** Identities with a group. */
  readonly identities: readonly string[];
  readonly roles: readonly string[];
  /** True if the plans mention any role. */
  readonly grantsRoles: boolean;
  /** People by uid, and the uids of existing role bindings that show them. */
  readonly people: ReadonlyMap<string, readonly string[]>;
  readonly keys: ReadonlyMap<Declaration, readonly NaturalKey[]>;
  /** Objects that other grants may give access through: imported ones that change, and identity providers and capabilities of roles that change. */
  readonly granting: readonly GrantingObject[];
  /** The topmost groups that are deleted. */
  readonly deleted: readonly string[];
  /** Returns true if a plan manages the object. */
  readonly isManaged: (declaration: Declaration, uid: string) => boolean;
  /** Returns the number of objects of the kind that the plans manage beneath a group. */
  readonly managedIn: (declaration: Declaration, scope: string) => number;
}

/** Returns the reads that the plans need. */
export function neededFor(plans: readonly TerraformPlan[]): Needed {
  const described = new Set<string>();
  const managed = new Map<Declaration, Set<string>>(declarations.map((declaration) => [declaration, new Set()]));
  const mentioned = { groups: new Set<string>(), identities: new Set<string>(), roles: new Set<string>() };
  const people = new Map<string, Set<string>>();
  const deleted = new Set<string>();
  const granting: GrantingObject[] = [];

  const mention = (declaration: Declaration, values: Values): void => {
    const own = findUid(declaration, values);
    if (own !== undefined) mentionGroups(declaration, own);
    for (const { name, kind } of referenceAttributes(declaration)) {
      const uid = values[name];
      if (!isUid(uid)) continue;
      mentionGroups(getDeclaration(kind), uid);
      if (isPlaceholderUid(uid)) continue;
      if (kind === role.kind) mentioned.roles.add(uid);
      if (kind === identity.kind && parentUid(uid) !== undefined) mentioned.identities.add(uid);
      if (kind === identity.kind && parentUid(uid) === undefined) {
        const bindings = people.get(uid) ?? new Set();
        people.set(uid, own !== undefined && declaration === roleBinding ? bindings.add(own) : bindings);
      }
    }
  };
  // The parent of some kinds is no group.
  const mentionGroups = (declaration: Declaration, uid: string): void => {
    const nearest = declaration === group ? uid : getGroupUid(declaration, uid);
    for (const above of nearest === undefined ? [] : [nearest, ...ancestorUids(nearest)])
      if (!isPlaceholderUid(above)) mentioned.groups.add(above);
  };

  for (const plan of plans) {
    for (const instance of plan.prior) {
      const declaration = findKind(instance);
      if (instance.mode === 'data') {
        const read = readObjects(plan, instance);
        // An object in a response names its role without the capabilities.
        for (const shown of [...read, ...read.flatMap(describedIn).filter(({ declaration: one }) => one !== role)])
          described.add(objectId(shown.declaration, shown.key));
        for (const shown of read) mention(shown.declaration, shown.values);
      } else if (declaration !== undefined) {
        const uid = findUid(declaration, instance.values);
        if (uid !== undefined) managed.get(declaration)?.add(uid);
        mention(declaration, instance.values);
      }
    }
    for (const change of [...(plan.changes ?? []), ...plan.drift]) {
      const declaration = change.mode === 'managed' ? findKind(change) : undefined;
      if (declaration === undefined) continue;
      for (const values of [change.before, change.after]) if (values !== undefined) mention(declaration, values);
      const uid = change.before && findUid(declaration, change.before);
      if (declaration === group && change.fate?.old === 'gone' && uid !== undefined) deleted.add(uid);
      const isWidened =
        declaration === role && !isDeepStrictEqual(change.before?.['capabilities'], change.after?.['capabilities']);
      const isGranting = change.isImported || declaration.access?.signIn !== undefined || isWidened;
      const isOverwritten = isGranting && change.actions.includes('update') && grantsThrough(declaration).length > 0;
      if (isOverwritten && uid !== undefined) granting.push({ declaration, uid });
    }
  }
  const isManaged = (declaration: Declaration, uid: string) => managed.get(declaration)?.has(uid) === true;
  const isUnknown = (declaration: Declaration) => (uid: string) =>
    !isManaged(declaration, uid) && !described.has(objectId(declaration, uid));
  return {
    groups: [...mentioned.groups].filter(isUnknown(group)).sort(),
    identities: [...mentioned.identities].filter(isUnknown(identity)).sort(),
    roles: [...mentioned.roles].filter(isUnknown(role)).sort(),
    grantsRoles: mentioned.roles.size > 0,
    people: new Map(
      [...people].filter(([uid]) => isUnknown(identity)(uid)).map(([uid, bindings]) => [uid, [...bindings]] as const),
    ),
    keys: getKeys(plans),
    granting,
    deleted: [...deleted].filter((uid) => ![...deleted].some((other) => isDescendant(uid, other))).sort(),
    isManaged,
    managedIn: (declaration, scope) =>
      [...(managed.get(declaration) ?? [])].filter((uid) => liesBeneath(declaration, uid, scope)).length,
  };
}

/** Returns true if the object is anywhere beneath the group. An account association has the uid of its group (contract U4). */
export function liesBeneath({ uidScheme }: Declaration, uid: string, scope: string): boolean {
  return uidScheme === 'parentUid' ? isWithin(uid, scope) : isDescendant(uid, scope);
}

/** Returns the natural keys to look up. The key of an object in a new group is free. */
function getKeys(plans: readonly TerraformPlan[]): ReadonlyMap<Declaration, readonly NaturalKey[]> {
  const keys = new Map<Declaration, Map<string, NaturalKey>>();
  for (const plan of plans)
    for (const { declaration, after } of getCreates(plan)) {
      const key = findNaturalKey(declaration, after);
      if (key === undefined || key === 'unknown' || isNewKey(key)) continue;
      const found = keys.get(declaration) ?? new Map<string, NaturalKey>();
      keys.set(declaration, found.set(describeKey(declaration, key), key));
    }
  return new Map([...keys].map(([declaration, found]) => [declaration, [...found.values()]]));
}
