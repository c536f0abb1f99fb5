/** The next step after each kind of finding, in groups. The documentation and code scanning show them. */
import type { FindingId } from './finding-kinds';

type Steps = Readonly<Partial<Record<FindingId, string>>>;

/** The groups in the order of the page, each with its findings in the order of display. */
export const FINDING_GROUPS = {
  'More access': {
    'owner-gained': 'Confirm that they need it, or grant a role without these capabilities.',
    'escalation-path': 'Remove the first step of the path: the finding names the grant or the role.',
    'account-associated': 'Check the account with its owner, then add it to `trustedAccounts`.',
    'organization-created': 'Set `parent_uid`, unless the plan is meant to create an organization.',
    'unknown-capability': 'Read the documentation of the service, or remove the capability from the role.',
    'unmanaged-grants':
      'Find out who created the grant. Then delete it, or declare it and import it. Review all stacks of a project in one report.',
    'invite-created': 'Set the e-mail address of the recipient, one use and a short lifetime.',
    'early-access':
      'Split the change: apply the part that narrows access first. See [an apply that stops early](read-report.md#apply-that-stops-early).',
    'access-gained': 'Confirm that the access is intended.',
  },
  'Use of identities': {
    'outsider-can-assume': 'Narrow the trust policy, or declare its owner in `owners`.',
    'undeclared-owner':
      'Only if the owner is yours, add the entry of the finding to `owners`, or the issuer to `trustedIssuers`. Otherwise, remove the grants.',
    'pull-request-can-write':
      'Require [the proof of a review](unreviewed-code.md) in the trust policy, or grant a role that only reads.',
    'assume-hidden': 'Remove `sensitive()` from the trust policy: it contains no secret.',
    'grant-refused': 'Use a role and a group that the finding names as valid.',
    'claim-widened': 'Compare both trust policies in the report. Name exact values where a pattern is not needed.',
    'audience-shared': 'Request an audience for this platform alone, and declare it in `trustedAudiences`.',
    'nobody-can-assume': 'Correct the trust policy as the finding suggests.',
    'sign-in-opened': 'Check the people and the role, and lower the default role if everyone can sign in.',
    'identity-moved': 'Check who can update identities in the new group, or keep the identity in its group.',
    'rotation-lost': 'Plan with the option `-replace` that the finding shows.',
    'output-exposes': 'Remove the output, or encrypt the secret for its reader.',
    'secret-created': 'Check who can read the state and the place that stores the secret.',
    'owners-everywhere': 'Replace the entry by those that the finding shows, if they are yours.',
    'static-keys-expire': 'Replace the keys before their expiry, or trust a workload instead.',
  },
  'Losses and deletions': {
    'self-lockout': 'Keep the access, or apply with another identity that keeps it.',
    'last-owners': 'Add an owner who is a person first, in a change of its own.',
    'mass-removal': 'Split the change, or raise `maximumRemoval`.',
    'destroyed-elsewhere': 'Remove the reference in the other stack first.',
    'managed-twice': 'Keep one address, and remove the other one with a `removed` block or `terraform state rm`.',
    destroys: 'To keep the object, declare it again. Delete unmanaged contents first, or import them.',
    'move-missing': 'Paste the blocks of the finding, or call `wasAt` on the construct.',
    'no-longer-managed': 'Delete a binding that nobody needs. Leave other objects, or import them in another stack.',
    'protection-off': 'Restore `deletion_protection`, unless the next change deletes the object.',
    'exists-already': 'Import the existing object, or use another name.',
    'import-overwrites':
      'Declare the current values, import, and change the fields in a second plan. Use `--live` to see all grants.',
  },
  'Rules of your own': {
    'invariant-broken': 'Change the configuration so that the rule holds, or add an exception to the rule.',
    'assertion-failed':
      'Run `platform-iac access test`: it shows the chain of grants. Correct the access or the assertion.',
    'invariant-idle': 'Correct the name in the rule, or delete the rule.',
  },
  'Limits of the plan': {
    unresolved: 'Create the plan with `platform-iac plan`. Otherwise, set the value from a constant or a variable.',
    'runs-code': 'Read the program before you approve. Add a provider that you trust to `trustedProviders`.',
    'not-proved': 'Replace the expression by a constant, a variable or a reference to a resource.',
    'unknown-plan-part': 'Update this package.',
    'provider-not-constant': 'Write a constant, or leave the setting to the environment.',
    'partial-plan': 'Plan again without `-target` and `-exclude`.',
    'plan-arguments': 'Plan again without the argument.',
    'outdated-plan': 'Create the plan again.',
    'check-failed': 'Correct the cause of the failed check.',
    drift: 'Find out who made the change. The apply reverts it if the configuration declares the object.',
  },
  'The current organization': {
    'invite-open': 'Delete the invite, if its recipient no longer needs it.',
    'static-keys-open': 'Set an expiry, delete the identity, or trust a workload instead.',
    'owner-held': 'Confirm each owner. Narrow the trust policy of an identity, or grant it a smaller role.',
    'grant-unneeded': 'Delete the grant, after a question to its owner.',
  },
} as const satisfies Readonly<Record<string, Steps>>;

const steps: Steps = Object.values<Steps>(FINDING_GROUPS).reduce((all, group) => ({ ...all, ...group }), {});

/** Returns the next step, in Markdown. */
export function getNextStep(id: FindingId): string {
  return steps[id] ?? '';
}
