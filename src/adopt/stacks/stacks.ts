/** The stacks of an organization: each one is an organization of its own, which refers to the objects of others by uid. */
import { containerKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import {
  adoptedObjects,
  getGroups,
  type AdoptedGroup,
  type AdoptedObject,
  type InnerGroup,
  type AdoptedOrganization,
  type Target,
} from '../organization/model';
import { divideIntoParts, type Part } from './parts';

/** A stack, and what it manages: everything in a group that another stack manages, or a part of it. */
export interface ProjectStack {
  readonly name: string;
  readonly organization: AdoptedOrganization;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Copy {
  readonly stack: string;
  readonly object: Mutable<AdoptedObject>;
}

/**
 * Returns stacks of at most `most` objects each.
 *
 * @throws StackSizeError if a group directly contains more objects
 */
export function divideIntoStacks(organization: AdoptedOrganization, most: number): ProjectStack[] {
  const copies = new Map<AdoptedObject, Copy>();
  const stacks = divideIntoParts(organization, most).map((part): ProjectStack => {
    return {
      name: part.name,
      organization: { root: getRoot(part, copies), notAdopted: [], openOwners: [], notes: [] },
    };
  });
  for (const { stack, object } of copies.values())
    object.references = Object.fromEntries(
      Object.entries(object.references).map(([field, target]) => [field, targetIn(stack, target, copies)]),
    );
  return stacks;
}

/** Returns the number of objects that a stack manages. */
export function getSize({ organization }: ProjectStack): number {
  return adoptedObjects(organization).length;
}

function getRoot({ name, group, hasMembers, whole, bare }: Part, copies: Map<AdoptedObject, Copy>): AdoptedGroup {
  const root = { ...group, group: undefined, names: [], values: {}, references: {}, secrets: [] };
  const isWhole = new Set<AdoptedObject>(whole);
  const isBare = new Set<AdoptedObject>(bare);
  const getCopy = (object: AdoptedObject, home: AdoptedGroup): AdoptedObject => {
    const copy: Mutable<AdoptedObject> =
      object.declaration === containerKind ? copyOfGroup(object as InnerGroup, home) : { ...object, group: home };
    copies.set(object, { stack: name, object: copy });
    return copy;
  };
  const copyOfGroup = (from: InnerGroup, home: AdoptedGroup): InnerGroup => {
    const contents = new Map<Declaration, readonly AdoptedObject[]>();
    const copy = { ...from, group: home, names: [...home.names, from.name], contents };
    if (isBare.has(from)) return copy;
    for (const [declaration, objects] of from.contents)
      contents.set(
        declaration,
        objects.map((object) => getCopy(object, copy)),
      );
    return copy;
  };
  const contents = new Map<Declaration, readonly AdoptedObject[]>();
  const copy: AdoptedGroup = { ...root, contents };
  for (const [declaration, objects] of group.contents) {
    const own =
      declaration === containerKind
        ? getGroups(group).filter((innerGroup) => isWhole.has(innerGroup) || isBare.has(innerGroup))
        : hasMembers
          ? objects
          : [];
    if (own.length > 0)
      contents.set(
        declaration,
        own.map((object) => getCopy(object, copy)),
      );
  }
  return copy;
}

function targetIn(stack: string, target: Target, copies: ReadonlyMap<AdoptedObject, Copy>): Target {
  if (target.is !== 'adopted') return target;
  const { object } = target;
  const copy = copies.get(object);
  if (copy?.stack === stack) return { is: 'adopted', object: copy.object };
  const name = [...object.group.names, object.name].join('/');
  return { is: 'other', uid: object.uid, name, ...(copy !== undefined && { stack: copy.stack }) };
}
