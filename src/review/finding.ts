/** What a reviewer should look at. */
import { createHash } from 'node:crypto';
import type { Instance } from './organization/objects';

/** How bad it is. */
export type Severity = 'low' | 'medium' | 'high';

/** From the mildest to the severest. */
export const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit);
}

/** Every finding there is, by its id, in the order in which equally severe ones are shown. */
export const FINDING_IDS = [
  'unresolved',
  'self-lockout',
  'last-owners',
  'owner-gained',
  'outsider-can-assume',
  'escalation-path',
  'invariant-broken',
  'mass-removal',
  'destroyed-elsewhere',
  'managed-twice',
  'claim-widened',
  'partial-plan',
  'check-failed',
  'destroys',
  'no-longer-managed',
  'protection-off',
  'invite-created',
  'secret-created',
  'static-keys-expire',
  'drift',
] as const;

export type FindingId = (typeof FINDING_IDS)[number];

export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  /** What it is about: the path of an identity, group or other object, or an address. */
  readonly subject: string;
  /** In a sentence or two. */
  readonly reason: string;
  /** What proves it: a token, a chain, a grant. */
  readonly witness?: string | undefined;
  /** Where it is declared. */
  readonly address?: string | undefined;
  /** The plan that has the address. */
  readonly plan?: string | undefined;
}

/** Where it is declared. */
export type Place = Pick<Finding, 'address' | 'plan'>;

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

/** The same for the same finding of two reports: of what it is and what it is about, not of how it is said. */
export function fingerprint({ id, subject }: Pick<Finding, 'id' | 'subject'>): string {
  return createHash('sha256').update(`${id}\n${subject}`).digest('hex').slice(0, 16);
}

/** The severest first, then by kind, then by subject. */
export function compareFindings(one: Finding, other: Finding): number {
  return (
    SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity) ||
    FINDING_IDS.indexOf(one.id) - FINDING_IDS.indexOf(other.id) ||
    (one.subject < other.subject ? -1 : one.subject > other.subject ? 1 : 0)
  );
}
