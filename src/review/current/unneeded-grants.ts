/** Grants that an access review would propose to remove. */
import type { Analysis } from '../access/analysis';
import { answerRows } from '../questions/rows';
import { findProposals, type RemovalEvidence } from '../questions/access-review';
import { reviewedObjects } from '../report/reviewed-objects';
import type { Finding } from '../findings/shared/finding';

/** The reasons that no other finding reports. */
const texts: Readonly<Partial<Record<RemovalEvidence['reason'], string>>> = {
  unused: 'Grants of identities that nobody uses',
  expired: 'Grants of identities whose keys have expired',
  duplicate: 'Grants that exist twice',
  redundant: 'Grants that other grants cover',
};

/** Reports unused and redundant grants with the evidence of an access review. */
export function grantUnneeded(analysis: Analysis): Finding[] {
  const { plans, now, before, after } = analysis;
  const objects = reviewedObjects(analysis);
  const rows = answerRows({ objects, report: { plans }, before: before.graph, after: after.graph }, 'after');
  return findProposals(rows, objects, { now }).flatMap(({ row, evidence }) =>
    evidence.flatMap(({ reason, fact, clause }): Finding[] => {
      const text = texts[reason];
      if (text === undefined) return [];
      return [
        {
          id: 'grant-unneeded',
          severity: 'low',
          subject: `${row.identity} as ${row.role} in ${row.group}`,
          reason: `${row.identity} is ${row.role} in ${row.group}, ${clause}.`,
          witness: fact,
          evidence: [reason, row.grant],
          identity: row.identity,
          group: row.group,
          cause: { key: `${reason} grants`, text, isOfState: true },
          address: row.address,
          plan: row.plan,
        },
      ];
    }),
  );
}
