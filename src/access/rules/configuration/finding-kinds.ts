/** The kinds of findings: configurations name them in suppressions, and the documentation lists them. */

/** The severity of a finding. */
export type Severity = 'low' | 'medium' | 'high';

/** In ascending order. */
export const SEVERITIES: readonly Severity[] = ['low', 'medium', 'high'];

export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit);
}

/** The description of a kind of finding, for the documentation and for code scanning. */
interface FindingKind {
  /** The usual severity. */
  readonly severity: Severity;
  /** A description, if the severity varies. */
  readonly severityText?: string;
  /** The condition, in Markdown. */
  readonly when: string;
  /**
   * True if no digest contains the finding: equal writes can show it at one time and not at another. It predicts a failure
   * of the apply, reports changes by others, or depends on the clock, on a live read or on the stacks that a reader passes.
   */
  readonly isContext?: true;
}

/** All kinds of findings by id, in the order of display for equal severities. */
const kinds = {
  unresolved: {
    severity: 'high',
    when: 'A value that is known only after the apply could cause any other finding.',
  },
  'self-lockout': {
    severity: 'high',
    severityText: 'high, or medium if only an apply that stops early causes it',
    when: 'The applying identity loses access that this plan or the next one needs.',
  },
  'last-owners': {
    severity: 'high',
    severityText: 'high, or medium if only an apply that stops early causes it',
    when: 'An organization loses an owner, and fewer than `minimumOwners` owners or no person remain. With `--live`, also if someone else caused it.',
  },
  'owner-gained': {
    severity: 'high',
    when: 'Someone gains capabilities that an owner has and an editor lacks. With the role `owner` they become an owner. Administrative access is any other capability that can change who has access. The finding separates it from the rest, such as `tag.create`.',
  },
  'outsider-can-assume': {
    severity: 'high',
    when: 'Someone outside of the owners can obtain a token that an identity accepts. The finding shows such a token, and the roles of the identity.',
  },
  'undeclared-owner': {
    isContext: true,
    severity: 'high',
    severityText: 'high, or medium if a new identity or grant only reads',
    when: 'Without `owners`: an identity of an unusual owner gains access, accepts its workloads from now on or more of them, or is new without a role. [Without a plan](review.md#review-without-a-plan), the identity has access. Every owner of a platform is unusual, except for [the main one before the change](review.md#owners). The finding shows its entry. Also, with or without `owners`: an identity gains access that only its uid names, or a person gains or has access, whose issuer nothing declares. Known are `trustedIssuers`, the identity providers, the issuer of most people, and the issuers of people with such access before the change. At a public provider, only an account in `owners` or with such access before is known.',
  },
  'escalation-path': {
    severity: 'high',
    when: 'Someone gains a privilege escalation path to capabilities that they do not hold, in any number of steps.',
  },
  'pull-request-can-write': {
    severity: 'high',
    when: 'Unreviewed code can assume an identity with write access: a pull request, or a branch, a tag, an environment or a repository that someone can create. The finding shows such a token, and what proves a review on the platform.',
  },
  'account-associated': {
    severity: 'high',
    severityText:
      'high, or low for an account that `trustedAccounts` declares; medium for other clients of an undeclared account',
    when: 'A group is associated with another cloud account (each id and number of it counts), with other clients of an account, or no longer with one.',
  },
  'invariant-broken': {
    severity: 'high',
    severityText: 'as declared, or low if it was broken before and nothing new breaks it',
    when: 'A rule of your own does not hold.',
  },
  'assertion-failed': {
    severity: 'high',
    when: 'An assertion by example (`assertions`) does not hold after the change, or cannot be decided.',
  },
  'runs-code': {
    severity: 'high',
    when: 'A provisioner, an action, `data "external"`, a new provider or another file of this provider runs a program with the permissions of the applying identity: it can do anything. `trustedProviders` accepts a provider.',
  },
  'not-proved': {
    severity: 'high',
    severityText: 'low if the review shows the effect, else high',
    when: 'A value or a block is outside of [what a plan proves](data-stacks.md). The apply can differ from the plan there. Only plans of `platform-iac plan` show it.',
  },
  'unknown-plan-part': {
    severity: 'medium',
    severityText: 'medium, or high for a kind or an attribute of this provider',
    when: 'The plan contains an object, a list or a member that this version does not know. An approval binds its SHA-256.',
  },
  'provider-not-constant': {
    severity: 'high',
    severityText: 'high, or medium if it refers only to variables',
    when: 'A provider block contains an expression that can have another value when the plan is applied.',
  },
  'assume-hidden': {
    severity: 'high',
    when: 'The trust policy of an identity is marked sensitive, so that no reviewer can see it.',
  },
  'output-exposes': {
    severity: 'high',
    severityText: 'high, or medium for an output that is marked sensitive',
    when: 'An output contains a secret, or is no longer sensitive.',
  },
  'grant-refused': {
    isContext: true,
    severity: 'high',
    when: 'The API refuses this grant, so the access tables omit it: a role outside of its group, or sign-in to a group that is not a root group.',
  },
  'rotation-lost': {
    severity: 'high',
    severityText: 'high, or medium for an object that nobody can assume',
    when: 'An object is renamed in place, and its new name contains a value of a rotation that the old name lacks. The rotation replaces nothing, perhaps because an earlier apply failed.',
  },
  'organization-created': {
    isContext: true,
    severity: 'high',
    severityText: 'high, or medium for `Group.root` of constructs',
    when: 'The plan creates a group whose `parent_uid` is null: a new root group, which is an organization of its own.',
  },
  'mass-removal': {
    severity: 'high',
    when: 'A plan deletes at least three objects of a kind, and more than `maximumRemoval` of them.',
  },
  'destroyed-elsewhere': {
    severity: 'high',
    when: 'One plan deletes an object that another resource still refers to.',
  },
  'managed-twice': { severity: 'high', when: 'One object has two addresses.' },
  'claim-widened': {
    severity: 'medium',
    severityText: 'medium, or high if the identity can change access',
    when: 'An identity accepts more tokens, also than before a probable rename, or the review cannot prove that it does not.',
  },
  'audience-shared': {
    severity: 'medium',
    when: 'A new or changed trust policy accepts tokens with an audience that is not known to be yours alone. Known are the default of the service and an address of the API in the provider block. The entries of `trustedAudiences` and the default audience of a platform that names the owner are known, too.',
  },
  'unknown-capability': {
    severity: 'medium',
    when: 'A role gains or gives a capability that this version does not know and that may write: its name does not end in `list` or `get`.',
  },
  'nobody-can-assume': {
    severity: 'medium',
    severityText: 'medium, or low if a token may exist',
    when: 'A new or changed trust policy accepts no token that its issuer issues. Claims contradict each other, a claim cannot have the value, or the issuer has a slash too much or too few. An existing identity loses its workloads: the finding shows them. Low for a claim that the platform does not document. The finding shows the likely intent.',
  },
  'sign-in-opened': {
    severity: 'medium',
    severityText:
      'medium; high for a role that can write, an undeclared issuer, every account of a public provider, or other people of an identity provider with unlisted mappings',
    when: 'Other people can sign in, people who sign in have another role, or a mapping gives a role to an external group. Also, such a role of an existing object can write from now on.',
  },
  'identity-moved': {
    severity: 'medium',
    severityText: 'medium, or high if the identity can change access',
    when: 'An identity is recreated in another group: those who can update identities there can assume it.',
  },
  'unmanaged-grants': {
    isContext: true,
    severity: 'medium',
    severityText: 'medium, or high for an owner in a deleted group or for a grant of a widened role',
    when: 'With `--live`: a grant that no plan manages, in a group that is `exclusive`. A grant of the role owner also in a group that the plan deletes. Without `--live`: a role can write more from now on, and a grant that no plan shows gives it, or no list of its grants is complete.',
  },
  'partial-plan': { severity: 'medium', when: 'The plan was created for some resources only.' },
  'plan-arguments': {
    severity: 'medium',
    when: 'The plan was created with `-refresh=false`, `-replace` or another argument that is not known to be harmless, also in `TF_CLI_ARGS`.',
  },
  'outdated-plan': {
    isContext: true,
    severity: 'medium',
    when: 'With `--live`: an object was changed or deleted since the plan was created.',
  },
  'check-failed': { severity: 'medium', when: 'A check of the configuration fails.' },
  destroys: {
    severity: 'medium',
    severityText: 'medium, or high for a group with unmanaged contents',
    when: 'An object is deleted, with everything that depends on it. Another role of an identity in the same group is no deletion.',
  },
  'move-missing': {
    severity: 'medium',
    when: 'The plans delete an object at one address and create an equal one at another. The finding shows the blocks that keep the object: `moved`, or `removed` and `import`.',
  },
  'no-longer-managed': {
    severity: 'medium',
    severityText: 'medium for a binding, else low',
    when: 'The object stays, but no plan shows it from now on.',
  },
  'protection-off': { severity: 'medium', when: 'An object is no longer protected from deletion.' },
  'invite-created': {
    severity: 'medium',
    severityText: 'medium, or high if the role can write and the invite has no recipient',
    when: 'Anyone who presents the code has a role, or the role of an existing invite can write from now on. The finding shows recipient, lifetime and uses.',
  },
  'exists-already': {
    isContext: true,
    severity: 'medium',
    severityText: 'medium, or high for an adoption that overwrites fields that decide access',
    when: 'An object with the same natural key exists. The apply stops there, or adopts it and overwrites fields.',
  },
  'import-overwrites': {
    severity: 'high',
    severityText: 'high, or medium if lists show that the plans contain every grant through the object',
    when: 'An import changes fields that decide access. Grants that no plan shows can give access through the object. An approval always counts it as high.',
  },
  'secret-created': {
    severity: 'low',
    when: 'The service creates a secret. The finding shows the place that stores it.',
  },
  'owners-everywhere': {
    isContext: true,
    severity: 'low',
    when: 'An entry of `owners` has no platform, and no trust policy used it before the change. It counts on every platform. The finding shows the entries to paste.',
  },
  'early-access': {
    severity: 'low',
    severityText: 'that of such a gain',
    when: 'If the apply stops early, someone has access that they have neither before nor after the change.',
  },
  'access-gained': {
    severity: 'low',
    severityText: 'low, or high for access that `noNewAccess` covers',
    when: 'A change gives access that did not exist before, and no other finding reports it.',
  },
  'static-keys-expire': {
    isContext: true,
    severity: 'low',
    severityText: 'low, or medium once they have',
    when: 'Nobody can assume the identity after the expiry.',
  },
  'invariant-idle': {
    isContext: true,
    severity: 'low',
    severityText: 'low, or medium for an issuer, for `appliesAs`, or if nothing of the whole organization can match it',
    when: 'A rule or an assertion of your own names an object, a person or an issuer that does not exist: another name is close, or `--live` shows everything. Also `appliesAs`, if no plan shows its identity: then no finding shows if it loses access.',
  },
  'invite-open': {
    isContext: true,
    severity: 'medium',
    severityText: 'as for `invite-created`, or high if the role has capabilities that an editor lacks',
    when: 'Only [without a plan](review.md#review-without-a-plan): an invite exists and has not expired. Anyone who presents the code has a role.',
  },
  'static-keys-open': {
    isContext: true,
    severity: 'medium',
    when: 'Only [without a plan](review.md#review-without-a-plan): the static keys of an identity never expire, or nobody has used them for 90 days.',
  },
  'owner-held': {
    isContext: true,
    severity: 'medium',
    severityText:
      'high if outsiders can assume the identity or a baseline lacks the owner, medium, or low for a person',
    when: 'Only [without a plan](review.md#review-without-a-plan): someone has capabilities that an editor lacks. The finding shows how they obtain it.',
  },
  'grant-unneeded': {
    isContext: true,
    severity: 'low',
    when: 'Only [without a plan](review.md#review-without-a-plan): nobody has used the identity of a grant for 90 days, its keys have expired, or another grant gives the same access.',
  },
  drift: {
    isContext: true,
    severity: 'low',
    severityText: 'low, or by its content',
    when: 'Something was changed outside of the configuration.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingId = keyof typeof kinds;

export const FINDINGS: Readonly<Record<FindingId, FindingKind>> = kinds;

export const FINDING_IDS = Object.keys(kinds) as readonly FindingId[];

/** The findings that no digest contains. */
export const CONTEXT_FINDINGS: ReadonlySet<FindingId> = new Set(FINDING_IDS.filter((id) => FINDINGS[id].isContext));
