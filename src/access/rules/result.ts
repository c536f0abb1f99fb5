/** The result of a rule: its violations, and the objects that it cannot be evaluated for. */

/** A part of an organization that violates a rule, or that a rule is inconclusive for. */
export interface RuleProblem {
  /** The key of the grant or the object that causes it. */
  readonly key?: string | undefined;
  /** The key of the identity, if a grant causes it. */
  readonly identity?: string;
  /** The path of the identity, the group or the object. */
  readonly path: string;
  /** A clause with the path: `acme/Payments has the name "Payments", which …`. */
  readonly text: string;
  /** The reason why the rule may mean the object, as a clause: `whose issuer is unknown`. @default the rule means it */
  readonly doubt?: string;
  /** The number of identities that fulfil the rule, if it requires a number. */
  readonly held?: number;
  /** The entries of `owners` that declare the outsiders. @default unknown */
  readonly entries?: readonly string[];
  /** Paths, capabilities and tokens, without sentences. */
  readonly facts: unknown;
}

export interface RuleProblems {
  readonly violations: readonly RuleProblem[];
  readonly inconclusive: readonly RuleProblem[];
}
