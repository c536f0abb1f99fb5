/** Reviews of an identity with a trust policy, which is an editor of the whole organization. */
import { reviewEdit, type EditedObjects } from '../edited-plan';
import type { ReportedFinding, ReviewConfiguration } from '../../../src/review';

/** The attribute `claim_match`, with the names of Terraform. */
export type ClaimMatch = Readonly<Record<string, unknown>>;

const organization = (claimMatch: ClaimMatch | undefined): EditedObjects => ({
  acme: { type: 'group' },
  writer: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } },
  ...(claimMatch && {
    ci: { type: 'identity', in: 'acme', values: { claim_match: claimMatch } },
    grant: { type: 'role_binding', in: 'acme', identity: 'ci', role: 'writer' },
  }),
});

/** Returns the findings of one kind after the change of the trust policy. */
export function findingsOfTrust(
  id: ReportedFinding['id'],
  after: ClaimMatch,
  { before, configuration = {} }: { readonly before?: ClaimMatch; readonly configuration?: ReviewConfiguration } = {},
): readonly ReportedFinding[] {
  const { findings } = reviewEdit(organization(before), organization(after), { configuration });
  return findings.filter((finding) => finding.id === id);
}
