/**
 * What the workflows ask of GitHub, beside the steps of `pipeline.sh`:
 *
 *   node github.mjs comment REPORT.md        the report as one comment of the pull request, updated in place
 *   node github.mjs status STATE TEXT        the state of the reviewed commit: success, failure or error
 *   node github.mjs reviewed                 the run that reviewed what was merged, for the outputs of a step
 *   node github.mjs drift RESULT REPORT.md   one issue about drift: opened, updated, closed
 *
 * GITHUB_TOKEN needs no more than the permissions that the workflow gives to the job. What event it is about stands in the file
 * that GITHUB_EVENT_PATH names, which GitHub writes.
 */
import { existsSync, readFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_EVENT_PATH, GITHUB_SHA } = process.env;
const { GITHUB_SERVER_URL, GITHUB_RUN_ID, STACK = 'organization' } = process.env;
const thisRun = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;

/** Whom a workflow's token speaks for. Comments of others are never taken for ours, whatever they begin with. */
const BOT = 'github-actions[bot]';
/** How every report begins. */
const MARKER = '<!-- platform-iac review -->';
const LONGEST_COMMENT = 65_536;
/** The workflow whose runs are believed. It runs for `workflow_run`: always the main branch's file, never a pull request's. */
const REVIEW = { path: '.github/workflows/review.yml', event: 'workflow_run' };
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);
const DRIFT = { label: 'drift', title: `The main branch and what there is differ: ${STACK}` };

const commands = {
  async comment(file) {
    const { number } = pullRequest();
    const commit = `commit ${event().workflow_run.head_sha.slice(0, 9)}, [the run](${thisRun})`;
    const report = existsSync(file) ? readFileSync(file, 'utf8') : `${MARKER}\n**⛔ It could not be planned.**\n`;
    const told = `${report}\nAbout ${commit}.\n`;
    const body = told.length > LONGEST_COMMENT ? report : told;
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
    if (merged === undefined) fail(`${GITHUB_SHA} is no merged pull request: nobody has reviewed it.`);
    const name = `review-${merged.head.sha}`;
    const { artifacts } = await ask('GET', `actions/artifacts?per_page=100&name=${name}`);
    const made = [];
    // Any workflow may name an artifact so: the run that made it decides.
    for (const { expired, created_at, workflow_run } of artifacts) {
      const run = await ask('GET', `actions/runs/${workflow_run.id}`);
      const isReview = run.event === REVIEW.event && run.path.split('@')[0] === REVIEW.path;
      if (!expired && isReview && run.head_repository.full_name === GITHUB_REPOSITORY)
        made.push({ run: run.id, at: created_at });
    }
    const [last] = made.sort((one, other) => (one.at < other.at ? 1 : -1));
    if (last === undefined)
      fail(`No run of ${REVIEW.path} has a report on ${merged.head.sha}, the last commit of #${merged.number}.`);
    // A report that was made anew since is one that nobody has approved.
    const approvals = (await all(`pulls/${merged.number}/reviews`)).filter(
      ({ state, commit_id, user, author_association }) =>
        state === 'APPROVED' &&
        commit_id === merged.head.sha &&
        user?.login !== merged.user.login &&
        MEMBERS.has(author_association),
    );
    if (!approvals.some(({ submitted_at }) => submitted_at > last.at))
      fail(`Nobody has approved #${merged.number} since its last report, which was made at ${last.at}.`);
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

/** As GitHub says it of the run: never what the pull request's own run hands over. */
function pullRequest() {
  const { workflow_run, repository } = event();
  const found = workflow_run.pull_requests.find(({ base }) => base.ref === repository.default_branch);
  return found ?? fail(`${workflow_run.head_sha} belongs to no pull request into ${repository.default_branch}.`);
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
