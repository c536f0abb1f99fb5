/** The part of a declaration that only the resource in Terraform reads. */
import type { Values } from '../api';
import type { Expiry } from './expiry';
import type { Fields } from './field';

/** The facts of a kind that only its resource in Terraform has. */
export interface TerraformFacts {
  /** The type, without the provider's name: `group`. */
  readonly type: string;
  /** The resources of other providers that a `moved` block transfers. Absent: none. */
  readonly storedByOthers?: StoredByOthers;
  /** True if its resource can be protected from deletion: for kinds that many others depend on. @default false */
  readonly deletionProtection?: boolean;
  /** True if a resource can remove the undeclared objects of the kind from a group. @default false */
  readonly exclusive?: boolean;
  /** Attributes of the resource for which the API has no field. */
  readonly fields?: Fields;
  readonly encryptedSecret?: EncryptedSecret;
  readonly expiry?: Expiry;
  /** The upgrades of stored attributes: each to the next version of the schema. @default - the schema has version 0 */
  readonly upgrades?: readonly ((stored: Values) => Values)[];
}

/** A secret that the service shows once (contract C3). Terraform stores it encrypted, or not at all. */
export interface EncryptedSecret {
  /** The field of the response to the creation. */
  readonly secret: string;
  /** In the fields of Terraform: the public key of the recipient of the secret; and the secret, encrypted for it. */
  readonly recipient: string;
  readonly encrypted: string;
}

/** The format of other providers that manage the object by v1 of the API. */
export interface StoredByOthers {
  /** The suffixes of their type names: `group`, as in `other_group`. */
  readonly types: readonly string[];
  /** Their attribute for the group of the object. */
  readonly parent: string;
  /** Their attributes for fields that have another name in v1. */
  readonly names: Readonly<Record<string, string>>;
}
