/** An organization as rules see it: its access graph, and what the graph does not contain. */
import type { AccessGraph } from '../access';
import type { TrustPolicy } from './trust-policy';

export interface RuledOrganization {
  readonly graph: AccessGraph;
  /** Keys of roles with unknown capabilities. */
  readonly unknownRoles: ReadonlySet<string>;
  /** The trust policies of identities by key: `undefined` for a person, absent if unknown. */
  readonly trustPolicies: ReadonlyMap<string, TrustPolicy | undefined>;
  /** The issuers of people and of identity providers, by key; absent if unknown. */
  readonly issuers: ReadonlyMap<string, string>;
  /** Attributes that are unknown until apply and can give access. */
  readonly unresolved: readonly UnresolvedAttribute[];
}

/** An attribute that is unknown until apply. */
export interface UnresolvedAttribute {
  /** The address of the object: a Terraform address, or the path of a construct. */
  readonly address: string;
  readonly attribute: string;
}
