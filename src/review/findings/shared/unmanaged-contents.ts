/** Describes the unmanaged objects that prevent a deletion: in a group, or with a reference to the deleted object. */
import { onceFor } from '../../../base/cache/once-for';
import { counted, few } from '../../../base/text/words';
import { isUid, isWithin } from '../../../model/api';
import { declarations, getDeclaration, group } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import type { Analysis } from '../../access/analysis';
import type { ObjectMatch } from '../../organization/object-matches';
import { objectId, type PlatformObject } from '../../organization/objects/objects';
import { groupByReference, isUnmanagedObject } from '../../organization/staying-objects';
import type { BlockingObjects } from './finding';
import { createContentNames, sortNamed, toNamed, toBlockingObjects, type NamedContent } from './unmanaged-names';

/** Ends the sentence with the counts of unmanaged objects. */
const REFUSED = ', and the API refuses the deletion.';

/** Returns the sentence about the objects that an apply deletes before the refusal. */
export function deletedText(count: number): string {
  return `The apply deletes ${counted(count, 'other object')}.`;
}

/** Returns the next step. The service keeps some kinds of objects itself: no request deletes or imports them. */
function nextStep(counts: ReadonlyMap<string, number>): string {
  const kept = declarations.filter(({ operations }) => !operations.includes('delete')).map(kindInWords);
  const found = kept.filter((kind) => counts.has(kind));
  const others = found.length === 0 ? 'unmanaged' : 'other unmanaged';
  const step = ` Delete the ${others} objects first (\`platform-iac drift\` prints the commands), or import them with \`platform-iac adopt --unmanaged\`.`;
  if (found.length === 0) return step;
  const keep = ` No request of the API deletes a ${found.join(' or a ')}. Keep the object that needs it.`;
  return [...counts.keys()].every((kind) => found.includes(kind)) ? keep : `${keep}${step}`;
}

const NOT_READ =
  ' Its unmanaged contents were not read, and the API refuses the deletion if there are any. To read them, run `platform-iac plan` with a token.';

/** The unmanaged objects that prevent the deletion of an object. */
interface Blockers {
  readonly keys: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The clause after the name of the object that stays; absent if the API deletes it. */
  readonly stays?: string;
  /** A sentence about other objects, or that unmanaged objects are unknown. */
  readonly text: string;
  readonly unmanaged?: BlockingObjects;
  /** Unmanaged grants of the role owner. */
  readonly owners: readonly NamedContent[];
  /** The next step; absent without an object. */
  readonly nextStep?: string;
}

/** Returns a function that describes what prevents a deletion. `dependents`: the number of objects that are deleted with it. */
export function createBlockers(analysis: Analysis): (deleted: PlatformObject, dependents: number) => Blockers {
  const { findKnown, findUsers } = unmanagedIn(analysis);
  const isRead = analysis.context !== undefined || analysis.live !== undefined;
  return (deleted, dependents) => {
    const { key, declaration } = deleted;
    const isGroup = declaration === group;
    const users = findUsers(deleted);
    const known = [...findKnown(deleted), ...users];
    const counts = countKinds(known);
    const others = isGroup ? addContents(counts, key, known, analysis) : [];
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const keys = known.map((object) => object.key);
    if (total === 0) return { keys, counts, owners: [], text: isGroup && !isRead ? NOT_READ : '' };
    const objects = sortNamed([...known.map((object) => toNamed(object, analysis)), ...others], [...counts.keys()]);
    const kinds = few([...counts].map(([kind, count]) => counted(count, kind)));
    return {
      ...{ keys, counts, owners: objects.filter(({ isOwner }) => isOwner) },
      stays: `${isGroup ? neededText(total, users.length) : 'unmanaged objects still use it'} (${kinds})${REFUSED}`,
      text: dependents > 0 ? ` ${deletedText(dependents)}` : '',
      unmanaged: { count: total, objects: toBlockingObjects(objects) },
      nextStep: nextStep(counts),
    };
  };
}

/** Returns the clause about a group. `users`: the number of objects outside of it that use its contents. */
function neededText(total: number, users: number): string {
  if (users === 0) return `it contains ${counted(total, 'unmanaged object')}`;
  return users === total
    ? 'unmanaged objects still use its contents'
    : 'it contains unmanaged objects, and others use its contents';
}

/** Returns the deleted objects that stay, because the API refuses their deletion. A group in a deleted group can be one. */
export const findStaying = onceFor((analysis: Analysis): ReadonlySet<ObjectMatch> => {
  const { organization, matches } = analysis;
  return new Set(
    matches.filter(
      ({ before, status, declaration }) =>
        before !== undefined && DELETED.has(status) && organization.staying.has(objectId(declaration, before.key)),
    ),
  );
});

const DELETED: ReadonlySet<ObjectMatch['status']> = new Set(['removed', 'recreated', 'replaced']);

/** Finds the unmanaged objects in a group, or with a reference to another object, and those outside of a group that use its contents. */
const unmanagedIn = onceFor(({ organization }: Pick<Analysis, 'organization'>) => {
  const unmanaged = [...organization.before.values()].filter(isUnmanagedObject);
  const referring = groupByReference(unmanaged);
  return {
    findKnown: ({ key, declaration }: PlatformObject): readonly PlatformObject[] =>
      declaration === group ? unmanaged.filter(isInside(key)) : (referring.get(key) ?? []),
    findUsers: ({ key, declaration }: PlatformObject): readonly PlatformObject[] => {
      if (declaration !== group) return [];
      const isContent = (used: string) => used !== key && isUid(used) && isWithin(used, key);
      const users = [...referring].flatMap(([used, objects]) => (isContent(used) ? objects : []));
      return [...new Set(users)].filter((user) => !isInside(key)(user));
    },
  };
});

function isManaged({ before }: Analysis['organization'], id: string): boolean {
  return before.get(id)?.isManaged === true;
}

/** Returns a function that tests if an object is in the group. An account association has the uid of its group (contract U4). */
function isInside(groupKey: string): (object: PlatformObject) => boolean {
  return ({ key }) => isUid(key) && isWithin(key, groupKey);
}

function countKinds(objects: readonly PlatformObject[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { declaration } of objects)
    counts.set(kindInWords(declaration), (counts.get(kindInWords(declaration)) ?? 0) + 1);
  return counts;
}

/** Adds objects that the API has shown in the group and that no plan manages or reads. Returns those with names. */
function addContents(
  counts: Map<string, number>,
  uid: string,
  known: readonly PlatformObject[],
  analysis: Analysis,
): NamedContent[] {
  const { organization, context } = analysis;
  const ids = new Set(known.map(({ declaration, key }) => objectId(declaration, key)));
  const contents = (context?.contents ?? []).filter(({ group: of }) => of === uid);
  const toName = createContentNames(contents, analysis);
  return contents.flatMap(({ kind, count, objects }) => {
    const declaration = getDeclaration(kind);
    const others = objects.filter(({ uid: own }) => {
      const id = objectId(declaration, own);
      return !ids.has(id) && !isManaged(organization, id);
    });
    const word = kindInWords(declaration);
    const more = count - (objects.length - others.length);
    if (more > 0) counts.set(word, (counts.get(word) ?? 0) + more);
    return others.map((object) => toName(kind, object));
  });
}
