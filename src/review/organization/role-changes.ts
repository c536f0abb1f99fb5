/** Finds role bindings that give an identity another role: the plan deletes the one and creates the other. */
import { groupBy } from '../../access/graph/paths';
import { getDeclaration, roleBinding } from '../../model/kinds';
import type { ReviewedOrganization } from './assemble';
import type { ObjectMatch } from './object-matches';
import { objectId, type Instance, type Objects, type PlatformObject } from './objects/objects';
import { createReferences, referenceAttributes } from './objects/references';

export interface RoleChanges {
  readonly matches: readonly ObjectMatch[];
  /** The matches among them that only change a role. */
  readonly roleChanges: ReadonlySet<ObjectMatch>;
}

/** The attribute that a role change changes. All other references of both bindings are equal. */
const ROLE = 'role_uid';

/**
 * Replaces the match of a deleted role binding and that of a created one by one match, if only their roles differ. Several deleted
 * or created bindings of one identity in one group stay apart, because their order means nothing.
 */
export function pairRoleChanges(matches: readonly ObjectMatch[], organization: ReviewedOrganization): RoleChanges {
  const bindings = matches.filter(({ declaration }) => declaration === roleBinding);
  const find = createFinder(organization);
  const groups = groupBy(bindings.filter(isOpen), (match) => find(match) ?? '');
  const paired = new Map<ObjectMatch, ObjectMatch | undefined>();
  for (const [key, group] of groups) {
    const [gone, made] = [
      group.filter(({ after }) => after === undefined),
      group.filter(({ before }) => before === undefined),
    ];
    const [was, is] = [gone[0], made[0]];
    if (key === '' || was === undefined || is === undefined || group.length !== 2) continue;
    paired.set(was, undefined);
    paired.set(is, { ...is, status: 'replaced', before: was.before, pathBefore: was.pathBefore });
  }
  const all = matches.flatMap((match) => (paired.has(match) ? (paired.get(match) ?? []) : [match]));
  const inPlace = bindings.filter((match) => match.status === 'replaced' && isSameGrant(match, find));
  return {
    matches: all,
    roleChanges: new Set([...[...paired.values()].filter((match) => match !== undefined), ...inPlace]),
  };
}

/** Returns true for a binding whose address the plan adds or removes: such an address can move. */
function isOpen({ status, before, after }: ObjectMatch): boolean {
  const instance = (after ?? before)?.instances[0];
  const { fate, isUndeclared = false } = instance?.change ?? {};
  if (fate === undefined || isUndeclared || instance?.deposed !== undefined) return false;
  return status === 'added'
    ? fate.isMade && fate.old === 'none'
    : status === 'removed' && fate.old === 'gone' && !fate.isMade;
}

type FindKey = (match: ObjectMatch) => string | undefined;

/** Returns a text that is equal for bindings of the same plan that differ in their role only; undefined if it is unknown. */
function createFinder({ before, after }: ReviewedOrganization): FindKey {
  const [keyBefore, keyAfter] = [createKey(before, after), createKey(after, before)];
  return (match) => (match.after === undefined ? match.before && keyBefore(match.before) : keyAfter(match.after));
}

/** A reference to an object that exists on this side alone is no key: such an object is deleted, or created. */
function createKey(objects: Objects, others: Objects) {
  const refer = createReferences(objects);
  return ({ instances: [instance] }: PlatformObject): string | undefined => {
    const keys = referenceAttributes(instance.declaration).map(({ name, kind }) => {
      const found = refer(instance, name);
      if ('unresolved' in found || found.key === undefined) return undefined;
      const id = objectId(getDeclaration(kind), found.key);
      return name === ROLE ? '' : objects.has(id) === others.has(id) ? id : undefined;
    });
    return keys.includes(undefined) ? undefined : JSON.stringify([instance.plan.name, ...keys]);
  };
}

function isSameGrant({ before, after, ...rest }: ObjectMatch, find: FindKey): boolean {
  const key = find({ ...rest, before, after: undefined });
  return key !== undefined && key === find({ ...rest, before: undefined, after });
}

/** The order of the deletion and the creation. */
export type WriteOrder = 'any' | 'deletion first' | 'creation first';

/** Returns the order of both writes. Terraform orders them at one address only. */
export function getOrder(before: Instance, after: Instance): WriteOrder {
  if (before.address !== after.address) return 'any';
  return after.change?.actions[0] === 'create' ? 'creation first' : 'deletion first';
}
