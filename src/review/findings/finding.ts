/** What a reviewer should look at. */
import { FINDING_IDS, SEVERITIES, type FindingId, type Severity } from '../input/configuration/finding-kinds';
import type { Instance } from '../organization/objects/objects';

/** Where it is declared. */
export interface Place {
  readonly address?: string | undefined;
  /** The plan that has the address. */
  readonly plan?: string | undefined;
}

/** The list and the index of a rule in the configuration. */
export type RulePath = readonly [list: 'assertions' | 'invariants', index: number];

/** The change that produces a finding. Findings with the same id and cause are reported as one entry with a list. */
export interface FindingCause extends Place {
  /** Identifies the cause in every report, and names it: `role acme/deployer`. */
  readonly key: string;
  /** A sentence without its full stop: `Role acme/deployer gains role_bindings.create`. */
  readonly text: string;
}

export interface Finding extends Place {
  readonly id: FindingId;
  readonly severity: Severity;
  /** What it is about: the path of an identity, group or other object, or an address. */
  readonly subject: string;
  /** In a sentence or two. */
  readonly reason: string;
  /** What proves it: a token, a chain, a grant. */
  readonly witness?: string | undefined;
  /** The facts that a suppression accepts, such as capabilities and tokens. They contain no sentence: wording is not a fact. */
  readonly evidence: readonly unknown[];
  /** The rule of the configuration that the finding is about. */
  readonly rule?: RulePath | undefined;
  /** The change that produces it, if other findings can have the same cause. @default the finding is its own cause */
  readonly cause?: FindingCause | undefined;
  /** Paths of the identity and the group that it affects, for counts: `14 identities in 10 groups`. */
  readonly identity?: string | undefined;
  readonly group?: string | undefined;
}

export function declaredAt({ address, plan }: Instance): Place {
  return { address, plan: plan.name };
}

/** Where that is declared which goes by the key afterwards, or went by it before. */
export function whereIs(
  { addresses }: { readonly addresses: ReadonlyMap<string, Instance> },
  key: string | undefined,
): Place {
  const instance = key === undefined ? undefined : addresses.get(key);
  return instance === undefined ? {} : declaredAt(instance);
}

/** The severest first, then by kind, then by subject. */
export function compareFindings(one: Finding, other: Finding): number {
  return (
    SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity) ||
    FINDING_IDS.indexOf(one.id) - FINDING_IDS.indexOf(other.id) ||
    (one.subject < other.subject ? -1 : one.subject > other.subject ? 1 : 0)
  );
}
