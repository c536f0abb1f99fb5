/**
 * The grants that give access through an object, such as the role bindings of an identity. A plan shows those that it manages. A
 * list shows all of them if the caller may see all of them.
 */
import { camelCase, rootUid } from '../../../model/api';
import { hiddenKinds, type Whoami } from '../../../client/internal';
import { getDeclaration, declarations } from '../../../model/kinds';
import {
  accessFields,
  getAttribute,
  isInclusion,
  kindInWords,
  parentAttribute,
  type Declaration,
} from '../../../model/schema';
import { toAttributes } from '../objects/listed';
import { objectId, findUid, type Objects } from '../objects/objects';
import type { BudgetedLists } from './budget';
import type { GrantsThrough } from './plan-context';

/** A kind of grant that refers to the object. */
interface Referring {
  readonly declaration: Declaration;
  /** The attribute with the uid of the object. */
  readonly attribute: string;
  /** The parameter of the list that selects the grants of one object. */
  readonly parameter: string | undefined;
}

/** Returns the kinds of grants through objects of a kind. Empty if no other object refers to such an object. */
export function grantsThrough({ kind }: Declaration): Referring[] {
  return declarations
    .filter(({ terraform }) => terraform !== undefined)
    .flatMap((declaration) => {
      const fields = accessFields(declaration).flatMap(([name, { type }]) =>
        type.is === 'string' && type.refersTo === kind ? [[name, getAttribute(declaration, name)] as const] : [],
      );
      const parent = declaration.parent?.kind === kind ? parentAttribute(declaration) : undefined;
      return [...fields, ...(parent === undefined ? [] : [['parent', parent] as const])].map(([name, attribute]) => ({
        ...{ declaration, attribute },
        parameter: Object.keys(declaration.filters).find((filter) => selects(declaration, filter, name)),
      }));
    });
}

function selects({ filters }: Declaration, filter: string, field: string): boolean {
  const found = filters[filter];
  return found !== undefined && found.matches === field && !isInclusion(found);
}

/** An object whose grants the plans may not show. */
export interface GrantingObject {
  readonly declaration: Declaration;
  readonly uid: string;
}

/** Reads the grants through each object. An incomplete list is left out, with the reason. */
export async function readGrantsThrough(
  lists: BudgetedLists,
  whoami: () => Promise<Whoami>,
  objects: readonly GrantingObject[],
): Promise<{ readonly found: readonly GrantsThrough[]; readonly unread: readonly string[] }> {
  if (objects.length === 0) return { found: [], unread: [] };
  const self = await whoami().catch(() => undefined);
  const parts = await Promise.all(
    objects.map(async ({ declaration, uid }) => {
      const referring = grantsThrough(declaration);
      const root = { uid: rootUid(uid), name: 'the root group' };
      const [hidden] =
        self === undefined
          ? ['the token cannot read its own access']
          : hiddenKinds(
              self,
              referring.map((one) => one.declaration),
              root,
            );
      const shown =
        hidden === undefined ? await Promise.all(referring.map((one) => readReferring(lists, one, uid))) : [];
      const reason = hidden ?? shown.find(({ problem }) => problem !== undefined)?.problem;
      if (reason === undefined)
        return { found: [{ kind: declaration.kind, uid, grants: shown.flatMap(({ grants }) => grants) }], unread: [] };
      const what = `${kindInWords(declaration)} ${uid}`;
      return {
        found: [],
        unread: [`Cannot check which grants give access through the ${what}: ${reason.replace(/\.$/, '')}.`],
      };
    }),
  );
  return { found: parts.flatMap(({ found }) => found), unread: parts.flatMap(({ unread }) => unread) };
}

async function readReferring(lists: BudgetedLists, { declaration, attribute, parameter }: Referring, uid: string) {
  const scope = parameter === undefined ? { descendantsOf: rootUid(uid) } : { [camelCase(parameter)]: uid };
  const { objects, isWhole, reason } = await lists.read(declaration, scope);
  // A service can ignore a filter (contract L2).
  const grants = objects
    .map((object) => toAttributes(declaration, object))
    .filter((values) => values[attribute] === uid)
    .map((values) => ({ kind: declaration.kind, uid: findUid(declaration, values) ?? '' }));
  return { grants, problem: isWhole ? undefined : (reason ?? 'the list is incomplete') };
}

/**
 * Returns the grants through an object that the objects do not contain; `unknown` if no complete list shows all of them.
 *
 * @param isLive true if the objects are those of the whole organization
 */
export function hiddenGrants(
  { declaration, uid }: GrantingObject,
  objects: Objects,
  { grants = [], isLive }: { readonly grants?: readonly GrantsThrough[] | undefined; readonly isLive: boolean },
): readonly string[] | 'unknown' {
  if (isLive || grantsThrough(declaration).length === 0) return [];
  const shown = grants.find((grant) => grant.kind === declaration.kind && grant.uid === uid);
  if (shown === undefined) return 'unknown';
  return shown.grants
    .filter((grant) => !objects.has(objectId(getDeclaration(grant.kind), grant.uid)))
    .map((grant) => `${kindInWords(getDeclaration(grant.kind))} ${grant.uid}`);
}
