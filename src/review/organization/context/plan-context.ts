/**
 * Objects that the plans mention and do not describe, read from the API by lists. Every part may be incomplete: names are for
 * display, and what was not looked up is unknown, never absent.
 */
import type { Values } from '../../../api';
import { declarationOf } from '../../../resources';
import type { Plan } from '../../input/plan/plan';
import { unchanging } from '../../input/plan/read-state';
import { describedInstance } from '../objects/listed';

/** Grows when a reader has to know more. */
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
  readonly contents: readonly GroupContents[];
  /** What could not be read and why, in sentences. */
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

export interface GroupContents {
  /** The uid of the group, the topmost that is deleted. */
  readonly group: string;
  readonly kind: string;
  /** How many unmanaged objects of the kind are anywhere beneath the group. */
  readonly count: number;
  /** As many of them as were shown. */
  readonly objects: readonly { readonly uid: string; readonly name?: string }[];
}

/** Returns the described objects as a plan that changes nothing and has read them with data sources. */
export function contextPlan(described: readonly DescribedObject[]): Plan {
  return {
    name: 'context',
    engineVersion: undefined,
    formatVersion: 'context',
    status: unchanging,
    prior: described.map(({ kind, values }) => describedInstance(declarationOf(kind), values)),
    changes: undefined,
    planned: [],
    drift: [],
    configuration: { blocks: new Map(), providers: [] },
    outputs: [],
  };
}

/** Returns whether the context holds nothing that is only displayed. */
export function isNameless({ names, contents }: PlanContext): boolean {
  return names.length === 0 && contents.length === 0;
}

/** Returns the context without what is only displayed: names, and what would keep a group from being deleted. */
export function withoutNames(context: PlanContext): PlanContext {
  return { ...context, names: [], contents: [] };
}

/** Returns one context of several, each read for other plans. */
export function joinContexts(contexts: readonly PlanContext[]): PlanContext {
  return {
    version: CONTEXT_VERSION,
    names: contexts.flatMap(({ names }) => names),
    roles: contexts.flatMap(({ roles }) => roles),
    keys: contexts.flatMap(({ keys }) => keys),
    contents: contexts.flatMap(({ contents }) => contents),
    unread: [...new Set(contexts.flatMap(({ unread }) => unread))],
  };
}

const DISPLAYED = ['uid', 'name', 'email', 'issuer', 'subject'];

/** Returns the attributes that name the object: no other may come from what a digest leaves out. */
export function displayed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => DISPLAYED.includes(name)));
}
