/** The next step of each kind of finding about the current organization. A finding about a change has its next step in its reason. */
import { groupBy } from '../../../access/graph/paths';
import type { FindingId } from '../../../access/rules';
import type { ReportedFinding } from '../../report/types/report';
import { undeclaredParties } from './outsider-sentences';

const steps: Readonly<Partial<Record<FindingId, string>>> = {
  unresolved: 'Run the command again with a token that can read everything.',
  'last-owners': 'Give another person the role owner.',
  'outsider-can-assume':
    'Narrow the trust policies, or declare the owners, issuers and accounts in review.config.json.',
  'escalation-path':
    'Give these identities fewer roles, or move them to a group where fewer people can update identities.',
  'pull-request-can-write': 'Accept only protected branches or environments, or give the identities read-only roles.',
  'account-associated': 'Delete the association, or add the account to "trustedAccounts" in review.config.json.',
  'invariant-broken': 'Change the access, or add an exception to the rule.',
  'assertion-failed': 'Change the access, or correct the assertion.',
  'assume-hidden': 'Remove sensitive() from the trust policies.',
  'audience-shared': 'Omit the audience, or add it to "trustedAudiences" in review.config.json.',
  'nobody-can-assume': 'Correct the trust policies, or delete the identities.',
  'sign-in-opened': 'Check who can sign in and who is in the groups. Remove the roles that are too wide.',
  'unmanaged-grants': 'Import the grants with platform-iac adopt --unmanaged, or delete them.',
  'static-keys-expire': 'Replace the keys, or delete the identities.',
  'invariant-idle': 'Correct the names in the rule, or delete it.',
  'invite-open': 'Delete the invites that nobody waits for. Limit new ones to one recipient and one use.',
  'static-keys-open': 'Replace the keys by the tokens of a platform, or by keys that expire.',
  'owner-held': 'Give everyone who needs less access another role.',
  'grant-unneeded': 'Remove the grants. platform-iac access-review shows where they are declared.',
};

/** The number of entries of each list of the configuration that a step names. */
const MOST_ENTRIES = 5;

export interface NextStep {
  readonly text: string;
  /** Lines of the configuration that declare the parties of the findings. */
  readonly entries: readonly string[];
}

/** Returns the next step of findings of one kind. */
export function nextStep([first, ...others]: readonly ReportedFinding[]): NextStep | undefined {
  const step = first && steps[first.id];
  if (first === undefined || step === undefined) return undefined;
  const parties = groupBy([first, ...others].flatMap(undeclaredParties), ({ list }) => list);
  const entries = [...parties].map(([list, all]) => {
    const names = [...new Set(all.map(({ name }) => name))];
    const left = names.length - MOST_ENTRIES;
    const shown = names.slice(0, MOST_ENTRIES).map((name) => JSON.stringify(name));
    return `"${list}": [${shown.join(', ')}]${left > 0 ? ` and ${left} more` : ''}`;
  });
  return { text: entries.length === 0 ? step : `${step} To declare them, add the entries that are yours:`, entries };
}
