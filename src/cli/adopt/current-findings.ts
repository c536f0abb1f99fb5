/** The number of findings of the organization that `adopt` has read. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Format, ListedOrganization } from '../../adopt';
import { parentUid } from '../../model/api';
import { containerKind, role } from '../../model/kinds';
import { CONFIGURATION_FILE } from '../configuration-file';
import { shellWord } from '../process';
import { loadReview } from '../load-review';
import { readReviewConfiguration } from '../report';
import { commandIn } from './next-steps';

/** Returns a line with the numbers, and the command that lists the findings if some exist. The rules are those of the written project. */
export function findCurrent(
  listed: ListedOrganization,
  dir: string,
  format: Format,
): { counts: string; command?: string } {
  const { createLivePlan, createReview, SEVERITIES } = loadReview();
  const uid = String(listed.root['uid']);
  const file = join(dir, CONFIGURATION_FILE);
  const plan = createLivePlan([[containerKind, [listed.root]], [role, listed.builtInRoles], ...listed.objects]);
  const live = { plan, roots: parentUid(uid) === undefined ? [uid] : [], problems: listed.problems, readBy: undefined };
  const { report } = createReview([], {
    configuration: existsSync(file) ? readReviewConfiguration(file) : {},
    live,
    current: {},
  });
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = report.verdict.findings[severity];
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  if (counts.length === 0) return { counts: 'Findings of the current organization: none.\n' };
  const place = resolve(dir) === process.cwd() ? '' : ` in ${shellWord(dir)}`;
  const root = live.roots.length === 0 ? '' : ` --root ${uid}`;
  return {
    counts: `Findings of the current organization: ${counts.join(', ')}.\n`,
    command: `\nTo list the findings, run${place}:\n  ${commandIn(format, dir)} review --live${root}\n`,
  };
}
