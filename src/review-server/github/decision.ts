/**
 * Decides if a deployment has the approved effect. Its run contains a plan of the merged commit, and the merged pull request was
 * approved after its last report. Both digests are names of artifacts: `NAME-digest-DIGEST`. Any job of a run can name an artifact,
 * so the report counts only from the workflow of the default branch. No code of the pull request runs there.
 */
import { isObject, parseJson } from '../../api';
import type { Ask } from './app';
import type { WaitingDeployment } from './event';

/** A deployment that is rejected, with the reason. */
class Rejection extends Error {}

export interface Decision {
  readonly state: 'approved' | 'rejected';
  /** Explains the decision to the people who wait for the deployment. */
  readonly comment: string;
}

/** The artifact of a job that plans the merged commit. */
const PLANNED_ARTIFACT = 'planned';
/** The artifact of a report on a pull request; the commit follows. */
const REVIEW_ARTIFACT = 'review-';

/** The events that run the workflow files of the default branch. */
const DEPLOYING_EVENTS: readonly unknown[] = ['push', 'workflow_dispatch', 'schedule'];
const REVIEWING_EVENTS: readonly unknown[] = ['workflow_run', 'pull_request_target'];
/** Reviews that decide; a comment leaves the earlier decision of its author unchanged. */
const DECISIONS: readonly unknown[] = ['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'];
const MAY_APPROVE: readonly unknown[] = ['admin', 'write'];
const PAGE = 100;
/** The number of pages of a list: a longer list is rejected. */
const MOST_PAGES = 10;

type Values = Readonly<Record<string, unknown>>;

/** Returns the decision. Anything missing, ambiguous or unreadable is a rejection. */
export async function decide(waiting: WaitingDeployment, workflow: string, ask: Ask): Promise<Decision> {
  try {
    const planned = await plannedDigest(waiting, ask);
    const { digest: approved, pull, approver } = await approvedDigest(waiting, workflow, ask);
    if (planned !== approved)
      throw new Rejection(
        `The plan is not approved: its digest is ${planned}, and the approved digest of #${pull} is ${approved}. Review it again before you apply it.`,
      );
    return { state: 'approved', comment: `${approver} approved this effect in #${pull}. Digest: ${approved}` };
  } catch (error) {
    const isKnown = error instanceof Rejection || (error as Error).name === 'OutboundError';
    const comment = isKnown ? (error as Error).message : 'Cannot decide: an internal error.';
    return { state: 'rejected', comment };
  }
}

async function plannedDigest(waiting: WaitingDeployment, ask: Ask): Promise<string> {
  const { repository, runId, commit, defaultBranch } = waiting;
  const run = await get(ask, `/repos/${repository}/actions/runs/${runId}`);
  const isOfBranch =
    run['head_sha'] === commit &&
    run['head_branch'] === defaultBranch &&
    fullName(run['head_repository']) === repository;
  if (!isOfBranch || !DEPLOYING_EVENTS.includes(run['event']))
    throw new Rejection(`Cannot approve this run: it does not deploy the branch ${defaultBranch}.`);
  return digestOf(PLANNED_ARTIFACT, runId, repository, ask, 'This run');
}

async function approvedDigest(
  { repository, commit, defaultBranch }: WaitingDeployment,
  workflow: string,
  ask: Ask,
): Promise<{ readonly digest: string; readonly pull: number; readonly approver: string }> {
  const pulls = await list(ask, `/repos/${repository}/commits/${commit}/pulls`);
  const merged = pulls.find(
    ({ merged_at, merge_commit_sha, base }) =>
      typeof merged_at === 'string' && merge_commit_sha === commit && isObject(base) && base['ref'] === defaultBranch,
  );
  const head = isObject(merged?.['head']) ? merged['head']['sha'] : undefined;
  const { number, user: author } = merged ?? {};
  if (typeof head !== 'string' || !/^[0-9a-f]{40}$/.test(head) || typeof number !== 'number')
    throw new Rejection(
      `Cannot approve ${commit}: it does not belong to a merged pull request. Nobody has reviewed it.`,
    );
  const report = await lastReport(repository, head, workflow, ask);
  if (report === undefined)
    throw new Rejection(`Cannot approve #${number}: no run of ${workflow} has a report on its last commit, ${head}.`);
  const approver = await approverOf(`/repos/${repository}`, number, head, login(author), report.at, ask);
  const artifact = `${REVIEW_ARTIFACT}${head}`;
  return {
    digest: await digestOf(artifact, report.run, repository, ask, `The report on #${number}`),
    pull: number,
    approver,
  };
}

