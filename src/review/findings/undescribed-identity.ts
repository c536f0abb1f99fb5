/** Findings about identities that only a grant mentions: a uid looks alike for a colleague, a workload and a stranger. */
import type { Analysis } from '../access/analysis';
import { mayWrite } from '../access/rights';
import { findGained, grantFacts, grantsText } from './shared/evidence';
import { whereIs, type Finding } from './shared/finding';

/** Reports identities that gain access, and that neither a plan nor a look-up describes. */
export function undescribedIdentity(analysis: Analysis): Finding[] {
  const { after } = analysis;
  return after.graph.identities.flatMap((node): Finding[] => {
    const { path, implied, account, assumption, grantedBy } = node;
    // A service can show a person without the account.
    const isUnknownPerson = assumption === 'sign_in' && account === undefined && grantedBy === undefined;
    if (!implied && !isUnknownPerson) return [];
    const { grants: got } = findGained(analysis, node);
    if (got.length === 0) return [];
    const isWriter = got.some((grant) => mayWrite(after, grant));
    return [
      {
        id: 'undeclared-owner',
        severity: isWriter ? 'high' : 'medium',
        subject: path,
        reason: `${path} gets ${grantsText(got)}, and nothing shows who it is. Name the person or the identity instead of the uid, or create the plan with platform-iac plan, which looks the uid up.`,
        evidence: ['undescribed', got.map((grant) => JSON.stringify(grantFacts(grant))).sort()],
        identity: path,
        ...whereIs(analysis, got[0]?.key),
      },
    ];
  });
}
