/** How one object is named in the props of another: by its construct, or by its uid as text. */

/** An object that has a uid: a construct of its kind, whether made here or existing already. */
export interface Reference<Kind extends string> {
  /** The kind of the object; keeps an identity from being passed where a group is meant. */
  readonly kind: Kind;
  /** The uid of the object; a token while only Terraform knows it. */
  readonly uid: string;
}

/** Stands where a parent would: the object is meant to have none. */
export const noParent: unique symbol = Symbol('no parent');

/** The uid of a construct, or the text itself; anything else comes back as it is, to be reported. */
export function uidOf(reference: unknown): unknown {
  if (typeof reference !== 'object' || reference === null || !('uid' in reference)) return reference;
  return reference.uid;
}
