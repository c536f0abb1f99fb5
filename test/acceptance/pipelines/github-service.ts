/**
 * The part of GitHub that the workflows use: pull requests with comments and approvals, statuses, artifacts, issues, and the
 * OIDC tokens of jobs. The token of a job has exactly the permissions of the job.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const REPOSITORY = 'acme/organization';
export const BOT = 'github-actions[bot]';

export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

export interface PullRequest {
  readonly number: number;
  readonly user: { readonly login: string };
  readonly base: { readonly ref: string };
  readonly head: { readonly sha: string };
  merged_at: string | null;
  merge_commit_sha: string | null;
}

export interface WorkflowRun {
  readonly id: number;
  readonly event: string;
  readonly path: string;
  readonly head_sha: string;
  readonly head_branch: string;
  readonly head_repository: { readonly full_name: string };
  /** Absent while it runs. */
  conclusion?: string;
}

export interface Artifact {
  readonly name: string;
  readonly expired: boolean;
  readonly created_at: string;
  readonly workflow_run: { readonly id: number };
  /** Its contents: the name of the file and its text. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly user: { readonly login: string };
  body: string;
  state: string;
}

export type Permissions = Readonly<Record<string, string>>;

export interface GitHub {
  readonly url: string;
  readonly pulls: PullRequest[];
  readonly comments: Comment[];
  readonly reviews: object[];
  readonly statuses: { readonly sha: string; readonly state: string; readonly context: string }[];
  readonly artifacts: Artifact[];
  readonly runs: WorkflowRun[];
  readonly issues: Issue[];
  /** Returns a time later than any before. */
  now(): string;
  /** Returns the token of a job, and the variables to request an OIDC token if it may. */
  tokenFor(
    permissions: Permissions,
    oidcToken: (audience: string) => Promise<string>,
  ): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface JobToken {
  readonly permissions: Permissions;
  readonly oidcToken: (audience: string) => Promise<string>;
}

type Answer = readonly [status: number, body: unknown];
interface Call {
  readonly found: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, string>>;
}

export async function startGitHub(): Promise<GitHub> {
  const jobs = new Map<string, JobToken>();
  let [ids, seconds] = [100, 0];
  const started = Date.now();
  const state = {
    pulls: [] as PullRequest[],
    comments: [] as Comment[],
    reviews: [] as object[],
    statuses: [] as { sha: string; state: string; context: string }[],
    artifacts: [] as Artifact[],
    runs: [] as WorkflowRun[],
    issues: [] as Issue[],
  };
  const updated = (found: object | undefined, change: object): Answer =>
    found === undefined ? [404, {}] : [200, Object.assign(found, change)];

  const routes: readonly (readonly [request: string, permission: string, (call: Call) => Answer])[] = [
    ['GET issues/(?<number>\\d+)/comments', 'pull-requests:read', () => [200, state.comments]],
    [
      'POST issues/(?<number>\\d+)/comments',
      'pull-requests:write',
      ({ body }) => {
        const comment = { id: ids++, user: { login: BOT }, body: body['body'] ?? '' };
        state.comments.push(comment);
        return [201, comment];
      },
    ],
    [
      'PATCH issues/comments/(?<id>\\d+)',
      'pull-requests:write',
      ({ found, body }) =>
        updated(
          state.comments.find(({ id }) => String(id) === found['id']),
          body,
        ),
    ],
    [
      'POST statuses/(?<sha>\\w+)',
      'statuses:write',
      ({ found, body }) => {
        state.statuses.push({ sha: found['sha'] ?? '', state: body['state'] ?? '', context: body['context'] ?? '' });
        return [201, {}];
      },
    ],
    [
      'GET commits/(?<sha>\\w+)/pulls',
      'pull-requests:read',
      ({ found }) => [200, state.pulls.filter(({ merge_commit_sha }) => merge_commit_sha === found['sha'])],
    ],
    ['GET collaborators/grace/permission', 'metadata:read', () => [200, { permission: 'write' }]],
    ['GET pulls/(?<number>\\d+)/reviews', 'pull-requests:read', () => [200, state.reviews]],
    [
      'GET actions/artifacts',
      'actions:read',
      ({ query }) => [200, { artifacts: state.artifacts.filter(({ name }) => name === query.get('name')) }],
    ],
    [
      'GET actions/runs/(?<id>\\d+)',
      'actions:read',
      ({ found }) => [200, state.runs.find(({ id }) => String(id) === found['id'])],
    ],
    [
      'GET actions/workflows/(?<name>[\\w.]+)/runs',
      'actions:read',
      ({ found, query }) => {
        const isAsked = ({ path, head_branch, conclusion }: WorkflowRun) =>
          path.endsWith(`/${found['name']}`) &&
          head_branch === query.get('branch') &&
          conclusion === query.get('status');
        return [200, { workflow_runs: state.runs.filter(isAsked).toReversed() }];
      },
    ],
    [
      // In the tests, the digits of a commit order them.
      'GET compare/(?<base>\\w+)\\.\\.\\.(?<head>\\w+)',
      'contents:read',
      ({ found: { base = '', head = '' } }) => [
        200,
        { status: base === head ? 'identical' : base < head ? 'ahead' : 'behind' },
      ],
    ],
    [
      'GET actions/runs/(?<id>\\d+)/artifacts',
      'actions:read',
      ({ found }) => [
        200,
        { artifacts: state.artifacts.filter(({ workflow_run }) => String(workflow_run.id) === found['id']) },
      ],
    ],
    ['GET issues', 'issues:read', () => [200, state.issues.filter((issue) => issue.state === 'open')]],
    [
      'POST issues',
      'issues:write',
      ({ body: { title = '', body = '' } }) => {
        const issue = { number: ids++, title, user: { login: BOT }, body, state: 'open' };
        state.issues.push(issue);
        return [201, issue];
      },
    ],
    [
      'PATCH issues/(?<number>\\d+)',
      'issues:write',
      ({ found, body }) =>
        updated(
          state.issues.find(({ number }) => String(number) === found['number']),
          body,
        ),
    ],
  ];

  const answer = async (method: string, url: URL, token: string, body: string): Promise<Answer> => {
    const job = jobs.get(token);
    if (job === undefined) return [401, { message: 'Bad credentials' }];
    if (url.pathname === '/oidc') return [200, { value: await job.oidcToken(url.searchParams.get('audience') ?? '') }];
    for (const [pattern, needed, handle] of routes) {
      const [verb = '', path = ''] = pattern.split(' ');
      const match = new RegExp(`^/repos/${REPOSITORY}/${path}$`).exec(url.pathname);
      if (verb !== method || match === null) continue;
      const [scope = '', access = ''] = needed.split(':');
      // The token of every job can read the metadata.
      const held = scope === 'metadata' ? 'read' : job.permissions[scope];
      if (held !== access && held !== 'write') return [403, { message: 'Resource not accessible by integration' }];
      const found = match.groups ?? {};
      return handle({ found, query: url.searchParams, body: JSON.parse(body || '{}') as Call['body'] });
    }
    return [404, { message: 'Not Found' }];
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://github');
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    void text(request)
      .then((body) => answer(request.method ?? '', url, token, body))
      .then(([status, body]) => response.writeHead(status).end(JSON.stringify(body)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...state,
    url,
    now: () => new Date(started + 1000 * seconds++).toISOString(),
    tokenFor: (permissions, oidcToken) => {
      const token = `job-${ids++}`;
      jobs.set(token, { permissions, oidcToken });
      if (permissions['id-token'] !== 'write') return { GITHUB_TOKEN: token };
      const oidc = { ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/oidc?v=2`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token };
      return { GITHUB_TOKEN: token, ...oidc };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
