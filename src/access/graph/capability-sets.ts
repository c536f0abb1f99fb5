/**
 * Sets of capabilities as bit sets. Each set is stored once and identified by a number, so equal sets have equal
 * numbers, and the intersection of two sets is computed once. Thousands of identities share a few hundred sets.
 */
import { CAPABILITIES, isKnownCapability } from '../../model/api';
import type { AccessGraph, RoleNode } from './nodes';
import { compareNames } from '../../base/text/compare-names';
import { EVERY_OTHER_CAPABILITY } from './questions';

/** The number of a set. Numbers of different {@link CapabilitySets} cannot be compared. */
export type CapabilitySet = number;

export const NO_CAPABILITIES: CapabilitySet = 0;

type Operation = (one: number, other: number) => number;

export class CapabilitySets {
  /** The names by bit. The last bit represents all names that are not in the list. */
  private readonly names: readonly string[];
  private readonly bitsByCapability: ReadonlyMap<string, number>;
  /** The bits of all sets, one set after another. */
  private bits = new Uint32Array(1024);
  private readonly wordsEach: number;
  private count = 0;
  private readonly known = new Map<string, CapabilitySet>();
  private readonly ofRoles = new Map<RoleNode, CapabilitySet>();
  private readonly getRoleNames = new Map<CapabilitySet, readonly string[]>();
  private readonly unions = new Map<number, CapabilitySet>();
  private readonly differences = new Map<number, CapabilitySet>();
  private readonly intersections = new Map<number, CapabilitySet>();

  /** Creates the sets for these graphs. A capability has the same meaning in all of them. */
  constructor(...graphs: readonly AccessGraph[]) {
    const named = graphs.flatMap(({ roles }) => roles.flatMap(({ capabilities }) => capabilities));
    this.names = [...[...new Set([...CAPABILITIES, ...named])].sort(compareNames), EVERY_OTHER_CAPABILITY];
    this.bitsByCapability = new Map(this.names.map((name, bit) => [name, bit]));
    this.wordsEach = (this.names.length + 31) >>> 5;
    this.keep(this.empty());
  }

  ofRole(role: RoleNode): CapabilitySet {
    const known = this.ofRoles.get(role);
    if (known !== undefined) return known;
    const names = role.holdsUnknown
      ? [...role.capabilities, ...this.names.filter((name) => !isKnownCapability(name))]
      : role.capabilities;
    const set = this.of(names);
    this.ofRoles.set(role, set);
    return set;
  }

  /**
   * Returns the set of these dotted names. A name that no role of the graphs contains counts as {@link
   * EVERY_OTHER_CAPABILITY}.
   */
  of(names: readonly string[]): CapabilitySet {
    const words = this.empty();
    for (const name of names) {
      const bit = this.bitsByCapability.get(name) ?? this.names.length - 1;
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
    return this.keep(words);
  }

  union(one: CapabilitySet, other: CapabilitySet): CapabilitySet {
    if (one === other || other === NO_CAPABILITIES) return one;
    if (one === NO_CAPABILITIES) return other;
    return this.combine(this.unions, one, other, (a, b) => a | b);
  }

  /** Returns the capabilities that are in `one` and not in `other`. */
  without(one: CapabilitySet, other: CapabilitySet): CapabilitySet {
    if (one === other || one === NO_CAPABILITIES) return NO_CAPABILITIES;
    if (other === NO_CAPABILITIES) return one;
    return this.combine(this.differences, one, other, (a, b) => a & ~b);
  }

  common(one: CapabilitySet, other: CapabilitySet): CapabilitySet {
    if (one === other) return one;
    if (one === NO_CAPABILITIES || other === NO_CAPABILITIES) return NO_CAPABILITIES;
    return this.combine(this.intersections, one, other, (a, b) => a & b);
  }

  includesAll(a: CapabilitySet, b: CapabilitySet): boolean {
    return this.without(b, a) === NO_CAPABILITIES;
  }

  /** Returns the dotted names, sorted, with {@link EVERY_OTHER_CAPABILITY} last. Equal sets return the same list. */
  list(set: CapabilitySet): readonly string[] {
    const known = this.getRoleNames.get(set);
    if (known !== undefined) return known;
    const names = this.names.filter((_, bit) => ((this.word(set, bit >>> 5) >>> (bit & 31)) & 1) === 1);
    this.getRoleNames.set(set, names);
    return names;
  }

  size(set: CapabilitySet): number {
    let size = 0;
    for (let index = 0; index < this.wordsEach; index++)
      for (let rest = this.word(set, index); rest !== 0; rest &= rest - 1) size++;
    return size;
  }

  private combine(
    memory: Map<number, CapabilitySet>,
    a: CapabilitySet,
    b: CapabilitySet,
    operation: Operation,
  ): CapabilitySet {
    const pair = a * 0x4000000 + b;
    const known = memory.get(pair);
    if (known !== undefined) return known;
    const words = this.empty();
    for (let index = 0; index < words.length; index++)
      words[index] = operation(this.word(a, index), this.word(b, index));
    const set = this.keep(words);
    memory.set(pair, set);
    return set;
  }

  private word(set: CapabilitySet, index: number): number {
    return this.bits[set * this.wordsEach + index] ?? 0;
  }

  private keep(words: Uint32Array<ArrayBuffer>): CapabilitySet {
    const text = String.fromCharCode(...new Uint16Array(words.buffer));
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const set = this.count++;
    if (this.count * this.wordsEach > this.bits.length) {
      const more = new Uint32Array(2 * this.bits.length + this.wordsEach);
      more.set(this.bits);
      this.bits = more;
    }
    this.bits.set(words, set * this.wordsEach);
    this.known.set(text, set);
    return set;
  }

  private empty(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.wordsEach);
  }
}
