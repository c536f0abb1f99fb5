/**
 * Objects that the plans mention and do not describe, read from the API with lists. Every part can be incomplete: names are for
 * display, and an object without a look-up is unknown, never absent.
 */
import type { Values } from '../../../model/api';
import { getDeclaration } from '../../../model/kinds';
import type { TerraformPlan } from '../../input/plan/plan';
import { unchangedPlan } from '../../input/plan/read-state';
import { describedInstance } from '../objects/listed';

/** Increases with every incompatible change of the file. */
export const CONTEXT_VERSION = 1;

export interface PlanContext {
  readonly version: typeof CONTEXT_VERSION;
  /** Groups, identities and people: for display, never part of a digest. */
  readonly names: readonly DescribedObject[];
  /** Roles with their capabilities. */
  readonly roles: readonly DescribedObject[];
  /** The natural keys of planned creates that were looked up completely. */
  readonly keys: readonly KeyLookup[];
  /** Objects in groups that the plans delete, except those that the plans manage. Empty groups have no entry. */
  readonly contents: readonly UnmanagedContents[];
  /** The grants through objects whose deciding fields the plans overwrite. Only complete lists; they only lower a severity. */
  readonly grants?: readonly GrantsThrough[];
  /** Sentences about unread parts, with the reason. */
  readonly unread: readonly string[];
}

/** An object by its attributes in Terraform, without secrets. */
export interface DescribedObject {
  /** The kind's name in the API: `Group`. */
  readonly kind: string;
  readonly values: Values;
}

export interface KeyLookup {
  readonly kind: string;
  /** The uid of the group; `null` for root groups. */
  readonly parent: string | null;
  /** The natural key by attributes in Terraform, without the parent. */
  readonly key: Values;
  /** Every object with the key. */
  readonly found: readonly Values[];
}

export interface UnmanagedContents {
  /** The uid of the group, the topmost that is deleted. */
  readonly group: string;
  readonly kind: string;
  /** The number of unmanaged objects of the kind anywhere beneath the group. */
  readonly count: number;
  /** The objects that the API has shown, possibly not all. */
  readonly objects: readonly ContainedObject[];
}

/** An unmanaged object in a deleted group, for display. */
export interface ContainedObject {
  readonly uid: string;
  readonly name?: string;
  /** The attributes of an identity, with its trust policy, or of an invite. */
  readonly values?: Values;
  /** The identity and the role of a role binding. */
  readonly grant?: ContainedGrant;
}

export interface ContainedGrant {
  readonly identity: Values;
  /** The name of the role. */
  readonly role: string;
  /** True for the built-in role owner. */
  readonly isOwner?: true;
}

/** Every grant that gives access through an object. */
export interface GrantsThrough {
  readonly kind: string;
  readonly uid: string;
  readonly grants: readonly { readonly kind: string; readonly uid: string }[];
}

/** Returns the described objects as a plan without changes that has read them with data sources. */
export function contextPlan(described: readonly DescribedObject[]): TerraformPlan {
  return unchangedPlan({
    name: 'context',
    formatVersion: 'context',
    prior: described.map(({ kind, values }) => describedInstance(getDeclaration(kind), values)),
  });
}

/** Returns true if the context contains nothing that is only for display. */
export function isNameless({ names, contents, grants = [] }: PlanContext): boolean {
  return names.length + contents.length + grants.length === 0;
}

/** Returns the context without parts that are only for display: names, contents of deleted groups, and grants. */
export function withoutNames(context: PlanContext): PlanContext {
  return { ...context, names: [], contents: [], grants: [] };
}

/** Merges contexts that were read for different plans. */
export function joinContexts(contexts: readonly PlanContext[]): PlanContext {
  return {
    version: CONTEXT_VERSION,
    names: contexts.flatMap(({ names }) => names),
    roles: contexts.flatMap(({ roles }) => roles),
    keys: contexts.flatMap(({ keys }) => keys),
    contents: contexts.flatMap(({ contents }) => contents),
    grants: contexts.flatMap(({ grants = [] }) => grants),
    unread: [...new Set(contexts.flatMap(({ unread }) => unread))],
  };
}

const DISPLAYED = ['uid', 'name', 'email', 'issuer', 'subject'];

/** Returns only the attributes that name the object: no other attribute may come from data that the digest omits. */
export function onlyNames(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => DISPLAYED.includes(name)));
}
