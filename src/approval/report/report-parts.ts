/** The parts of a report that an approval binds in addition to the writes: what else the apply runs, and the effect. */

/** A part of the plan that the apply runs or evaluates: a program, a provider block, a resource of another provider, an output. */
export interface ReportedExecution {
  /** `provisioner`, `action`, `provider`, `resource`, `output`. */
  readonly kind: string;
  readonly address: string;
  /** The type of the resource; the source of a provider. */
  readonly type: string;
  readonly actions: readonly string[];
  /** SHA-256 of its configuration, of its planned values, or of the expression of a value that is unknown until apply. */
  readonly sha256: string;
  /** True if the apply evaluates a part of its configuration again. */
  readonly isOpen?: true;
  /** SHA-256 of its expressions, which stay equal while their values become known. */
  readonly configuration?: string;
  /** The version of an entry of the lock file, and its hashes. */
  readonly version?: string;
  readonly hashes?: readonly string[];
}

/** Capabilities that identities gain, or lose, directly in a group. */
export interface ReportedGrants {
  readonly capabilities: readonly string[];
  /** The uids of the identity and of the group of each grant. */
  readonly places: readonly (readonly string[])[];
}

/** The effect by uids and addresses: names, wording and time make no difference. */
export interface ReportedEffect {
  readonly gained: readonly ReportedGrants[];
  readonly lost: readonly ReportedGrants[];
  /** SHA-256 of the rows of effective access. */
  readonly access: string;
  /** Trust policies that change. */
  readonly trust: readonly {
    readonly address: string;
    readonly relation: string;
    readonly outsiders: readonly string[];
    /** A token that only the new trust policy accepts. */
    readonly gained?: string;
  }[];
  readonly escalations: readonly {
    /** The uid of the identity. */
    readonly identity: string;
    readonly steps: readonly string[];
    readonly gains: readonly { readonly group: string; readonly capabilities: readonly string[] }[];
  }[];
  /** The findings by their facts in the plan alone. */
  readonly findings: readonly {
    readonly id: string;
    readonly severity: 'low' | 'medium' | 'high';
    readonly fingerprint: string;
    /** The address of the declaration, or the subject. */
    readonly at: string;
    /** SHA-256 of the suppression that accepts it. */
    readonly suppression?: string;
  }[];
  readonly unresolved: readonly {
    readonly address: string;
    readonly attribute: string;
    /** SHA-256 of its expression. */
    readonly expression: string;
  }[];
  /** Objects that become managed or are no longer managed, without a write. */
  readonly state: readonly { readonly action: 'import' | 'forget'; readonly address: string; readonly uid: string }[];
}
