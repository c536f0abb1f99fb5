/** Objects that other objects refer to: the props of a construct name a group, an identity or a role in one of these forms. */
import { Construct, type IConstruct } from 'constructs';
import { isObject } from '../../src/api';
import { group } from '../../src/resources';

/** An object that has a uid: a construct of its kind, whether made here or existing already. */
export interface Reference<Kind extends string> {
  /** The kind of the object; keeps an identity from being passed where a group is meant. */
  readonly kind: Kind;
  /** The uid of the object; a token while only Terraform knows it. */
  readonly uid: string;
}

/** The uid of an existing object, as text or as a token of CDKTF. */
export type Uid = string & {};

/** Returns the uid of a construct, or the text itself; other values unchanged, for the checks to report. */
export function uidOf(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null || !('uid' in reference)) return reference;
  return reference.uid;
}

/** Returns true if a value refers to an object of the kind. It does not read the uid of a construct: that fixes its address. */
export function isReference(kind: string | undefined, value: unknown): value is Reference<string> {
  if (!isObject(value) || value['kind'] !== kind) return false;
  if (Construct.isConstruct(value)) return 'uid' in value;
  return typeof value['uid'] === 'string' && value['uid'] !== '';
}

/** Returns true if a construct is a group: one that is managed here, or a reference to an existing one. */
export function isGroupConstruct<C extends IConstruct>(construct: C): construct is C & Reference<'Group'> {
  return isReference(group.kind, construct);
}
