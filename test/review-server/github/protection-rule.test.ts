/** Tests the deployment protection rule over real sockets, with a fake GitHub. */
import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import {
  createOutbound,
  createProtectionRule,
  readAppKey,
  startReviewServer,
  type RunningServer,
} from '../../../src/review-server';
import { startLoopbackService, type Answered, type LoopbackService, type Recorded } from '../loopback-service';
import { APPROVED, event, HEAD, REPOSITORY, REVIEW_RUN, RUN, state } from './github-event';

const SECRET = 'the secret of the webhook';
const TOKEN = 'ghs_secret';
const { privateKey: pem, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

type State = ReturnType<typeof state>;

let now: State;
let github: LoopbackService;
let server: RunningServer;
const lines: string[] = [];

beforeAll(async () => {
  github = await startLoopbackService((request) => answer(request));
});
beforeEach(async () => {
  [lines.length, github.requests.length] = [0, 0];
  now = state();
  const rule = createProtectionRule({
    ...{ appId: 'Iv1.app', key: readAppKey(pem, 'KEY'), apiUrl: 'https://api.github.com', secret: SECRET },
    ...{ send: createOutbound(github.fetch, 1), workflow: '.github/workflows/review.yml' },
  });
  server = await startReviewServer({
    host: '127.0.0.1',
    port: 0,
    integrations: [rule],
    log: (line) => lines.push(line),
  });
});
afterEach(() => server?.close());
afterAll(() => github?.close());

function answer({ method, path, headers }: Recorded): Answered {
  const json = (value: unknown): Answered => ({ status: 200, body: JSON.stringify(value) });
  const [place = '', query = ''] = path.split('?');
  if (place === '/app/installations/55/access_tokens')
    return { status: now.tokenStatus, body: JSON.stringify({ token: TOKEN, expires_at: '2026-11-22T13:00:00Z' }) };
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401 };
  const part = place.replace(`/repos/${REPOSITORY}/`, '');
  if (method === 'POST') return { status: now.callbackStatus };
  if (now.broken !== '' && part.startsWith(now.broken)) return { status: 500 };
  if (part === `actions/runs/${RUN}`) return json(now.run);
  if (part === `actions/runs/${REVIEW_RUN}`) return json(now.reviewRun);
  if (part === `actions/runs/${RUN}/artifacts`) return json({ total_count: 1, artifacts: now.planned });
  if (part === `actions/runs/${REVIEW_RUN}/artifacts`) return json({ total_count: 1, artifacts: now.reviewed });
  if (part === 'actions/artifacts' && query.startsWith(`name=review-${HEAD}`)) return json({ artifacts: now.reports });
  if (part.startsWith('commits/')) return json(part === `commits/${now.run.head_sha}/pulls` ? now.pulls : []);
  if (part === 'pulls/7/reviews') return json(now.reviews);
  const permission = now.permissions[/^collaborators\/(\w+)\/permission$/.exec(part)?.[1] ?? ''];
  return permission === undefined ? { status: 404 } : json({ permission });
}

async function post(
  body: object | string,
  { secret = SECRET, name = 'deployment_protection_rule' } = {},
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-github-event': name, 'x-hub-signature-256': signature };
  return (await fetch(`${server.url}/github`, { method: 'POST', headers, body: text })).status;
}

/** Returns the answer to GitHub, after the server has finished. */
async function decided(body: object = event): Promise<unknown> {
  expect(await post(body)).toBe(202);
  await server.close();
  const sent = github.requests.filter(
    ({ path }) => path === `/repos/${REPOSITORY}/actions/runs/${RUN}/deployment_protection_rule`,
  );
  expect(sent).toHaveLength(1);
  return JSON.parse(sent[0]?.body ?? '');
}

test('the approved effect is approved, with the person who approved it', async () => {
  expect(await decided()).toEqual({
    environment_name: 'production',
    state: 'approved',
    comment: `grace approved this effect in #7. Digest: ${APPROVED}`,
  });
  expect(lines.join('\n')).not.toMatch(/ghs_secret|PRIVATE KEY/);
});

test('the App gets a token for this repository, with few permissions and a short-lived proof', async () => {
  await decided();
  const [request] = github.requests;
  expect(JSON.parse(request?.body ?? '')).toEqual({
    repository_ids: [77],
    permissions: { actions: 'read', contents: 'read', deployments: 'write', metadata: 'read', pull_requests: 'read' },
  });
  const [head = '', claims = '', signature = ''] = (request?.headers.authorization ?? '')
    .replace('Bearer ', '')
    .split('.');
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    'iat' | 'exp' | 'iss',
    number
  >;
  expect({ iss, lifetime: exp - iat, isPast: iat < Date.now() / 1000 }).toEqual({
    iss: 'Iv1.app',
    lifetime: 600,
    isPast: true,
  });
});

