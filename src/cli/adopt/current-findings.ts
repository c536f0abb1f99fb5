/** The number of findings of the organization that `adopt` has read. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProjectFormat, ListedOrganization } from '../../adopt';
import type { BrokenRule } from '../../review';
import { parentUid } from '../../model/api';
import { containerKind, role } from '../../model/kinds';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import { shellWord } from '../process';
import { loadReview } from '../load-review';
import { readReviewConfiguration } from '../report/report-command';
import { commandIn } from './next-steps';

/** An organization that `adopt` has read, and its project. */
interface Adopted {
  readonly listed: ListedOrganization;
  readonly dir: string;
  readonly format: ProjectFormat;
  /** Entries of owners that the rules do not contain, because a person confirms them. @default none */
  readonly unconfirmed?: readonly string[];
}

interface CurrentFindings {
  readonly counts: string;
  /** The broken rules of the project: the synthesis of a program fails with them. */
  readonly broken: readonly BrokenRule[];
  readonly command?: string;
}

/** Returns a line with the numbers, and the command that lists the findings if some exist. The rules are those of the written project. */
export function findCurrent({ listed, dir, format, unconfirmed = [] }: Adopted): CurrentFindings {
  const { createLivePlan, createReview, SEVERITIES } = loadReview();
  const uid = String(listed.root['uid']);
  const file = join(dir, CONFIGURATION_FILE);
  const configuration = existsSync(file) ? readReviewConfiguration(file) : {};
  const plan = createLivePlan([[containerKind, [listed.root]], [role, listed.builtInRoles], ...listed.objects]);
  const live = { plan, roots: parentUid(uid) === undefined ? [uid] : [], problems: listed.problems, readBy: undefined };
  const reviewWith = (owners: readonly string[] | undefined) =>
    createReview([], { configuration: { ...configuration, owners }, live, current: {} });
  const countWith = (owners: readonly string[] | undefined): string => {
    const { report } = reviewWith(owners);
    const counts = SEVERITIES.toReversed().flatMap((severity) => {
      const count = report.verdict.findings[severity];
      return count === 0 ? [] : [`${count} ${severity}`];
    });
    return counts.length === 0 ? 'none' : counts.join(', ');
  };
  const { owners } = configuration;
  const found = countWith(owners);
  if (found === 'none') return { counts: 'Findings of the current organization: none.\n', broken: [] };
  const place = resolve(dir) === process.cwd() ? '' : ` in ${shellWord(dir)}`;
  const root = live.roots.length === 0 ? '' : ` --root ${uid}`;
  const confirmed =
    unconfirmed.length === 0 ? '' : `If all owners are yours: ${countWith([...(owners ?? []), ...unconfirmed])}.\n`;
  return {
    counts: `Findings of the current organization: ${found}.\n${confirmed}`,
    broken: reviewWith(owners).brokenRules,
    command: `\nTo list the findings, run${place}:\n  ${commandIn(format, dir)} review --live${root}\n`,
  };
}
