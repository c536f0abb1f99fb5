/** Tests the run task over real sockets, with the shapes that HCP Terraform publishes. */
import { createHmac } from 'node:crypto';
import * as reviewModule from '../../../src/review';
import * as runTaskModule from '../../../src/review/formats/run-task';
import { createOutbound, createRunTask, startReviewServer, type RunningServer } from '../../../src/review-server';
import { corpusTexts } from '../../review/corpus';
import { startLoopbackService, type Answered, type LoopbackService, type Recorded } from '../loopback-service';

const KEY = 'the key of the run task';
const TOKEN = 'a1b2c3.atlasv1.secret-token-of-the-run';
const STORAGE = 'https://archivist.terraform.io/v1/object/signed-secret';

/** A request of the stage after a plan. */
const payload = {
  payload_version: 1,
  stage: 'post_plan',
  access_token: TOKEN,
  capabilities: { outcomes: true },
  configuration_version_download_url: 'https://app.terraform.io/api/v2/configuration-versions/cv-1/download',
  configuration_version_id: 'cv-1',
  is_speculative: false,
  organization_name: 'acme',
  plan_json_api_url: 'https://app.terraform.io/api/v2/plans/plan-1/json-output',
  run_app_url: 'https://app.terraform.io/app/acme/organization/runs/run-1',
  run_created_at: '2026-11-22T12:00:00.000Z',
  run_created_by: 'ada',
  run_id: 'run-1',
  run_message: 'Add a group',
  task_result_callback_url:
    'https://app.terraform.io/api/v2/task-results/5ea8d46c-2ceb-42cd-83f2-82e54697bddd/callback',
  task_result_enforcement_level: 'mandatory',
  task_result_id: 'taskrs-1',
  vcs_branch: 'main',
  vcs_commit_url: `https://github.com/acme/organization/commit/${'7'.repeat(40)}`,
  vcs_pull_request_url: null,
  vcs_repo_url: 'https://github.com/acme/organization',
  workspace_app_url: 'https://app.terraform.io/app/acme/organization',
  workspace_id: 'ws-1',
  workspace_name: 'organization',
  workspace_working_directory: '',
};

const planOf = (name: string): string => corpusTexts(name)[0]?.text ?? '';

let hcp: LoopbackService;
let server: RunningServer;
const lines: string[] = [];
let plan: Answered;
const redirect = { status: 307, headers: { location: STORAGE } };
let first: Answered;
let callbackStatus: number;

beforeAll(async () => {
  hcp = await startLoopbackService(({ method, host }) => {
    if (method === 'PATCH') return { status: callbackStatus };
    return host === 'app.terraform.io' ? first : plan;
  });
});
beforeEach(async () => {
  lines.length = 0;
  hcp.requests.length = 0;
  callbackStatus = 200;
  first = redirect;
  plan = { status: 200, body: planOf('nothing-to-do') };
  const task = createRunTask({
    ...{ key: KEY, hosts: ['app.terraform.io'], failOn: 'high', send: createOutbound(hcp.fetch, 1) },
    review: () => ({ ...reviewModule, ...runTaskModule }),
  });
  server = await startReviewServer({
    host: '127.0.0.1',
    port: 0,
    integrations: [task],
    log: (line) => lines.push(line),
  });
});
afterEach(() => server?.close());
afterAll(() => hcp?.close());

async function post(body: object | string, key = KEY): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha512', key).update(text).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-tfc-task-signature': signature };
  const { status } = await fetch(`${server.url}/hcp-terraform`, { method: 'POST', headers, body: text });
  return status;
}

interface Result {
  readonly data: {
    readonly type: string;
    readonly attributes: { readonly status: string; readonly message: string };
    readonly relationships: {
      readonly outcomes: {
        readonly data: readonly { readonly type: string; readonly attributes: Record<string, unknown> }[];
      };
    };
  };
}

/** Returns the result of the run, after the server has finished. */
async function resultOf(body: object): Promise<{ readonly sent: Recorded; readonly result: Result['data'] }> {
  expect(await post(body)).toBe(200);
  await server.close();
  const [sent, ...others] = hcp.requests.filter(({ method }) => method === 'PATCH');
  expect(others).toEqual([]);
  if (sent === undefined) throw new Error('No result was sent.');
  return { sent, result: (JSON.parse(sent.body) as Result).data };
}