test.each<[string, (one: State) => void, RegExp]>([
  [
    'another digest',
    (one) => (one.planned[0]!.name = `planned-digest-${'2'.repeat(64)}`),
    /^The plan is not approved: its digest is 2{64}/,
  ],
  ['no plan of the run', (one) => (one.planned = []), /^This run has no digest/],
  [
    'two plans of the run',
    (one) => one.planned.push({ name: `planned-digest-${'2'.repeat(64)}`, expired: false }),
    /several digests/,
  ],
  ['an expired plan', (one) => (one.planned[0]!.expired = true), /no digest/],
  ['a digest of another form', (one) => (one.planned[0]!.name = 'planned-digest-1'), /no digest/],
  ['a run of another branch', (one) => (one.run.head_branch = 'feature'), /does not deploy the branch main/],
  ['a run of another commit', (one) => (one.run.head_sha = 'c'.repeat(40)), /does not deploy/],
  ['a run of a pull request', (one) => (one.run.event = 'pull_request'), /does not deploy/],
  ['a run of a fork', (one) => (one.run.head_repository.full_name = 'mallory/organization'), /does not deploy/],
  ['a commit without a pull request', (one) => (one.pulls = []), /Nobody has reviewed it/],
  [
    'a pull request that is not merged',
    (one) => (one.pulls[0]!.merged_at = null as unknown as string),
    /Nobody has reviewed it/,
  ],
  ['a pull request into another branch', (one) => (one.pulls[0]!.base.ref = 'other'), /Nobody has reviewed it/],
  [
    'a pull request with another merge commit',
    (one) => (one.pulls[0]!.merge_commit_sha = HEAD),
    /Nobody has reviewed it/,
  ],
  [
    'no report',
    (one) => (one.reports = []),
    /^Cannot approve #7: no run of \.github\/workflows\/review\.yml has a report/,
  ],
  ['a report of another workflow', (one) => (one.reviewRun.path = '.github/workflows/evil.yml'), /no run of/],
  ['a report of a workflow of the pull request', (one) => (one.reviewRun.event = 'pull_request'), /no run of/],
  ['a report of a fork', (one) => (one.reviewRun.head_repository.full_name = 'mallory/organization'), /no run of/],
  ['an inconclusive report', (one) => (one.reviewed = []), /^The report on #7 has no digest/],
  ['no approval', (one) => (one.reviews = []), /no one with write access has approved it/],
  [
    'an approval before the report',
    (one) => (one.reviews[0]!.submitted_at = '2026-11-22T09:00:00Z'),
    /no one with write access/,
  ],
  ['an approval at an invalid time', (one) => (one.reviews[0]!.submitted_at = 'later'), /no one with write access/],
  ['an approval of another commit', (one) => (one.reviews[0]!.commit_id = 'c'.repeat(40)), /no one with write access/],
  ['an approval by the author', (one) => (one.reviews[0]!.user = { login: 'ada' }), /no one with write access/],
  [
    'an approval of someone who can only read',
    (one) => (one.reviews[0]!.user = { login: 'mallory' }),
    /no one with write access/,
  ],
  ['an approval of a deleted user', (one) => (one.reviews[0]!.user = null), /no one with write access/],
  [
    'a dismissed approval',
    (one) => one.reviews.push({ ...one.reviews[0]!, state: 'DISMISSED' }),
    /no one with write access/,
  ],
  [
    'requested changes',
    (one) => one.reviews.push({ ...one.reviews[0]!, state: 'CHANGES_REQUESTED', user: { login: 'ada' } }),
    /ada requested changes/,
  ],
  ['an unreadable list of reviews', (one) => (one.reviews = {} as never), /unknown form/],
  [
    'an error of GitHub',
    (one) => (one.broken = 'pulls/7'),
    /^Cannot decide: GitHub answered with HTTP 500 for \/repos\/acme\/organization\/pulls\/7\/reviews\./,
  ],
])('%s is rejected', async (_, change, comment) => {
  change(now);
  expect(await decided()).toEqual({
    environment_name: 'production',
    state: 'rejected',
    comment: expect.stringMatching(comment) as string,
  });
});

test('the newest report counts', async () => {
  now.reports.push({ ...now.reports[0]!, created_at: '2026-11-22T10:45:00Z' });
  expect(await decided()).toMatchObject({ state: 'rejected' });
});

test('without a token of the App there is no answer, and the deployment keeps waiting', async () => {
  now.tokenStatus = 403;
  expect(await post(event)).toBe(202);
  await server.close();
  expect(github.requests).toHaveLength(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/: Cannot get a token of the GitHub App: HTTP 403\. Check its id/),
  );
});

test('a rejected answer is in the log', async () => {
  now.callbackStatus = 422;
  await decided();
  expect(lines).toContain(`${REPOSITORY} run ${RUN}: approved, but GitHub rejected the answer: HTTP 422`);
});

test('other events are ignored', async () => {
  expect(await post({ zen: 'Design for failure.' }, { name: 'ping' })).toBe(200);
  expect(await post({ ...event, action: 'created' })).toBe(200);
  expect(github.requests).toEqual([]);
});

const callback = (url: string) => ({ ...event, deployment_callback_url: url });
test.each<[string, object | string, number]>([
  [
    'a callback at another host',
    callback(`https://api.github.com.evil.example/repos/${REPOSITORY}/actions/runs/1/deployment_protection_rule`),
    422,
  ],
  [
    'a callback of another repository',
    callback('https://api.github.com/repos/acme/other/actions/runs/1/deployment_protection_rule'),
    422,
  ],
  ['a callback at another path', callback(`https://api.github.com/repos/${REPOSITORY}/actions/runs/1/approve`), 422],
  ['no installation', { ...event, installation: undefined }, 422],
  ['a repository with a strange name', { ...event, repository: { ...event.repository, full_name: '../..' } }, 422],
  ['no commit', { ...event, deployment: {} }, 422],
  ['no JSON', 'payload=%7B%7D', 400],
])('%s is rejected, and nothing is sent', async (_, body, status) => {
  expect(await post(body)).toBe(status);
  expect(github.requests).toEqual([]);
});

test('another secret is rejected, and so is a request without a signature', async () => {
  expect(await post(event, { secret: 'another' })).toBe(401);
  expect((await fetch(`${server.url}/github`, { method: 'POST', body: '{}' })).status).toBe(401);
});

test('only an RSA key is a key of an App', () => {
  const { privateKey: other } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  expect(() => readAppKey(other, 'KEY')).toThrow(/^Cannot use KEY: it is not an RSA/);
  expect(() => readAppKey('no key', 'KEY')).toThrow(/^Cannot use KEY/);
});
