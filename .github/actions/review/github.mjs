/**
 * Calls GitHub for the action:
 *
 *   node github.mjs config FILE        Print the configuration of the review; for a pull request, from its target branch
 *   node github.mjs comment REPORT.md  Write the report as one comment on the pull request, updated in place
 *   node github.mjs sarif FILE         Upload the findings to code scanning
 */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_EVENT_PATH, GITHUB_SHA, GITHUB_REF } = process.env;
const { GITHUB_SERVER_URL, GITHUB_RUN_ID } = process.env;

/** The author of comments with the token of a job. Nobody else's comment counts as ours, even if it begins with the marker. */
const BOT = 'github-actions[bot]';
/** The first line of every report. */
const MARKER = '<!-- platform-iac review -->';
const LONGEST_COMMENT = 65_536;

const { pull_request: pull } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));

const commands = {
  async config(file) {
    if (pull === undefined) {
      console.log(existsSync(file) ? readFileSync(file, 'utf8') : '{}');
      return;
    }
    // The author of the pull request must not accept its findings.
    const path = file.split('/').map(encodeURIComponent).join('/');
    const response = await send(
      'GET',
      `contents/${path}?ref=${pull.base.sha}`,
      undefined,
      'application/vnd.github.raw+json',
    );
    if (!response.ok && response.status !== 404) await refuse('GET', `contents/${path}`, response);
    console.log(response.ok ? await response.text() : '{}');
  },

  async comment(file) {
    const run = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
    const report = existsSync(file)
      ? readFileSync(file, 'utf8')
      : `${MARKER}\n**⛔ Cannot review this change. See the run for the reason.**\n`;
    const withCommit = `${report}\nAbout commit ${pull.head.sha.slice(0, 9)}, [the run](${run}).\n`;
    const body = withCommit.length > LONGEST_COMMENT ? report : withCommit;
    const comments = await all(`issues/${pull.number}/comments`);
    const ours = comments.find(({ user, body: text = '' }) => user?.login === BOT && text.startsWith(MARKER));
    if (ours === undefined) await ask('POST', `issues/${pull.number}/comments`, { body });
    else await ask('PATCH', `issues/comments/${ours.id}`, { body });
  },

  async sarif(file) {
    const sarif = gzipSync(readFileSync(file)).toString('base64');
    await ask('POST', 'code-scanning/sarifs', { commit_sha: GITHUB_SHA, ref: GITHUB_REF, sarif });
  },
};

const [, , command, ...args] = process.argv;
if (!Object.hasOwn(commands, command ?? '')) fail(`Commands: ${Object.keys(commands).join(', ')}`);
await commands[command](...args);

async function all(path) {
  const found = [];
  for (let page = 1; ; page++) {
    const rows = await ask('GET', `${path}?per_page=100&page=${page}`);
    found.push(...rows);
    if (rows.length < 100) return found;
  }
}

async function ask(method, path, body) {
  const response = await send(method, path, body);
  if (!response.ok) await refuse(method, path, response);
  return response.json();
}

function send(method, path, body, accept = 'application/vnd.github+json') {
  return fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: { accept, authorization: `Bearer ${GITHUB_TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
}

async function refuse(method, path, response) {
  fail(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`);
}

function fail(reason) {
  console.error(`github: ${reason}`);
  process.exit(1);
}
