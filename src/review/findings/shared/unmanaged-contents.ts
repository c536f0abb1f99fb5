/** Describes the unmanaged objects that prevent a deletion: in a group, or with a reference to the deleted object. */
import { counted, few, listed } from '../../../base/text/words';
import { isUid, isWithin } from '../../../model/api';
import { getDeclaration, group } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import type { Analysis } from '../../access/analysis';
import { objectId, type PlatformObject } from '../../organization/objects/objects';
import { referenceAttributes } from '../../organization/objects/references';
import {
  createContentNames,
  namedText,
  listContentNames,
  sortNamed,
  toNamed,
  type NamedContent,
} from './unmanaged-names';

/** Ends the sentence with the counts of unmanaged objects. */
export const REFUSED = ', and the API refuses the deletion.';

/** Returns the sentence about the objects that an apply deletes before the refusal. */
export function deletedText(count: number): string {
  return `The apply deletes ${counted(count, 'other object')}.`;
}

/** The number of unmanaged objects that a sentence names. */
const MOST_NAMED = 6;

const NEXT_STEP =
  ' Delete the unmanaged objects first (`platform-iac drift` prints the commands), or import them with `platform-iac adopt --unmanaged`.';
const ALL = ' To list all, run `platform-iac drift`.';
const NOT_READ =
  ' Its unmanaged contents were not read, and the API refuses the deletion if there are any. To read them, run `platform-iac plan` with a token.';

/** The unmanaged objects that prevent the deletion of an object. */
interface Blockers {
  readonly keys: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The names that the text contains. */
  readonly names: readonly string[];
  /** The clause after the name of the object that stays; absent if the API deletes it. */
  readonly stays?: string;
  /** Sentences about the objects, or that they are unknown. */
  readonly text: string;
  /** Unmanaged grants of the role owner. */
  readonly owners: readonly NamedContent[];
  /** The next step; absent without an object. */
  readonly nextStep?: string;
}

/** Returns a function that describes what prevents a deletion. `dependents`: the number of objects that are deleted with it. */
export function createBlockers(analysis: Analysis): (deleted: PlatformObject, dependents: number) => Blockers {
  const unmanaged = [...analysis.organization.before.values()].filter(
    (object) => !object.isManaged || object.instances.every(({ change }) => change?.fate?.old === 'forgotten'),
  );
  const referring = groupByReference(unmanaged);
  const isRead = analysis.context !== undefined || analysis.live !== undefined;
  return ({ key, declaration }, dependents) => {
    const isGroup = declaration === group;
    const known = isGroup ? unmanaged.filter(isInside(key)) : (referring.get(key) ?? []);
    const counts = countKinds(known);
    const others = isGroup ? addContents(counts, key, known, analysis) : [];
    const objects = [...known.map((object) => toNamed(object, analysis)), ...others];
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const keys = known.map((object) => object.key);
    if (total === 0) return { keys, counts, names: [], owners: [], text: isGroup && !isRead ? NOT_READ : '' };
    const kinds = few([...counts].map(([kind, count]) => counted(count, kind)));
    const [owners, rest] = [objects.filter(({ isOwner }) => isOwner), objects.filter(({ isOwner }) => !isOwner)];
    const shown = sortNamed(rest, [...counts.keys()]).slice(0, MOST_NAMED);
    return {
      ...{ keys, counts, owners, names: shown.flatMap(listContentNames) },
      stays: `${isGroup ? `it contains ${counted(total, 'unmanaged object')}` : 'unmanaged objects still use it'} (${kinds})${REFUSED}`,
      text: `${dependents > 0 ? ` ${deletedText(dependents)}` : ''}${namesText(shown, total - owners.length)}`,
      nextStep: NEXT_STEP,
    };
  };
}

/** Returns a sentence with the names, and the number of all other objects. */
function namesText(shown: readonly NamedContent[], total: number): string {
  if (shown.length === 0) return '';
  const names = shown.map(namedText);
  const rest = total - shown.length;
  return ` Unmanaged: ${listed(rest > 0 ? [...names, `${rest} more`] : names)}.${rest > 0 ? ALL : ''}`;
}

/** Returns a function that tests if an object is in the group. An account association has the uid of its group (contract U4). */
function isInside(groupKey: string): (object: PlatformObject) => boolean {
  return ({ key }) => isUid(key) && isWithin(key, groupKey);
}

/** Returns unmanaged objects by the keys of the objects that they refer to, without their groups. */
function groupByReference(unmanaged: readonly PlatformObject[]): ReadonlyMap<string, readonly PlatformObject[]> {
  const found = new Map<string, PlatformObject[]>();
  for (const object of unmanaged)
    for (const { name } of referenceAttributes(object.declaration).slice(1)) {
      const key = object.instances[0].values[name];
      if (typeof key === 'string') found.set(key, [...(found.get(key) ?? []), object]);
    }
  return found;
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
      return !ids.has(id) && organization.before.get(id)?.isManaged !== true;
    });
    const word = kindInWords(declaration);
    const more = count - (objects.length - others.length);
    if (more > 0) counts.set(word, (counts.get(word) ?? 0) + more);
    return others.flatMap((object) => toName(kind, object) ?? []);
  });
}
