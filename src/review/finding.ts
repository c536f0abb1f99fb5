/** What a reviewer should look at. */
import type { Instance } from './organization/objects';

/** How bad it is. */
export type Severity = 'low' | 'medium' | 'high';

/** From the mildest to the severest. */
export const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit);
}

/** What a kind of finding is: for the documentation, and wherever it is explained. */
interface FindingKind {
  /** The usual one. */
  readonly severity: Severity;
  /** In words, where it is not always that one. */
  readonly severityText?: string;
  /** In Markdown. */
  readonly when: string;
}

/** Every finding there is, by its id, in the order in which equally severe ones are shown. */
const kinds = {
  unresolved: { severity: 'high', when: 'What cannot be told before the apply could be any of these.' },
  'self-lockout': { severity: 'high', when: 'The identity that applies loses what this plan or the next one needs.' },
  'last-owners': {
    severity: 'high',
    when: 'An owner of an organization goes, and fewer than `minimumOwners` are left, or no person. With `--live`: whoever made it so.',
  },
  'owner-gained': {
    severity: 'high',
    when: 'Somebody gains rights over rights: what an owner has and an editor has not.',
  },
  'outsider-can-assume': {
    severity: 'high',
    when: 'Somebody outside of the owners can obtain a token that is accepted; with the token.',
  },
  'escalation-path': {
    severity: 'high',
    when: 'Somebody gains a way to rights that they do not hold, in however many steps.',
  },
  'pull-request-can-write': {
    severity: 'high',
    when: 'An unreviewed pull request can assume an identity with write access; with the token.',
  },
  'account-associated': {
    severity: 'high',
    severityText: 'high, or low for an account that `trustedAccounts` declares',
    when: 'A group is associated with another cloud account.',
  },
  'invariant-broken': { severity: 'high', severityText: 'as declared', when: 'A rule of your own does not hold.' },
  'assertion-failed': {
    severity: 'high',
    when: 'An assertion by example (`assertions`) does not hold after the change, or cannot be decided.',
  },
  'runs-code': {
    severity: 'high',
    when: 'A provisioner runs a program with the rights of who applies: it may do anything.',
  },
  'provider-not-constant': {
    severity: 'high',
    severityText: 'high, or medium where only variables are mentioned',
    when: 'A provider block contains an expression that can have another value when the plan is applied.',
  },
  'assume-hidden': {
    severity: 'high',
    when: 'The way an identity is assumed is marked sensitive, so that no reviewer can see it.',
  },
  'output-exposes': {
    severity: 'high',
    severityText: 'high, or medium for an output that is marked sensitive',
    when: 'An output contains a secret, or is no longer sensitive.',
  },
  'grant-refused': {
    severity: 'high',
    when: 'A grant that the API refuses, and that no access row counts: a role outside of its group, or sign-in to a group that is not a root group.',
  },
  'mass-removal': {
    severity: 'high',
    when: 'More than `maximumRemoval` of the bindings, or of another kind, go at once (three at least).',
  },
  'destroyed-elsewhere': { severity: 'high', when: 'What one plan deletes, another resource still refers to.' },
  'managed-twice': { severity: 'high', when: 'One object has two addresses.' },
  'claim-widened': {
    severity: 'medium',
    severityText: 'medium, or high if the identity may change who can do what',
    when: 'More tokens are accepted, or nobody can prove that they are not.',
  },
  'nobody-can-assume': {
    severity: 'medium',
    severityText: 'medium, or low if a token may exist',
    when: 'A new or changed trust policy accepts no token that its issuer issues; with the likely intent.',
  },
  'sign-in-opened': {
    severity: 'medium',
    severityText: 'medium, or high for a role that can write, or for every account of a public provider',
    when: 'Other people can sign in, people who sign in have another role, or a mapping gives a role to an external group.',
  },
  'identity-moved': {
    severity: 'medium',
    severityText: 'medium, or high if the identity may change who can do what',
    when: 'An identity is recreated in another group: those who may update identities there can assume it.',
  },
  'unmanaged-grants': {
    severity: 'medium',
    when: 'With `--live`: a grant that no plan manages, in a group that is `exclusive`.',
  },
  'partial-plan': { severity: 'medium', when: 'The plan was made for some resources only.' },
  'plan-arguments': {
    severity: 'medium',
    when: 'The plan was made with `-refresh=false`, `-replace` or another argument that changes what it contains.',
  },
  'outdated-plan': {
    severity: 'medium',
    when: 'With `--live`: an object was changed, or is gone, since the plan was made.',
  },
  'check-failed': { severity: 'medium', when: 'A check of the configuration fails.' },
  destroys: {
    severity: 'medium',
    severityText: 'medium, or high for a group that holds what is not managed',
    when: 'Something is deleted, with what depends on it.',
  },
  'no-longer-managed': {
    severity: 'medium',
    severityText: 'medium for a binding, else low',
    when: 'It stays as it is, and no plan will show it any more.',
  },
  'protection-off': { severity: 'medium', when: 'Something is no longer protected from deletion.' },
  'invite-created': {
    severity: 'medium',
    severityText:
      'medium, or high for a role that can write without a recipient, if used repeatedly or for over a week',
    when: 'Anyone who presents the code has a role; with recipient, lifetime and uses.',
  },
  'exists-already': {
    severity: 'medium',
    when: 'An object with the same natural key exists. The apply stops there, unless the provider adopts it.',
  },
  'secret-created': { severity: 'low', when: 'The service makes a secret; where it is kept.' },
  'access-gained': {
    severity: 'low',
    severityText: 'low, or high for access that `noNewAccess` covers',
    when: 'A change gives access that did not exist before, and no other finding reports it.',
  },
  'static-keys-expire': {
    severity: 'low',
    severityText: 'low, or medium once they have',
    when: 'Nobody can assume the identity from then on.',
  },
  'invariant-idle': {
    severity: 'low',
    when: 'A rule of your own names what is not there: another name is close, or `--live` shows all there is.',
  },
  drift: {
    severity: 'low',
    severityText: 'low, or as its content deserves',
    when: 'Something was changed outside of the configuration.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingId = keyof typeof kinds;

export const FINDINGS: Readonly<Record<FindingId, FindingKind>> = kinds;

/** Findings that predict a failure of the apply. They are no part of its effect, so no digest contains them. */
export const PREDICTIONS: ReadonlySet<FindingId> = new Set<FindingId>(['exists-already', 'grant-refused']);

export const FINDING_IDS = Object.keys(kinds) as readonly FindingId[];

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