/** Returns the newest report on the commit. Any workflow can use its name, so the run that made it decides. */
async function lastReport(
  repository: string,
  head: string,
  workflow: string,
  ask: Ask,
): Promise<{ readonly run: number; readonly at: string } | undefined> {
  const reports: { readonly run: number; readonly at: string }[] = [];
  const name = `${REVIEW_ARTIFACT}${head}`;
  for (const artifact of await list(ask, `/repos/${repository}/actions/artifacts?name=${name}`, 'artifacts')) {
    const id = isObject(artifact['workflow_run']) ? artifact['workflow_run']['id'] : undefined;
    const { created_at: at, expired } = artifact;
    if (typeof id !== 'number' || typeof at !== 'string' || expired !== false || artifact['name'] !== name) continue;
    const run = await get(ask, `/repos/${repository}/actions/runs/${id}`);
    const path = typeof run['path'] === 'string' ? run['path'].split('@')[0] : undefined;
    const isReview = path === workflow && REVIEWING_EVENTS.includes(run['event']);
    if (isReview && fullName(run['head_repository']) === repository) reports.push({ run: id, at });
  }
  return reports.sort((one, other) => (time(one.at) < time(other.at) ? 1 : -1))[0];
}

/** Returns a person other than the author who approved the commit after the report, unless someone requested changes. */
async function approverOf(
  repository: string,
  pull: number,
  head: string,
  author: string | undefined,
  reportedAt: string,
  ask: Ask,
): Promise<string> {
  // In GitHub's order, the oldest first: the last decision of a person replaces the earlier ones.
  const decisions = new Map<string, Values>();
  for (const review of await list(ask, `${repository}/pulls/${pull}/reviews`)) {
    const name = login(review['user']);
    if (name !== undefined && DECISIONS.includes(review['state'])) decisions.set(name, review);
  }
  const mayApprove = async (name: string) =>
    MAY_APPROVE.includes(
      (await get(ask, `${repository}/collaborators/${encodeURIComponent(name)}/permission`))['permission'],
    );
  for (const [name, { state }] of decisions)
    if (state === 'CHANGES_REQUESTED' && (await mayApprove(name)))
      throw new Rejection(`Cannot approve #${pull}: ${name} requested changes.`);
  for (const [name, { state, commit_id, submitted_at }] of decisions) {
    const isLater = typeof submitted_at === 'string' && time(submitted_at) > time(reportedAt);
    if (state === 'APPROVED' && commit_id === head && isLater && author !== undefined && name !== author)
      if (await mayApprove(name)) return name;
  }
  throw new Rejection(
    `Cannot approve #${pull}: no one with write access has approved it since its last report (${reportedAt}).`,
  );
}

/** Returns the digest in the name of an artifact of the run. Two different ones are ambiguous. */
async function digestOf(artifact: string, run: number, repository: string, ask: Ask, subject: string): Promise<string> {
  const all = await list(ask, `/repos/${repository}/actions/runs/${run}/artifacts`, 'artifacts');
  const start = `${artifact}-digest-`;
  const digests = all.flatMap(({ name, expired }) =>
    typeof name === 'string' && name.startsWith(start) && expired === false ? [name.slice(start.length)] : [],
  );
  const [digest = '', other] = digests;
  if (other !== undefined) throw new Rejection(`${subject} has several digests: it is unknown which one counts.`);
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new Rejection(`${subject} has no digest: no artifact is named ${start}….`);
  return digest;
}

async function get(ask: Ask, path: string): Promise<Values> {
  const body = parseJson(await bodyOf(ask, path));
  return isObject(body) ? body : unreadable();
}

/** Returns all pages of a list. `field`: the field of the answer that contains it. */
async function list(ask: Ask, path: string, field?: string): Promise<Values[]> {
  const all: Values[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const text = await bodyOf(ask, `${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=${page}`);
    const body = parseJson(text);
    const rows = field === undefined ? body : isObject(body) ? body[field] : undefined;
    if (!Array.isArray(rows) || !rows.every(isObject)) return unreadable();
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
  throw new Rejection(`Cannot decide: a list of GitHub has more than ${MOST_PAGES * PAGE} entries.`);
}

async function bodyOf(ask: Ask, path: string): Promise<string> {
  const { status, text } = await ask('GET', path);
  if (status === 200) return text;
  const [what = ''] = path.split('?');
  throw new Rejection(`Cannot decide: GitHub answered with HTTP ${status} for ${what}.`);
}

function unreadable(): never {
  throw new Rejection('Cannot decide: the answer of GitHub has an unknown form.');
}

function fullName(repository: unknown): unknown {
  return isObject(repository) ? repository['full_name'] : undefined;
}

function login(user: unknown): string | undefined {
  const name = isObject(user) ? user['login'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns NaN for an invalid time: it is neither earlier nor later than another one. */
function time(text: string): number {
  return Date.parse(text);
}
