/** What an access graph is made from, and what its nodes look like once they are linked. */

/** What gives a role: a role binding, or something that gives it to whoever comes. Contract A2, A8. */
export type GrantSource = 'role_binding' | OpenGrantSource;

/** A source that gives a role to anyone who meets its condition. */
export type OpenGrantSource = 'group_invite' | 'identity_provider' | 'external_group_role_mapping';

/** How an identity is assumed; a person signs in. Contract T5, T6. */
export type Assumption = 'claim_match' | 'static_keys' | 'aws_identity' | 'service_principal' | 'sign_in';

/** A group as it is put into a graph. */
export interface GroupInput {
  /** Its uid when known, else its Terraform address. */
  readonly key: string;
  readonly name: string;
  /** The key of its parent. @default none: a root group */
  readonly parent?: string | undefined;
}

/** An identity as it is put into a graph. */
export interface IdentityInput {
  /** Its uid when known, else its Terraform address. */
  readonly key: string;
  /** Its name, or the e-mail address of a person. */
  readonly name: string;
  /** The key of its group. @default none: a person */
  readonly group?: string | undefined;
  /** How it is assumed. @default unknown, or `sign_in` for a person */
  readonly assumption?: Assumption | undefined;
}

/** A role as it is put into a graph; `builtInRole` makes those that every organization has. */
export interface RoleInput {
  /** Its uid when known, else its Terraform address. */
  readonly key: string;
  readonly name: string;
  /** The key of its group. @default none: a built-in role */
  readonly group?: string | undefined;
  /** In either spelling, known or unknown (contract A1). */
  readonly capabilities: readonly string[];
  /** Whether it also holds every capability that this package does not know, as `owner` does (contract A4). @default false */
  readonly holdsUnknown?: boolean | undefined;
}

/** A grant to one identity. */
export interface BindingInput {
  /** Its uid when known, else its Terraform address. */
  readonly key: string;
  readonly source?: 'role_binding' | undefined;
  /** The key of the identity. */
  readonly identity: string;
  /** The key of the role. */
  readonly role: string;
  /** The key of the group in which it holds, and beneath which. */
  readonly group: string;
}

/** A grant to anyone who accepts an invite, signs in, or signs in as a member of an external group. */
export interface OpenGrantInput {
  /** The uid of the object that gives the role when known, else its Terraform address. */
  readonly key: string;
  readonly source: OpenGrantSource;
  /** The name of the identity provider or the external group, or what distinguishes an invite from others of its group. @default none */
  readonly name?: string | undefined;
  /** The key of the role. */
  readonly role: string;
  /** The key of the group in which it holds, and beneath which. */
  readonly group: string;
}

/** A grant as it is put into a graph. */
export type GrantInput = BindingInput | OpenGrantInput;

/** Everything that an access graph is made from. */
export interface AccessInput {
  readonly groups?: Iterable<GroupInput>;
  /** Uids of groups that are there, of which nothing else is known. */
  readonly mentioned?: Iterable<string>;
  readonly identities?: Iterable<IdentityInput>;
  readonly roles?: Iterable<RoleInput>;
  readonly grants?: Iterable<GrantInput>;
}

/** A group of a graph. */
export interface GroupNode {
  readonly key: string;
  readonly name: string;
  /** Names from the root, such as `acme/payments`; equal ones are told apart by the end of the key: `acme/payments#0123456789abcdef`. */
  readonly path: string;
  readonly parent: GroupNode | undefined;
  readonly children: readonly GroupNode[];
  /** The grants that are made in this very group. */
  readonly grants: readonly GrantNode[];
  /** The identities that lie in this very group. */
  readonly identities: readonly IdentityNode[];
  /** Whether it was not given, and is known only as the parent of something. */
  readonly implied: boolean;
  /** Its place in a walk of the tree, parents first; what lies beneath it follows, up to `end`. */
  readonly order: number;
  /** The `order` of the last group beneath it; its own if there is none. */
  readonly end: number;
}

/** An identity of a graph, or whoever comes by an invite or identity provider. */
export interface IdentityNode {
  readonly key: string;
  readonly name: string;
  /** Names from the root, such as `acme/payments/ci-bot`; the name alone for a person. */
  readonly path: string;
  readonly group: GroupNode | undefined;
  readonly assumption: Assumption | undefined;
  /** Set where the node stands for nobody in particular: what lets them in. */
  readonly comesBy: OpenGrantSource | undefined;
  readonly grants: readonly GrantNode[];
  /** Whether it was not given, and is known only from a grant. */
  readonly implied: boolean;
}

/** A role of a graph. */
export interface RoleNode {
  readonly key: string;
  readonly name: string;
  /** Names from the root; the name alone for a built-in role. */
  readonly path: string;
  readonly group: GroupNode | undefined;
  /** Dotted names, sorted. */
  readonly capabilities: readonly string[];
  /** Whether it also holds every capability that this package does not know. */
  readonly holdsUnknown: boolean;
}

/** A grant of a graph: the identity has the role in the group and everywhere beneath it. */
export interface GrantNode {
  readonly key: string;
  readonly source: GrantSource;
  /** The name of the identity provider or the external group, if the grant has one. */
  readonly name: string | undefined;
  readonly identity: IdentityNode;
  readonly role: RoleNode;
  readonly group: GroupNode;
}

/** Who has which role where; `createAccessGraph` makes it. Nothing in it changes. */
export interface AccessGraph {
  /** Parents before what lies beneath them, siblings by path. */
  readonly groups: readonly GroupNode[];
  /** By path. */
  readonly identities: readonly IdentityNode[];
  /** By path. */
  readonly roles: readonly RoleNode[];
  readonly grants: readonly GrantNode[];
  /** Grants that the service refuses. They are no part of `grants`, and give nothing. */
  readonly refusedGrants: readonly GrantNode[];
  /** The group of a key or a path. Throws a `TypeError` if there is none. */
  group(keyOrPath: string): GroupNode;
  /** The identity of a key or a path. Throws a `TypeError` if there is none. */
  identity(keyOrPath: string): IdentityNode;
  /** The role of a key or a path. Throws a `TypeError` if there is none. */
  role(keyOrPath: string): RoleNode;
}
