/** The declared objects, as policies see them. */
import type { IConstruct } from 'constructs';
import type { AccessGraph } from '../../src/access';

/** An object that the program declares or refers to. */
export interface DeclaredObject {
  /** The kind of the object, with its name in the API: `Group`, `RoleBinding`. */
  readonly kind: string;
  /** The construct of the object. For an object that is only named by its uid, the construct that names it. */
  readonly construct: IConstruct;
  /** The name. `undefined` if the object has no name, or if only Terraform knows it. */
  readonly name: string | undefined;
  /** The names from the root group: `acme/payments/ci`. A part that only Terraform knows is the id of its construct. */
  readonly path: string;
  /** The group that contains the object. `undefined` for a root group, or if only Terraform knows it. */
  readonly group: DeclaredGroup | undefined;
  /** True if the program creates or imports the object. False for an existing object. */
  readonly isManaged: boolean;
}

/** A group. */
export interface DeclaredGroup extends DeclaredObject {
  /** The number of groups from the root to this one, which is 1 for a root. `undefined` if only Terraform knows it. */
  readonly depth: number | undefined;
}

/** An identity. */
export interface DeclaredIdentity extends DeclaredObject {
  /** True for a person, false for a workload. `undefined` if only Terraform knows it. */
  readonly isPerson: boolean | undefined;
}

/** A role. */
export interface DeclaredRole extends DeclaredObject {
  /** The capabilities as dotted names. `undefined` if only Terraform knows them. */
  readonly capabilities: readonly string[] | undefined;
}

/** A grant of a role: to an identity, or to anyone who meets a condition, for example accepts an invite. */
export interface DeclaredBinding extends DeclaredObject {
  /** The identity. `undefined` for an invite, an identity provider or a mapping, or if only Terraform knows it. */
  readonly identity: DeclaredIdentity | undefined;
  /** The role. `undefined` if only Terraform knows it. */
  readonly role: DeclaredRole | undefined;
}

/** The organization that the constructs in a scope declare. */
export interface DeclaredOrganization {
  /** All objects in the scope of the policy, in the order of the constructs. */
  readonly objects: readonly DeclaredObject[];
  /** The groups in the scope, and the groups that its objects refer to. Parents come first. */
  readonly groups: readonly DeclaredGroup[];
  /** People and workloads, including those that role bindings name only by their uid. */
  readonly identities: readonly DeclaredIdentity[];
  /** Custom roles, and the built-in roles that are used. */
  readonly roles: readonly DeclaredRole[];
  /** Role bindings, invites, identity providers and mappings of external groups. */
  readonly bindings: readonly DeclaredBinding[];
  /** The effective access, for the questions of `cdktf-provider-platform/access`: `whoCan(graph, 'repo.create', 'acme')`. */
  readonly graph: AccessGraph;
}

/** A value that only Terraform knows and that can decide access. */
export interface UnknownValue {
  readonly construct: IConstruct;
  /** The name of the prop. */
  readonly prop: string;
}
