/** An organization as rules see it: its access graph, and what the graph does not contain. */
import type { AccessGraph, GroupNode } from '../graph';
import type { TokenReachability } from './token-reachability';
import type { IdentityTrustPolicy } from './read-trust-policy';

export interface RuledOrganization {
  readonly graph: AccessGraph;
  /** Keys of roles with unknown capabilities. */
  readonly unknownRoles: ReadonlySet<string>;
  /** The trust policies of identities by key: `undefined` for a person, absent if unknown. */
  readonly trustPolicies: ReadonlyMap<string, IdentityTrustPolicy | undefined>;
  /** The issuers of people and of identity providers, by key; absent if unknown. */
  readonly issuers: ReadonlyMap<string, string>;
  /** Attributes that are unknown until apply and can give access. */
  readonly unresolved: readonly UnresolvedAttribute[];
  /** The managed objects with a name, for rules about structure. */
  readonly objects: readonly RuledObject[];
  /** Returns the reason why a group can have grants that are not in the graph. @default none can */
  readonly isOpen?: ((group: GroupNode) => string | undefined) | undefined;
  /** The declared owners. Without them, nobody is an outsider by name or id. @default none are declared */
  readonly owners?: readonly string[] | undefined;
  /** Finds who can obtain accepted tokens. @default a new one */
  readonly reachability?: TokenReachability | undefined;
}

/** An attribute that is unknown until apply. */
export interface UnresolvedAttribute {
  /** The address of the object. */
  readonly address: string;
  readonly attribute: string;
}

/** A managed object with a name. */
export interface RuledObject {
  readonly key: string;
  /** The name of its kind in the API. */
  readonly kind: string;
  readonly path: string;
  /** `undefined` if it is unknown or sensitive. */
  readonly name: string | undefined;
  /** `undefined` if it is unknown. */
  readonly isDescribed: boolean | undefined;
  /** True for an object that contains others. */
  readonly isGroup: boolean;
  /** The group itself, or the group that contains the object. `undefined` if it is unknown. */
  readonly group: GroupNode | undefined;
}
