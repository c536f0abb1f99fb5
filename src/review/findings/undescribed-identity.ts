/** Findings about identities that only a grant mentions: a uid looks alike for a colleague, a workload and a stranger. */
import { canWrite } from '../../access/graph/built-in-roles';
import type { Analysis } from '../access/analysis';
import { grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/** Reports identities that gain access, and that neither a plan nor a look-up describes. */
export function undescribedIdentity(analysis: Analysis): Finding[] {
  const { gained, after } = analysis;
  return after.graph.identities.flatMap(({ path, grants, implied, account, assumption, grantedBy }): Finding[] => {
    // A service can show a person without the account.
    const isUnknownPerson = assumption === 'sign_in' && account === undefined && grantedBy === undefined;
    if (!implied && !isUnknownPerson) return [];
    const lines = gained.filter(({ identity, fresh }) => identity === path && fresh.length > 0);
    const gaining = new Set(lines.flatMap((line) => line.grants));
    const got = grants.filter(({ key }) => gaining.has(key));
    if (got.length === 0) return [];
    const isWriter = got.some(({ role }) => after.unknownRoles.has(role.key) || canWrite(role));
    return [
      {
        id: 'undeclared-owner',
        severity: isWriter ? 'high' : 'medium',
        subject: path,
        reason: `${path} gets ${grantsText(got, MOST_GRANTS)}, and nothing shows who it is. Name the person or the identity instead of the uid, or create the plan with platform-iac plan, which looks the uid up.`,
        evidence: ['undescribed', got.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
        identity: path,
        ...whereIs(analysis, got[0]?.key),
      },
    ];
  });
}

/** The number of grants that a sentence lists. */
const MOST_GRANTS = 2;
