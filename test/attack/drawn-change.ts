/** A change that the attack has drawn: an organization before it, and configurations in the JSON syntax of Terraform. */
import type { SeedObject } from '../../src/emulator';
import type { Random } from '../support/random';
import type { Call } from '../acceptance/binding/administrator-call';

type Json = Readonly<Record<string, unknown>>;

/** Blocks by type, then by label: `{ resource: { platform_group: { s0_team: {…} } }, moved: […] }`. */
export interface Blocks {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly data?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly locals?: Json;
  readonly module?: Readonly<Record<string, Json>>;
  readonly output?: Readonly<Record<string, Json>>;
  readonly provider?: Readonly<Record<string, readonly Json[]>>;
  readonly variable?: Readonly<Record<string, Json>>;
  readonly moved?: readonly Json[];
  readonly removed?: readonly Json[];
  readonly import?: readonly Json[];
}

/** The place of a change: a root group of its own. All addresses and files of the change begin with the id. */
export interface Slot {
  readonly id: string;
  /** The uid of the root group. Its name is the id. */
  readonly root: string;
  /** Returns the path of a file that a program of the change leaves. */
  readonly mark: (name: string) => string;
  /** The address of a service of an attacker: a request to `TRAP/ID-NAME/…` leaves the file of the mark NAME. */
  readonly trap: string;
}

export interface DrawnChange {
  /** The contents of the root group that no configuration manages. */
  readonly seed?: SeedObject;
  /** Applied first. */
  readonly before: Blocks;
  readonly after: Blocks;
  /** The texts that are neither literals nor whole references. The tiers without an engine need it. */
  readonly meanings?: Readonly<Record<string, Meaning>>;
  /** Further files of the changed configuration, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The files that programs of the change leave. */
  readonly marks?: readonly string[];
  /** True if it changes more than its root group: it is played alone. */
  readonly isAlone?: boolean;
  /** True if it needs no exception: a finding at or above the gate is false. */
  readonly isHonest?: boolean;
  /** Changes the organization between the review and an apply that is bound to the report. */
  readonly meanwhile?: (call: Call) => Promise<unknown>;
}

/** The value of a text in the plan, in the plans for its review, and in the apply: each a literal or a whole reference. */
export interface Meaning {
  /** True if the plan knows the value. */
  readonly isKnown?: boolean;
  /** @default unknown there */
  readonly reviewed?: string;
  readonly applied: string;
}

/** A kind of change. Later kinds of attacks are rows of the tables of these. */
export interface ChangeKind {
  readonly name: string;
  /** The relative frequency. @default 1 */
  readonly weight?: number;
  readonly draw: (random: Random, slot: Slot) => DrawnChange;
}

/** Returns the slot with a number. */
export function slotAt(index: number, folder: string, trap = ''): Slot {
  const id = `s${index}`;
  return {
    id,
    root: `a77ac4${index.toString(16).padStart(2, '0')}`.repeat(5),
    mark: (name) => `${folder}/${id}-${name}`,
    trap,
  };
}

/** Returns all blocks together. */
export function joinBlocks(all: readonly Blocks[]): Blocks {
  return all.reduce((one, other) => joined(one, other) as Blocks, {});
}

function joined(one: unknown, other: unknown): unknown {
  if (one === undefined || other === undefined) return one ?? other;
  if (Array.isArray(one) && Array.isArray(other)) return [...(one as unknown[]), ...(other as unknown[])];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, joined((one as Json)[name], (other as Json)[name])]));
}
