/** Checks at synth that an object is in a valid group, and that it refers only to roles that are valid there. */
import { Construct } from 'constructs';
import { isDescendant, isUid, isWithin, parentUid, type Values } from '../../src/model/api';
import { kindInWords, outOfScopeText, scopedFields, type Declaration, type Fields } from '../../src/model/schema';
import { noParent, propName, referenceName } from './attributes';

const parents = new WeakMap<object, unknown>();

/** Remembers the parent of a construct: a construct, a uid, `noParent` for a root, or `undefined` if it is unknown. */
export function rememberParent(construct: object, parent: unknown): void {
  parents.set(construct, parent);
}

/** Returns the problems, one sentence each. Groups that only Terraform knows are not compared. */
export function scopeProblems(declaration: Declaration, fields: Fields, props: Values): string[] {
  const { parent } = declaration;
  if (parent === undefined) return [];
  const prop = referenceName(parent.name);
  const group = props[prop];
  return [
    ...(parent.is === 'rootGroup' && isBeneathAnother(group)
      ? [
          `${prop} must be a root group: ${toName(group)} is under another group, where the API rejects the ${kindInWords(declaration)}. Pass the root group`,
        ]
      : []),
    ...scopedFields(fields).flatMap((field) => {
      const { within } = field.scoped;
      const name = propName(field.name, fields[field.name]?.type);
      const [object, place] = [
        props[name],
        within === undefined ? group : props[propName(within, fields[within]?.type)],
      ];
      const home = getHome(object);
      if (home === undefined || !isOutside(lineage(place), lineage(home))) return [];
      const names = { object: toName(object), home: toName(home), parent: toName(place) };
      return [`${name}: ${outOfScopeText(field, names)}`];
    }),
  ];
}

function isBeneathAnother(group: unknown): boolean {
  const home = getHome(group);
  return home !== undefined && home !== noParent;
}

/** Returns the parent of an object that a prop refers to, or `undefined` if it is unknown or does not exist. */
function getHome(reference: unknown): unknown {
  if (isConstructed(reference)) return parents.get(reference);
  const uid = knownUid(reference);
  return uid === undefined ? undefined : parentUid(uid);
}

/**
 * Returns the group and the known groups above it, up to a root or a uid. Returns `undefined` if the group is unknown.
 */
function lineage(group: unknown): readonly unknown[] | undefined {
  const found: unknown[] = [];
  let next = group;
  for (; isConstructed(next); next = parents.get(next)) found.push(next);
  const uid = knownUid(next);
  if (uid !== undefined) return [...found, uid];
  return found.length === 0 ? undefined : found;
}

/** Returns true only if the group is certainly neither `home` nor beneath it. Both arguments are lineages. */
function isOutside(group: readonly unknown[] | undefined, home: readonly unknown[] | undefined): boolean {
  if (group === undefined || home === undefined) return false;
  const [top, topOfHome] = [group.at(-1), home.at(-1)];
  if (top === topOfHome) return !group.includes(home[0]);
  if (typeof top !== 'string' || typeof topOfHome !== 'string') return isRoot(top) && isRoot(topOfHome);
  if (isWithin(top, topOfHome)) return false;
  // A construct beneath `top` may be the very group that the other uid names.
  return !isDescendant(topOfHome, top) || group.length === 1;
}

/** Returns true only if two groups are certainly different: one is known to be beneath the other, or deeper beneath the same one. */
export function areDifferentGroups(a: unknown, b: unknown): boolean {
  const [first, second] = [lineage(a), lineage(b)];
  if (first === undefined || second === undefined || first.at(-1) !== second.at(-1)) return false;
  return first.length !== second.length;
}

function isRoot(group: unknown): boolean {
  return isConstructed(group) && parents.get(group) === noParent;
}

function isConstructed(reference: unknown): reference is object {
  return typeof reference === 'object' && reference !== null && parents.has(reference);
}

function knownUid(reference: unknown): string | undefined {
  const uid = typeof reference === 'object' && reference !== null && 'uid' in reference ? reference.uid : reference;
  return isUid(uid) ? uid : undefined;
}

function toName(reference: unknown): string {
  return Construct.isConstruct(reference) ? reference.node.path : (knownUid(reference) ?? String(reference));
}
