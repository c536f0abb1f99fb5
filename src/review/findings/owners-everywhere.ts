/** Findings about names of owners that count on every platform. */
import { isPlainOwner, scopedOwners } from '../../access/trust';
import type { Analysis } from '../access/analysis';
import { getMatches } from '../access/assume/trust-policy';
import type { Finding } from './shared/finding';

/** Reports names of owners without a platform that no trust policy used before the change, with the entries to paste. */
export function ownersEverywhere({
  owners = [],
  configuration,
  organization,
  budget,
  trustPolicyChanges,
}: Analysis): Finding[] {
  const names = owners.filter(isPlainOwner);
  if (names.length === 0 || trustPolicyChanges.length === 0) return [];
  const { anchored = false } = configuration;
  const entries = scopedOwners(names, getMatches(organization.after), { anchored, whole: budget });
  const used = entries.filter((entry) => !isPlainOwner(entry));
  if (used.length === 0) return [];
  return [
    {
      id: 'owners-everywhere',
      severity: 'low',
      subject: 'owners',
      reason: `No trust policy before this change shows the platform of ${names.join(', ')}, so the name counts on every platform. This change uses ${used.map((entry) => `"${entry}"`).join(', ')}: write these entries into owners if they are yours.`,
      evidence: [used],
    },
  ];
}
