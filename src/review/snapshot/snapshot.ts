/**
 * A snapshot: an organization and the states of its stacks as one value, without secrets. A plan against it needs no
 * credential, and has the report of a live plan of the same organization.
 */
import { isObject, isText, listOf, mapOf, objectOf, optional, type Values } from '../../model/api';
import type { Grant } from '../../client';

/** Increases with every change of the format. */
export const SNAPSHOT_VERSION = 1;

export interface Snapshot extends OrganizationContents {
  readonly version: typeof SNAPSHOT_VERSION;
  /** RFC 3339: before the first list was read. */
  readonly time: string;
  /** The address of the API. */
  readonly service: string;
  readonly stacks: readonly StackState[];
}

/** An organization as one token sees it. */
export interface OrganizationContents {
  readonly roots: readonly RootGroup[];
  /** The list capabilities of the token by group: a plan against the snapshot sees no more than a live plan with the token. */
  readonly mayList: readonly Pick<Grant, 'group' | 'capabilities'>[];
  /** Objects without a parent by collection, and in each object its contents by collection: a seed of the emulator. */
  readonly tree: ObjectTree;
}

/** The state of a stack, without secrets. */
export interface StackState {
  /** The name that `--stack` selects. */
  readonly name: string;
  /** A state in the format of `terraform.tfstate`; absent before the first apply. */
  readonly state?: Values;
  /** The parts of the state that the snapshot omits, each with the reason: without them, no plan is complete. */
  readonly omitted: readonly string[];
}

export interface RootGroup {
  readonly uid: string;
  readonly name: string;
}

export type ObjectTree = Readonly<Record<string, readonly Values[]>>;

/** A snapshot of this version has this shape. The emulator checks the objects of the tree. */
export const isSnapshot = objectOf({
  time: isText,
  service: isText,
  roots: listOf(objectOf({ uid: isText, name: isText })),
  mayList: listOf(objectOf({ group: isText, capabilities: listOf(isText) })),
  tree: mapOf(listOf(isObject)),
  stacks: listOf(objectOf({ name: isText, omitted: listOf(isText), state: optional(isObject) })),
});

/** An error about a snapshot whose message is complete for the user. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
