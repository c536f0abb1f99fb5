/** The input of an access graph, and its nodes after they are linked. */
import type { PersonAccount } from '../../base/text/person-account';

/** The source of a role: a role binding, or a grant to anyone who meets a condition. Contract A2, A8. */
export type GrantSource = 'role_binding' | OpenGrantSource;

/** A source that gives a role to anyone who meets its condition. */
export type OpenGrantSource = 'group_invite' | 'identity_provider' | 'external_group_role_mapping';

/** The method to assume an identity. A person signs in. Contract T5, T6. */
export type Assumption = 'claim_match' | 'static_keys' | 'aws_identity' | 'service_principal' | 'sign_in';

/** A group as input of a graph. */
export interface GroupInput {
  /** Its uid if it is known, otherwise its Terraform address. */
  readonly key: string;
  readonly name: string;
  /** The key of its parent. @default none: a root group */
  readonly parent?: string | undefined;
}

/** An identity as input of a graph. */
export interface IdentityInput {
  /** Its uid if it is known, otherwise its Terraform address. */
  readonly key: string;
  /** Its name, or the e-mail address of a person. */
  readonly name: string;
  /** The key of its group. @default none: a person */
  readonly group?: string | undefined;
  /** The account of a person. @default unknown */
  readonly account?: PersonAccount | undefined;
  /** The e-mail address of a person, if it is not the name. @default unknown */
  readonly email?: string | undefined;
  /** The method to assume it. @default unknown, or `sign_in` for a person */
  readonly assumption?: Assumption | undefined;
}

/** A role as input of a graph. `builtInRole` creates the built-in roles. */
export interface RoleInput {
  /** Its uid if it is known, otherwise its Terraform address. */
  readonly key: string;
  readonly name: string;
  /** The key of its group. @default none: a built-in role */
  readonly group?: string | undefined;
  /** Capabilities in either representation, also unknown ones (contract A1). */
  readonly capabilities: readonly string[];
  /**
   * True if it also holds every capability that this package does not know, as `owner` does (contract A4). @default
   * false
   */
  readonly holdsUnknown?: boolean | undefined;
}

/** A grant to one identity. */
export interface BindingInput {
  /** Its uid if it is known, otherwise its Terraform address. */
  readonly key: string;
  readonly source?: 'role_binding' | undefined;
  /** The key of the identity. */
  readonly identity: string;
  /** The key of the role. */
  readonly role: string;
  /** The key of the group where the role applies. It also applies to all groups under it. */
  readonly group: string;
}

/** A grant to anyone who accepts an invite, signs in, or signs in as a member of an external group. */
export interface ConditionalGrant {
  /** The uid of the object that gives the role if it is known, otherwise its Terraform address. */
  readonly key: string;
  readonly source: OpenGrantSource;
  /**
   * The name of the identity provider or the external group, or a text that distinguishes an invite from others of its
   * group. @default none
   */
  readonly name?: string | undefined;
  /** The e-mail address of an invite. @default anyone who has the code */
  readonly recipient?: string | undefined;
  /** The key of the identity provider of an external group. Mappings of one external group of it have one identity. @default unknown */
  readonly provider?: string | undefined;
  /** A text that is equal exactly for the same people. @default the same for all */
  readonly people?: string | undefined;
  /** The key of the role. */
  readonly role: string;
  /** The key of the group where the role applies. It also applies to all groups under it. */
  readonly group: string;
}

/** A grant as input of a graph. */
export type GrantInput = BindingInput | ConditionalGrant;

/** The input of an access graph. */
export interface AccessInput {
  readonly groups?: Iterable<GroupInput>;
  /** Uids of existing groups without any other data. */
  readonly mentioned?: Iterable<string>;
  readonly identities?: Iterable<IdentityInput>;
  readonly roles?: Iterable<RoleInput>;
  readonly grants?: Iterable<GrantInput>;
}

/** A group of a graph. */
export interface GroupNode {
  readonly key: string;
  readonly name: string;
  /**
   * The names from the root, such as `acme/payments`. Equal paths end with a part of the key:
   * `acme/payments#0123456789abcdef`.
   */
  readonly path: string;
  readonly parent: GroupNode | undefined;
  readonly children: readonly GroupNode[];
  /** The grants in exactly this group. */
  readonly grants: readonly GrantNode[];
  /** The identities directly in this group. */
  readonly identities: readonly IdentityNode[];
  /** True if the input does not contain the group, and it is known only as the parent of another object. */
  readonly implied: boolean;
  /** Its position in a walk of the tree, parents first. The groups beneath it follow, up to `end`. */
  readonly order: number;
  /** The `order` of the last group under it, or its own `order` without subgroups. */
  readonly end: number;
}

/** An identity of a graph, or the users of an invite or an identity provider. */
export interface IdentityNode {
  readonly key: string;
  readonly name: string;
  /** The names from the root, such as `acme/payments/ci-bot`. For a person, only the name. */
  readonly path: string;
  readonly group: GroupNode | undefined;
  /** The account of a person, if it is known. */
  readonly account?: PersonAccount | undefined;
  /** The e-mail address of a person, if it is known and not the name. */
  readonly email?: string | undefined;
  readonly assumption: Assumption | undefined;
  /** Set if the node represents anyone who meets a condition: the grant that admits them. */
  readonly grantedBy: OpenGrantSource | undefined;
  /** A text that is equal exactly for the same people, if the node represents anyone who meets a condition. */
  readonly people?: string | undefined;
  /** The larger set of people whose grants these have, too: everyone who signs in through the provider of an external group. */
  readonly includedIn?: IdentityNode | undefined;
  readonly grants: readonly GrantNode[];
  /** True if the input does not contain the identity, and it is known only from a grant. */
  readonly implied: boolean;
}

/** A role of a graph. */
export interface RoleNode {
  readonly key: string;
  readonly name: string;
  /** The names from the root. For a built-in role, only the name. */
  readonly path: string;
  readonly group: GroupNode | undefined;
  /** Dotted names, sorted. */
  readonly capabilities: readonly string[];
  /** True if it also holds every capability that this package does not know. */
  readonly holdsUnknown: boolean;
}

/** A grant of a graph: the identity has the role in the group and in all groups under it. */
export interface GrantNode {
  readonly key: string;
  readonly source: GrantSource;
  /** The name of the identity provider or the external group, if the grant has one. */
  readonly name: string | undefined;
  /** The key of the identity provider of an external group. */
  readonly provider?: string | undefined;
  /** The e-mail address of an invite. */
  readonly recipient?: string | undefined;
  readonly identity: IdentityNode;
  readonly role: RoleNode;
  readonly group: GroupNode;
}

/** The roles of identities in groups, created by `createAccessGraph`. Immutable. */
export interface AccessGraph {
  /** Parents before the groups beneath them, siblings by path. */
  readonly groups: readonly GroupNode[];
  /** By path. */
  readonly identities: readonly IdentityNode[];
  /** By path. */
  readonly roles: readonly RoleNode[];
  /** The grants of all four sources: role bindings, invites, identity providers, and mappings of external groups. */
  readonly grants: readonly GrantNode[];
  /** Grants that the service rejects. `grants` does not contain them, and they give nothing. */
  readonly refusedGrants: readonly GrantNode[];
  /** Returns the group with a key or a path. Throws a `TypeError` if it does not exist. */
  group(keyOrPath: string): GroupNode;
  /** Returns the identity with a key or a path. Throws a `TypeError` if it does not exist. */
  identity(keyOrPath: string): IdentityNode;
  /** Returns the role with a key or a path. Throws a `TypeError` if it does not exist. */
  role(keyOrPath: string): RoleNode;
}
