/** The programs, provider blocks and values that an apply uses in addition to the approved writes. */

/**
 * - `provisioner`, `action`: a program that runs during the apply
 * - `read`: a data source that is read during the apply, or that runs a program
 * - `ephemeral`, `function`: an ephemeral resource, or a function, of another provider
 * - `provider`: a provider block, or a provider without one
 * - `lock`: an entry of the lock file
 * - `resource`: a planned change of a resource of another provider
 * - `output`: a planned change of an output of the root module
 * - `part`: a part of the plan that this version does not know
 */
export type ExecutionKind =
  | 'provisioner'
  | 'action'
  | 'read'
  | 'ephemeral'
  | 'function'
  | 'provider'
  | 'lock'
  | 'resource'
  | 'output'
  | 'part';

export interface Execution {
  readonly kind: ExecutionKind;
  /** The address in the configuration, the source of a lock entry, or the key path of an unknown part. */
  readonly address: string;
  /** The type of the resource, provisioner or action; the source of a provider. */
  readonly type: string;
  /** The planned actions, or the trigger of an action. */
  readonly actions: readonly string[];
  /** SHA-256 of its configuration, of its planned values, or of the expression of a value that is unknown until apply. */
  readonly sha256: string;
  /** SHA-256 of its expressions, which stay equal while their values become known. */
  readonly configuration?: string;
  /** SHA-256 of its code in the saved plan, with everything that the code uses. Absent if the input does not contain it. */
  readonly code?: string;
  /** True if it is a program of the author: it can do anything that the applying identity can. */
  readonly isProgram?: true;
  /** True if the apply evaluates a part of its configuration again. */
  readonly isOpen?: true;
  /** The constant addresses in a provider block of this provider, by attribute; `(expression)` for an expression. */
  readonly service?: Readonly<Record<string, string>>;
  /** The version of a lock entry. */
  readonly version?: string;
  /** The hashes of a lock entry. Two entries are equal if their versions are equal and one hash is in both. */
  readonly hashes?: readonly string[];
}
