/** References to other objects: how a prop names a group, an identity or a role. */
import { Construct, type IConstruct } from 'constructs';
import { isObject } from '../../src/model/api';
import { group } from '../../src/model/kinds';

/** A reference to an object with a uid: a managed construct, or an existing object. */
export interface Reference<Kind extends string> {
  /** The kind of the object. The compiler rejects, for example, an identity where a group is required. */
  readonly kind: Kind;
  /** The uid of the object. It is a token if only Terraform knows it. */
  readonly uid: string;
}

/** The uid of an existing object, as text or as a CDKTF token. */
export type Uid = string & {};

/** Returns the uid of a construct. Returns any other value unchanged, so that the checks can report it. */
export function toUid(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null || !('uid' in reference)) return reference;
  return reference.uid;
}

/**
 * Returns true if a value refers to an object of the kind. Does not read the uid of a construct, because that fixes its
 * address.
 */
export function isReference(kind: string | undefined, value: unknown): value is Reference<string> {
  if (!isObject(value) || value['kind'] !== kind) return false;
  if (Construct.isConstruct(value)) return 'uid' in value;
  return typeof value['uid'] === 'string' && value['uid'] !== '';
}

/** Returns true if a construct is a group, managed or existing. */
export function isGroupConstruct<C extends IConstruct>(construct: C): construct is C & Reference<'Group'> {
  return isReference(group.kind, construct);
}
