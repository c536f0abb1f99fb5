/**
 * Calls GitHub for the workflows, in addition to the steps of `pipeline.sh`:
 *
 *   node github.mjs comment REPORT.md        Write the report as one comment on the pull request, updated in place
 *   node github.mjs status STATE TEXT        Set the status of the reviewed commit: success, failure or error
 *   node github.mjs reviewed                 Find the run that reviewed the merged commit, for the outputs of a step
 *   node github.mjs drift RESULT REPORT.md   Open, update or close one issue about drift
 *
 * GITHUB_TOKEN needs only the permissions that the workflow gives to the job. GITHUB_EVENT_PATH names the event's file, which
 * GitHub writes.
 */
import { existsSync, readFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_EVENT_PATH, GITHUB_SHA } = process.env;
const { GITHUB_SERVER_URL, GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT = '1', STACK = 'organization' } = process.env;
const thisRun = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;

/** The author of a workflow's comments. Nobody else's comment counts as ours, even if it begins with the marker. */
const BOT = 'github-actions[bot]';
/** The first line of every report. */
const MARKER = '<!-- platform-iac review -->';
const LONGEST_COMMENT = 65_536;
/** The only workflow whose reports count. For `workflow_run`, GitHub always uses the file of the main branch. */
const REVIEW = { path: '.github/workflows/review.yml', event: 'workflow_run' };
/** The workflow that applies, and its runs on the main branch. */
const APPLY = 'apply.yml';
/** An approval, and the artifacts of its report, end after this time. */
const APPROVAL_DAYS = 7;
/** An approval by anyone else does not count. `author_association` says nothing about permissions. */
const MAY_APPROVE = new Set(['admin', 'write']);
/** Reviews that decide; a comment leaves the earlier decision of its author unchanged. */
const DECISIONS = new Set(['APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);
const DRIFT = { label: 'drift', title: `Drift: the organization differs from the main branch (${STACK})` };

const commands = {
  async comment(file) {
    const { number } = pullRequest();
    const commit = `commit ${event().workflow_run.head_sha.slice(0, 9)}, [the run](${thisRun})`;
    const report = existsSync(file)
      ? readFileSync(file, 'utf8')
      : `${MARKER}\n**⛔ Cannot plan this change. See the run for the reason.**\n`;
    const withCommit = `${report}\nAbout ${commit}.\n`;
    const body = withCommit.length > LONGEST_COMMENT ? report : withCommit;
    const comments = await all(`issues/${number}/comments`);
    const ours = comments.find(({ user, body = '' }) => user?.login === BOT && body.startsWith(MARKER));
    if (ours === undefined) await ask('POST', `issues/${number}/comments`, { body });
    else await ask('PATCH', `issues/comments/${ours.id}`, { body });
  },

  async status(state, description) {
    const { head_sha } = event().workflow_run;
    await ask('POST', `statuses/${head_sha}`, { state, description, target_url: thisRun, context: 'review' });
  },

  async reviewed() {
    const { default_branch } = event().repository;
    const merged = (await all(`commits/${GITHUB_SHA}/pulls`)).find(
      ({ base, merge_commit_sha, merged_at }) =>
        merged_at && merge_commit_sha === GITHUB_SHA && base.ref === default_branch,
    );
    if (merged === undefined)
      fail(`Cannot apply ${GITHUB_SHA}: it does not belong to a merged pull request. Nobody has reviewed it.`);
    const name = `review-${merged.head.sha}`;
    const { artifacts } = await ask('GET', `actions/artifacts?per_page=100&name=${name}`);
    const made = [];
    // Any workflow can use this name for an artifact, so the run that made it decides.
    for (const { expired, created_at, workflow_run } of artifacts) {
      const run = await ask('GET', `actions/runs/${workflow_run.id}`);
      const isReview = run.event === REVIEW.event && run.path.split('@')[0] === REVIEW.path;
      if (!expired && isReview && run.head_repository.full_name === GITHUB_REPOSITORY)
        made.push({ run: run.id, at: created_at });
    }
    const [last] = made.sort((one, other) => (one.at < other.at ? 1 : -1));
    if (last === undefined)
      fail(
        `Cannot apply #${merged.number}: no run of ${REVIEW.path} has a report on its last commit, ${merged.head.sha}.`,
      );
    const reviews = await all(`pulls/${merged.number}/reviews`);
    // In GitHub's order, the oldest first: the last decision of a person replaces the earlier ones.
    const decisions = new Map();
    for (const review of reviews)
      if (review.user !== null && DECISIONS.has(review.state)) decisions.set(review.user.login, review);
    const blocking = [...decisions.values()].filter(({ state }) => state === 'CHANGES_REQUESTED');
    for (const { user } of blocking)
      if (await mayApprove(user.login)) fail(`Cannot apply #${merged.number}: ${user.login} requested changes.`);
    // An approval older than the report was given to another report.
    const approvals = [...decisions.values()].filter(
      ({ state, commit_id, submitted_at, user }) =>
        state === 'APPROVED' &&
        commit_id === merged.head.sha &&
        submitted_at > last.at &&
        user.login !== merged.user.login,
    );
    let approval;
    for (const one of approvals) if (await mayApprove(one.user.login)) approval = one;
    if (approval === undefined)
      fail(
        `Cannot apply #${merged.number}: no one with write access has approved it since its last report (${last.at}).`,
      );
    if (Date.now() - Date.parse(approval.submitted_at) > APPROVAL_DAYS * 86_400_000)
      fail(
        `Cannot apply #${merged.number}: its approval of ${approval.submitted_at} is older than ${APPROVAL_DAYS} days. Read the report of the main branch, and start apply.yml with its digest.`,
      );
    await moveForward(default_branch, merged.number);
    console.log(`run=${last.run}\nartifact=${name}`);
  },

  async drift(result, file) {
    const issues = await all(`issues?state=open&labels=${DRIFT.label}&creator=${encodeURIComponent(BOT)}`);
    const ours = issues.find(({ title, pull_request }) => title === DRIFT.title && pull_request === undefined);
    if (result === 'unchanged') {
      if (ours !== undefined)
        await ask('PATCH', `issues/${ours.number}`, { state: 'closed', state_reason: 'completed' });
      return;
    }
    const body = readFileSync(file, 'utf8');
    if (ours !== undefined) await ask('PATCH', `issues/${ours.number}`, { body });
    else await ask('POST', 'issues', { title: DRIFT.title, body, labels: [DRIFT.label] });
  },
};

const [, , command, ...args] = process.argv;
if (!Object.hasOwn(commands, command ?? '')) fail(`Commands: ${Object.keys(commands).join(', ')}`);
await commands[command](...args);

function event() {
  return JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
}

/** Returns the pull request that GitHub names for the run. The artifacts of the pull request's own run do not count. */
function pullRequest() {
  const { workflow_run, repository } = event();
  const found = workflow_run.pull_requests.find(({ base }) => base.ref === repository.default_branch);
  return found ?? fail(`${workflow_run.head_sha} does not belong to a pull request into ${repository.default_branch}.`);
}

/** An approval of a pull request moves forward only: a later apply may have revoked what this commit gives. */
async function moveForward(branch, number) {
  const why = `Start ${APPLY} with the digest of a report that you have read, to apply the head of ${branch}.`;
  for (let attempt = 1; attempt < Number(GITHUB_RUN_ATTEMPT); attempt++) {
    const { conclusion } = await ask('GET', `actions/runs/${GITHUB_RUN_ID}/attempts/${attempt}`);
    if (conclusion === 'success') fail(`Cannot apply #${number} again: this run has applied it. ${why}`);
  }
  const query = `branch=${encodeURIComponent(branch)}&status=success&per_page=100`;
  const { workflow_runs } = await ask('GET', `actions/workflows/${APPLY}/runs?${query}`);
  // The newest first.
  const applied = workflow_runs.find(({ id }) => String(id) !== GITHUB_RUN_ID);
  if (applied === undefined) return;
  const { status } = await ask('GET', `compare/${applied.head_sha}...${GITHUB_SHA}`);
  if (status !== 'ahead')
    fail(
      `Cannot apply #${number}: ${GITHUB_SHA} is not later than ${applied.head_sha}, which was applied last. ${why}`,
    );
}

async function mayApprove(login) {
  const { permission } = await ask('GET', `collaborators/${encodeURIComponent(login)}/permission`);
  return MAY_APPROVE.has(permission);
}

async function all(path) {
  const found = [];
  for (let page = 1; ; page++) {
    const rows = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    found.push(...rows);
    if (rows.length < 100) return found;
  }
}

async function ask(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${GITHUB_TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) fail(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
  return response.json();
}

function fail(reason) {
  console.error(`github: ${reason}`);
  process.exit(1);
}
