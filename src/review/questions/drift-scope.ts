/** Limits drift to the groups of the stacks: an object elsewhere is not theirs to declare or to delete. */
import { findOutermost, isWithin, parentUid } from '../../model/api';
import { declarations, getGroupUid } from '../../model/kinds';
import { kindInWords, typeName } from '../../model/schema';
import type { ReviewedObject } from '../report/reviewed-objects';

export interface DriftScope {
  /** The keys of the compared groups. */
  readonly compared: readonly string[];
  /** The keys of the groups that the stacks manage, or that contain another object of theirs. */
  readonly own: readonly string[];
  /** Returns true for an object in a compared group. A compared group itself is a reference. */
  readonly contains: (object: ReviewedObject) => boolean;
  /** Returns true for an object in a group that the stacks manage, or with another object of theirs, such as a role binding. */
  readonly isOwn: (object: ReviewedObject) => boolean;
}

interface ScopeOptions {
  readonly roots: readonly string[];
  /** The keys of the compared groups. @default those that contain the objects of the stacks */
  readonly scopes?: readonly string[] | undefined;
}

/** Returns the scope of the objects that the stacks manage. */
export function findDriftScope(managed: readonly ReviewedObject[], { roots, scopes }: ScopeOptions): DriftScope {
  const places = managed.flatMap((object) => {
    const { node, after } = object;
    const container = findContainer(object);
    const inside = node === 'group' ? after?.key : container;
    return inside === undefined ? [] : [{ inside, container: container ?? inside }];
  });
  const found = findOutermost(
    places.map(({ container }) => container).filter((key) => roots.some((root) => isWithin(key, root))),
  );
  const compared = scopes ?? (found.length > 0 ? found : roots);
  const own = findOutermost(places.map(({ inside }) => inside));
  return {
    compared,
    own,
    contains: ({ node, after }) =>
      after !== undefined &&
      compared.some((scope) => isWithin(after.key, scope) && (node !== 'group' || after.key !== scope)),
    isOwn: (object) => {
      const container = findContainer(object);
      return container !== undefined && own.some((group) => isWithin(container, group));
    },
  };
}

/** Returns the type and the uid of an object: `platform_group UID`. */
export function toTypedUid({ kind, after }: ReviewedObject): string | undefined {
  const declaration = declarations.find((candidate) => kindInWords(candidate) === kind);
  return declaration === undefined || after === undefined ? undefined : `${typeName(declaration)} ${after.key}`;
}

function findContainer({ node, kind, after }: ReviewedObject): string | undefined {
  if (after === undefined) return undefined;
  if (node === 'group') return parentUid(after.key);
  const declaration = declarations.find((candidate) => kindInWords(candidate) === kind);
  return declaration === undefined ? undefined : getGroupUid(declaration, after.key);
}
