/**
 * Calls GitLab for the jobs, in addition to the steps of `pipeline.sh`:
 *
 *   node gitlab.mjs note REPORT.md           Write the report as one note on the merge request, updated in place
 *   node gitlab.mjs drift RESULT REPORT.md   Open, update or close one issue about drift
 *   node gitlab.mjs forward                  Fail if this job has applied this commit, or a later one
 *
 * GITLAB_TOKEN is an access token of the project (role Reporter, scope api). A job's own token can write neither.
 */
import { existsSync, readFileSync } from 'node:fs';

const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, CI_COMMIT_SHORT_SHA, CI_JOB_URL } = process.env;
const { CI_COMMIT_SHA, CI_ENVIRONMENT_NAME, CI_JOB_NAME, GITLAB_TOKEN, STACK = 'organization' } = process.env;

/** The first line of every report. */
const MARKER = '<!-- platform-iac review -->';
const DRIFT = { labels: 'drift', title: `Drift: the organization differs from the main branch (${STACK})` };

const commands = {
  async note(file) {
    const report = existsSync(file)
      ? readFileSync(file, 'utf8')
      : `${MARKER}\n**⛔ Cannot plan this change. See the job for the reason.**\n`;
    const body = `${report}\nAbout commit ${CI_COMMIT_SHORT_SHA}, [the job](${CI_JOB_URL}).\n`;
    const { id } = await ask('GET', '/user');
    const notes = `merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
    // Nobody else's note counts as ours, even if it begins with the marker.
    const ours = (await all(notes)).find(({ author, body = '' }) => author.id === id && body.startsWith(MARKER));
    if (ours === undefined) await ask('POST', project(notes), { body });
    else await ask('PUT', project(`${notes}/${ours.id}`), { body });
  },

  async forward() {
    const query = `environment=${encodeURIComponent(CI_ENVIRONMENT_NAME)}&status=success&order_by=finished_at&sort=desc`;
    // Other jobs deploy to the environment, too, such as the nightly expiry.
    const applied = (await all(`deployments?${query}`)).find(({ deployable }) => deployable?.name === CI_JOB_NAME);
    if (applied === undefined) return;
    const refs = [applied.sha, CI_COMMIT_SHA].map((sha) => `refs[]=${sha}`).join('&');
    const { id } = await ask('GET', project(`repository/merge_base?${refs}`));
    if (applied.sha === CI_COMMIT_SHA || id !== applied.sha)
      fail(
        `Cannot apply ${CI_COMMIT_SHA}: it is not later than ${applied.sha}, which was applied last. Start the job of the newest pipeline.`,
      );
  },

  async drift(result, file) {
    const { id } = await ask('GET', '/user');
    const issues = await all(`issues?state=opened&labels=${DRIFT.labels}&author_id=${id}`);
    const ours = issues.find(({ title }) => title === DRIFT.title);
    if (result === 'unchanged') {
      if (ours !== undefined) await ask('PUT', project(`issues/${ours.iid}`), { state_event: 'close' });
      return;
    }
    const description = readFileSync(file, 'utf8');
    if (ours !== undefined) await ask('PUT', project(`issues/${ours.iid}`), { description });
    else await ask('POST', project('issues'), { ...DRIFT, description });
  },
};

const [, , command, ...args] = process.argv;
if (!Object.hasOwn(commands, command ?? '')) fail(`Commands: ${Object.keys(commands).join(', ')}`);
await commands[command](...args);

function project(path) {
  return `/projects/${CI_PROJECT_ID}/${path}`;
}

async function all(path) {
  const found = [];
  for (let page = 1; ; page++) {
    const rows = await ask('GET', project(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`));
    found.push(...rows);
    if (rows.length < 100) return found;
  }
}

async function ask(method, path, body) {
  const response = await fetch(`${CI_API_V4_URL}${path}`, {
    method,
    headers: { 'private-token': GITLAB_TOKEN, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) fail(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
  return response.json();
}

function fail(reason) {
  console.error(`gitlab: ${reason}`);
  process.exit(1);
}
