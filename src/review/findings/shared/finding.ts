/** Findings: the parts of a change that a reviewer should check. */
import { compareNames } from '../../../base/text/compare-names';
import { FINDING_IDS, SEVERITIES, type FindingId, type Severity } from '../../../access/rules';
import type { Instance } from '../../organization/objects/objects';

/** The address of a declaration. */
export interface Place {
  readonly address?: string | undefined;
  /** The plan that has the address. */
  readonly plan?: string | undefined;
}

/** The list and the index of a rule in the configuration. */
export type RulePath = readonly [list: 'assertions' | 'invariants', index: number];

/** The change that produces a finding. Findings with the same id and cause are reported as one entry with a list. */
export interface FindingCause extends Place {
  /** Identifies the cause in every report: `role acme/deployer`. */
  readonly key: string;
  /** A sentence without the final period: `Role acme/deployer gains role_bindings.create`. */
  readonly text: string;
  /** The same about several affected objects: their number is the subject. By default, the number follows `text`. */
  readonly predicate?: string | undefined;
  /** The member of `review.config.json` that declares the cause as known, for the author to paste. */
  readonly paste?: string | undefined;
  /** True if the text holds without a change. @default false */
  readonly isOfState?: boolean | undefined;
}

/** An unmanaged object, for display. */
export interface BlockingObject {
  /** For example `role binding`. */
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Everyone who can use the identity of a grant. */
  readonly users?: string | undefined;
}

/** The unmanaged objects that prevent a deletion: the API refuses it. */
export interface BlockingObjects {
  /** Their number, also of those without a name. */
  readonly count: number;
  readonly objects: readonly BlockingObject[];
}

export interface Finding extends Place {
  readonly id: FindingId;
  readonly severity: Severity;
  /** The severity without a baseline, which the fingerprint contains. @default the severity */
  readonly ownSeverity?: Severity | undefined;
  /** The path of the affected object, or an address. */
  readonly subject: string;
  /** One or two sentences. */
  readonly reason: string;
  /** The parts of the reason that others wrote, such as messages of checks. Formats mark them like names. */
  readonly quoted?: readonly string[] | undefined;
  /** The same about several findings of one cause: a phrase whose subject is the number of their identities. */
  readonly predicate?: string | undefined;
  /** The roles of an identity that others can assume: `owner in acme`. */
  readonly holds?: string | undefined;
  /** Among findings of one severity and kind, those with a higher number are worse. @default 0 */
  readonly danger?: number | undefined;
  /** The proof: a token, a chain or a grant. */
  readonly witness?: string | undefined;
  /** The facts that a suppression accepts, such as capabilities and tokens. They contain no sentences, so that wording can change. */
  readonly evidence: readonly unknown[];
  /** Present if an object that the plan deletes stays. */
  readonly unmanaged?: BlockingObjects | undefined;
  /** The rule of the configuration that the finding is about. */
  readonly rule?: RulePath | undefined;
  /** The change that produces it, if other findings can have the same cause. @default the finding is its own cause */
  readonly cause?: FindingCause | undefined;
  /** Paths of the identity and the group that it affects, for counts: `14 identities in 10 groups`. */
  readonly identity?: string | undefined;
  readonly group?: string | undefined;
}

/** Begins the sentence about access before a probable rename. */
export const PROBABLE_RENAME = ' This is probably a rename:';

export function declaredAt({ address, plan }: Instance): Place {
  return { address, plan: plan.name };
}

/** Returns the declaration of the object with a key after the change, otherwise before it. */
export function whereIs(
  { addresses }: { readonly addresses: ReadonlyMap<string, Instance> },
  key: string | undefined,
): Place {
  const instance = key === undefined ? undefined : addresses.get(key);
  return instance === undefined ? {} : declaredAt(instance);
}

/** Compares by severity (highest first), kind, danger and subject. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
    FINDING_IDS.indexOf(a.id) - FINDING_IDS.indexOf(b.id) ||
    (b.danger ?? 0) - (a.danger ?? 0) ||
    compareNames(a.subject, b.subject)
  );
}
