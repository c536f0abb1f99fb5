/** The number of findings of the organization that `adopt` has read. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProjectFormat, ListedOrganization } from '../../adopt';
import type { Review, TerraformPlan } from '../../review';
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
  /** The uids of the objects that this run adds to a project. @default none */
  readonly added?: ReadonlySet<string>;
}

/** A rule that added objects break. */
export interface AddedViolation {
  readonly text: string;
  /** All entries of its "except" that allow the access. */
  readonly except: readonly unknown[];
  /** The identities whose owner is unknown or an outsider: an exception would give a stranger access. */
  readonly strangers: readonly string[];
}

interface CurrentFindings {
  readonly counts: string;
  readonly broken: readonly AddedViolation[];
  readonly command?: string;
}

/** Returns a line with the numbers, and the command that lists the findings if some exist. The rules are those of the written project. */
export function findCurrent({ listed, dir, format, added = new Set() }: Adopted): CurrentFindings {
  const { createReview, SEVERITIES } = loadReview();
  const uid = String(listed.root['uid']);
  const configuration = readProjectConfiguration(dir);
  const live = {
    plan: toLivePlan(listed),
    roots: parentUid(uid) === undefined ? [uid] : [],
    problems: listed.problems,
    readBy: undefined,
  };
  const review = createReview([], { configuration, live, current: {} });
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = review.report.verdict.findings[severity];
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  if (counts.length === 0) return { counts: 'Findings of the current organization: none.\n', broken: [] };
  const place = resolve(dir) === process.cwd() ? '' : ` in ${shellWord(dir)}`;
  const root = live.roots.length === 0 ? '' : ` --root ${uid}`;
  return {
    counts: `Findings of the current organization: ${counts.join(', ')}.\n`,
    broken: listAddedViolations(review, added),
    command: `\nTo list the findings, run${place}:\n  ${commandIn(format, dir)} review --live${root}\n`,
  };
}

/** Returns the rules and the declared owners of a project; none without its file. */
export function readProjectConfiguration(dir: string): ReturnType<typeof readReviewConfiguration> {
  const file = join(dir, CONFIGURATION_FILE);
  return existsSync(file) ? readReviewConfiguration(file) : {};
}

/** Returns the organization as a plan without changes. */
export function toLivePlan({ root, builtInRoles, objects }: ListedOrganization): TerraformPlan {
  return loadReview().createLivePlan([[containerKind, [root]], [role, builtInRoles], ...objects]);
}

function listAddedViolations(
  { brokenRules, objects, after: { grants } }: Review,
  added: ReadonlySet<string>,
): AddedViolation[] {
  const exposures = new Map(objects.flatMap(({ after }) => (after ? [[after.key, after.exposure?.to] as const] : [])));
  const isStranger = (uid: string) => ![undefined, 'unreviewed code'].includes(exposures.get(uid));
  const identities = new Map([
    ...grants.flatMap(({ key, identity }) => (added.has(key) ? [[identity.path, identity.key] as const] : [])),
    ...objects.flatMap(({ node, path, after }) =>
      node === 'identity' && after !== undefined && added.has(after.key) ? [[path, after.key] as const] : [],
    ),
  ]);
  return brokenRules.flatMap(({ invariant, describe, paths }): AddedViolation[] => {
    const found = paths.flatMap((path) => {
      const uid = identities.get(path);
      return uid === undefined ? [] : [{ path, isUnknown: isStranger(uid) }];
    });
    if (found.length === 0) return [];
    const allowed = found.flatMap(({ path, isUnknown }) => (isUnknown ? [] : [path]));
    const strangers = found.flatMap(({ path, isUnknown }) => (isUnknown ? [path] : []));
    const except = allowed.length === 0 ? [] : [...(invariant.except ?? []), ...allowed];
    return [{ text: describe(new Set(found.map(({ path }) => path))), except, strangers }];
  });
}
