/** An existing organization as a tree, with references between objects instead of uids. */
import type { Values } from '../../model/api';
import { containerKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import type { OpenOwner } from './open-owners';

/** An object that the project declares. */
export interface AdoptedObject {
  readonly declaration: Declaration;
  readonly uid: string;
  /** The name; empty for kinds without names. */
  readonly name: string;
  /** The fields that a project sets, by their names in the API, without default values, secrets and references. */
  readonly values: Values;
  /** The objects that the fields refer to. */
  readonly references: Readonly<Record<string, Target>>;
  /** The paths of secrets that the object needs and the API never returns. */
  readonly secrets: readonly (readonly string[])[];
  /** The group that contains the object. */
  readonly group: AdoptedGroup;
}

/** A group of the project, or the root, which the project refers to. */
export interface AdoptedGroup extends Omit<AdoptedObject, 'group'> {
  /** Absent for the root. */
  readonly group: AdoptedGroup | undefined;
  /** The names of the groups beneath the root, and its own; empty for the root. */
  readonly names: readonly string[];
  /** The contents by kind, groups included, each sorted by name. */
  readonly contents: ReadonlyMap<Declaration, readonly AdoptedObject[]>;
}

/** A group of the project. */
export type InnerGroup = AdoptedGroup & AdoptedObject;

/** The object that a field refers to. */
export type Target =
  | { readonly is: 'adopted'; readonly object: AdoptedObject }
  | { readonly is: 'builtIn'; readonly name: string; readonly uid: string }
  | { readonly is: 'person'; readonly issuer: string; readonly subject: string; readonly uid: string }
  /**
   * An object that the program does not declare. The name is undefined if no list contains it. `stack`: the stack of the same
   * project that manages it. `isManaged`: other code of the project declares it.
   */
  | {
      readonly is: 'other';
      readonly uid: string;
      readonly name: string | undefined;
      readonly stack?: string;
      readonly isManaged?: boolean;
    };

/** Objects that the project does not declare, with the reason. */
export interface NotAdopted {
  readonly declaration: Declaration;
  /** The path of names from the root group. */
  readonly path: string;
  readonly uid: string;
  /** A sentence. */
  readonly reason: string;
  /** The next step, as a sentence. @default none */
  readonly nextStep?: string;
  /** The number of objects in a group that is not adopted. */
  readonly contents: number;
}

/** An organization, ready to be written as a project. */
export interface AdoptedOrganization {
  readonly root: AdoptedGroup;
  /** Groups that a project manages already, and that contain objects to adopt. Like the root, they are only referred to. @default none */
  readonly managedGroups?: readonly AdoptedGroup[];
  readonly notAdopted: readonly NotAdopted[];
  /** The owners of the root that no role binding of the project names. */
  readonly openOwners: readonly OpenOwner[];
  /** Sentences about facts that the project does not contain, such as registries. */
  readonly notes: readonly string[];
}

/** Returns the objects of a kind directly in a group. */
export function getMembers({ contents }: AdoptedGroup, declaration: Declaration): readonly AdoptedObject[] {
  return contents.get(declaration) ?? [];
}

/** Returns the groups directly in a group. */
export function getGroups(group: AdoptedGroup): readonly InnerGroup[] {
  return getMembers(group, containerKind) as readonly InnerGroup[];
}

/** Returns a group and all groups beneath it, each before its contents. */
export function groupsWithin(group: AdoptedGroup): AdoptedGroup[] {
  return [group, ...getGroups(group).flatMap(groupsWithin)];
}

/** Returns the root and the managed groups: the code refers to them. */
export function existingGroups({ root, managedGroups = [] }: AdoptedOrganization): readonly AdoptedGroup[] {
  return [root, ...managedGroups];
}

/** Returns all adopted objects, each group before its contents. Existing groups are not among them. */
export function adoptedObjects(organization: AdoptedOrganization): AdoptedObject[] {
  return existingGroups(organization)
    .flatMap(groupsWithin)
    .flatMap(({ contents }) => [...contents.values()].flat());
}