test('a plan without findings passes, and the token goes to the API alone', async () => {
  const { sent, result } = await resultOf(payload);
  expect(result).toMatchObject({ type: 'task-results', attributes: { status: 'passed' } });
  expect(sent.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/vnd.api+json' });
  expect(hcp.requests.map(({ method, host, path, headers }) => [method, host, path, headers.authorization])).toEqual([
    ['GET', 'app.terraform.io', '/api/v2/plans/plan-1/json-output', `Bearer ${TOKEN}`],
    ['GET', 'archivist.terraform.io', '/v1/object/signed-secret', undefined],
    ['PATCH', 'app.terraform.io', new URL(payload.task_result_callback_url).pathname, `Bearer ${TOKEN}`],
  ]);
  expect(lines.join('\n')).not.toMatch(/secret|atlasv1/);
  expect(lines).toContain('run run-1: passed');
});

test('a finding fails the run, with an outcome in Markdown and tags', async () => {
  first = { status: 200, body: planOf('owner-added') };
  const { result } = await resultOf(payload);
  expect(result.attributes.status).toBe('failed');
  expect(result.attributes.message).toMatch(/^acme\/payments\/ci becomes an owner of acme\/payments\./);
  const [effect, finding] = result.relationships.outcomes.data;
  expect(effect).toMatchObject({
    type: 'task-result-outcomes',
    attributes: { 'outcome-id': 'effect', tags: { Status: [{ label: 'Failed', level: 'error' }] } },
  });
  expect(finding).toMatchObject({
    type: 'task-result-outcomes',
    attributes: {
      description: expect.stringMatching(/^owner-gained: /) as string,
      tags: { Severity: [{ label: 'High', level: 'error' }], Finding: [{ label: 'owner-gained', level: 'none' }] },
    },
  });
});

test('values that are known only after the apply fail', async () => {
  plan = { status: 200, body: planOf('pair-first-apply') };
  const { result } = await resultOf(payload);
  expect(result.attributes.status).toBe('failed');
  expect(result.relationships.outcomes.data.map(({ attributes }) => attributes['description'])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^unresolved: /)]),
  );
});

test.each<[string, Partial<Record<'plan' | 'first', Answered>>, object, string]>([
  ['a plan that is not JSON', { plan: { status: 200, body: '<html>' } }, {}, 'organization'],
  ['an errored plan', { plan: { status: 200, body: planOf('errored') } }, {}, 'Inconclusive'],
  ['a plan that does not exist', { first: { status: 404 } }, {}, 'HTTP 404'],
  ['a plan without contents', { first: { status: 204 } }, {}, 'HTTP 204'],
  [
    'a redirect to another host',
    { first: { ...redirect, headers: { location: 'https://evil.example/' } } },
    {},
    'only https://',
  ],
  [
    'a redirect without TLS',
    { first: { ...redirect, headers: { location: 'http://app.terraform.io/' } } },
    {},
    'only https://',
  ],
  ['a redirect without an address', { first: { status: 302 } }, {}, 'the redirect has no address'],
  ['endless redirects', { plan: redirect }, {}, 'HTTP 307'],
  ['a stage without a plan', {}, { stage: 'pre_plan', plan_json_api_url: undefined }, 'Select the stage Post-plan'],
  ['a stage after the apply', {}, { stage: 'post_apply' }, 'Select the stage Post-plan'],
])('%s fails with the reason', async (_, answers, change, reason) => {
  ({ plan = plan, first = first } = answers);
  const { result } = await resultOf({ ...payload, ...change });
  expect(result.attributes.status).toBe('failed');
  expect(result.attributes.message).toContain(reason);
  expect(hcp.requests.map(({ host }) => host)).not.toContain('evil.example');
});

test('the request of a verification gets 200, and nothing is sent', async () => {
  expect(await post({ ...payload, stage: 'test', access_token: 'test-token', run_id: 'run-xxxxxxxxxxxxxxxx' })).toBe(
    200,
  );
  await server.close();
  expect(hcp.requests).toEqual([]);
});

test.each<[string, object | string, number]>([
  [
    'a callback at another host',
    { ...payload, task_result_callback_url: 'https://evil.example/api/v2/task-results/1/callback' },
    422,
  ],
  [
    'a callback at another path',
    { ...payload, task_result_callback_url: 'https://app.terraform.io/api/v2/account/details' },
    422,
  ],
  [
    'a plan at another host',
    { ...payload, plan_json_api_url: 'https://app.terraform.io.evil.example/api/v2/plans/plan-1/json-output' },
    422,
  ],
  [
    'a plan at another path',
    { ...payload, plan_json_api_url: 'https://app.terraform.io/api/v2/plans/../organizations/json-output' },
    422,
  ],
  ['another version', { ...payload, payload_version: 2 }, 422],
  ['no token', { ...payload, access_token: '' }, 422],
  ['a token with a line break', { ...payload, access_token: 'abcdefgh\r\nx: y' }, 422],
  ['no JSON', 'no JSON', 400],
  ['a list', '[]', 400],
])('%s is rejected, and nothing is sent', async (_, body, status) => {
  expect(await post(body)).toBe(status);
  await server.close();
  expect(hcp.requests).toEqual([]);
});

test('another key is rejected, and so is a request without a signature', async () => {
  expect(await post(payload, 'another key')).toBe(401);
  expect((await fetch(`${server.url}/hcp-terraform`, { method: 'POST', body: JSON.stringify(payload) })).status).toBe(
    401,
  );
  await server.close();
  expect(hcp.requests).toEqual([]);
});

test('a rejected result is in the log', async () => {
  callbackStatus = 401;
  await resultOf(payload);
  expect(lines).toContain('run run-1: passed, but HCP Terraform rejected the result: HTTP 401');
});
