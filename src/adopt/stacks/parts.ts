/** Divides an organization into parts of limited size, by subtree: one part becomes one stack. */
import { createHash } from 'node:crypto';
import { containerKind } from '../../model/kinds';
import { counted } from '../../base/text/words';
import { fileNames } from '../naming/file-names';
import { getGroups, type AdoptedGroup, type InnerGroup, type AdoptedOrganization } from '../organization/model';

/** Objects of one group: the stack refers to the group by uid, and manages these objects. */
export interface Part {
  /** The name of the stack. */
  readonly name: string;
  readonly group: AdoptedGroup;
  /** True if the part contains the objects directly in the group, except groups. */
  readonly hasMembers: boolean;
  /** Groups with all their contents. */
  readonly whole: readonly InnerGroup[];
  /** Groups whose contents are other parts. */
  readonly bare: readonly InnerGroup[];
}

/** An organization that cannot be divided into parts of this size. */
export class StackSizeError extends Error {}

/** A group with more contents than this share of a part has parts of its own. */
const LARGE = 1 / 4;

const MOST_CHARACTERS = 80;

/** Other files of the folder, and an id that the library of constructs finds in every scope. */
const RESERVED = ['organization', 'new-stack', 'constructor'];

/**
 * Returns the parts of an organization, each with at most `most` objects. They depend only on uids and on the sizes of groups: a new
 * object moves others only if a group or a part becomes too large for it.
 *
 * @throws StackSizeError if a group directly contains more objects than that, without its groups
 */
export function divideIntoParts({ root }: AdoptedOrganization, most: number): Part[] {
  const parts = split(root, { most, sizes: sizesIn(root), rootName: root.name });
  const names = fileNames(
    parts.map(({ name }) => name.slice(-MOST_CHARACTERS)),
    RESERVED,
  );
  return parts.map((part, index) => ({ ...part, name: names[index] ?? part.name }));
}

interface Division {
  readonly most: number;
  /** The number of objects in each group, at any depth. */
  readonly sizes: ReadonlyMap<AdoptedGroup, number>;
  readonly rootName: string;
}

/** Objects that stay together in one part. */
interface Unit {
  readonly bits: string;
  readonly size: number;
  readonly content: Partial<Pick<Part, 'hasMembers' | 'whole' | 'bare'>>;
}

function split(group: AdoptedGroup, division: Division): Part[] {
  const { most, sizes, rootName } = division;
  const getSize = (adoptedGroup: AdoptedGroup): number => sizes.get(adoptedGroup) ?? 0;
  const name = group.names.length === 0 ? rootName : group.names.join('-');
  const inner = getGroups(group);
  if (getSize(group) <= most) return [{ name, group, hasMembers: true, whole: inner, bare: [] }];
  const members = membersIn(group);
  if (members > most)
    throw new StackSizeError(
      `Cannot divide the organization: the group ${JSON.stringify([rootName, ...group.names].join('/'))} directly contains ${counted(members, 'object')}, and a stack may contain ${most}. Pass --stack-size ${members}, or more.`,
    );
  const isLarge = (innerGroup: InnerGroup): boolean => getSize(innerGroup) > most * LARGE;
  const units: Unit[] = [
    { bits: '', size: members, content: { hasMembers: true } },
    ...inner.map((innerGroup): Unit => {
      const bits = getBits(innerGroup.uid);
      return isLarge(innerGroup)
        ? { bits, size: 1, content: { bare: [innerGroup] } }
        : { bits, size: 1 + getSize(innerGroup), content: { whole: [innerGroup] } };
    }),
  ];
  const parts = divided(units, '', most).map(({ prefix, content }): Part => {
    const part = prefix.replace(/0+$/, '');
    return { name: part === '' ? name : `${name}-part-${part}`, group, ...content };
  });
  return [...parts, ...inner.filter(isLarge).flatMap((innerGroup) => split(innerGroup, division))];
}

interface Divided {
  readonly prefix: string;
  readonly content: Pick<Part, 'hasMembers' | 'whole' | 'bare'>;
}

/**
 * Divides units by the bits of their hashes until each part is small enough. A division moves one half, and the other half keeps its
 * name: names do not contain the zeros at the end.
 */
function divided(units: readonly Unit[], prefix: string, most: number): Divided[] {
  const size = units.reduce((sum, unit) => sum + unit.size, 0);
  if (size === 0) return [];
  if (size > most)
    return ['0', '1'].flatMap((bit) =>
      divided(
        units.filter(({ bits }) => bits.charAt(prefix.length).padEnd(1, '0') === bit),
        prefix + bit,
        most,
      ),
    );
  const content = {
    hasMembers: units.some((unit) => unit.content.hasMembers === true),
    whole: units.flatMap((unit) => unit.content.whole ?? []),
    bare: units.flatMap((unit) => unit.content.bare ?? []),
  };
  return [{ prefix, content }];
}

/** Uids are not distributed evenly in every service. */
function getBits(uid: string): string {
  return [...createHash('sha256').update(uid).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

function membersIn({ contents }: AdoptedGroup): number {
  return [...contents].reduce(
    (sum, [declaration, objects]) => sum + (declaration === containerKind ? 0 : objects.length),
    0,
  );
}

function sizesIn(root: AdoptedGroup): ReadonlyMap<AdoptedGroup, number> {
  const sizes = new Map<AdoptedGroup, number>();
  const measure = (group: AdoptedGroup): number => {
    const inner = getGroups(group);
    const size = inner.reduce((sum, innerGroup) => sum + 1 + measure(innerGroup), membersIn(group));
    sizes.set(group, size);
    return size;
  };
  measure(root);
  return sizes;
}
