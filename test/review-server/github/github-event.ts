/** The event of a deployment protection rule, in the shape of GitHub's published schema. */

const url = 'https://api.github.com';

const account = (login: string, id: number, type: 'User' | 'Organization') => ({
  ...{ login, id, node_id: `U_${id}`, type, site_admin: false, gravatar_id: '' },
  avatar_url: `https://avatars.githubusercontent.com/u/${id}`,
  url: `${url}/users/${login}`,
  html_url: `https://github.com/${login}`,
});

export const REPOSITORY = 'acme/organization';
export const HEAD = 'a'.repeat(40);
const MERGED = 'b'.repeat(40);
export const RUN = 4242;
export const REVIEW_RUN = 4141;

const repository = {
  ...{ id: 77, node_id: 'R_77', name: 'organization', full_name: REPOSITORY, private: true, fork: false },
  ...{ owner: account('acme', 1, 'Organization'), default_branch: 'main', visibility: 'private', description: null },
  url: `${url}/repos/${REPOSITORY}`,
  html_url: `https://github.com/${REPOSITORY}`,
};

export const event = {
  action: 'requested',
  environment: 'production',
  event: 'push',
  deployment_callback_url: `${url}/repos/${REPOSITORY}/actions/runs/${RUN}/deployment_protection_rule`,
  deployment: {
    ...{ id: 99, node_id: 'D_99', sha: MERGED, ref: 'main', task: 'deploy', payload: {} },
    ...{ environment: 'production', original_environment: 'production', description: null },
    creator: account('ada', 2, 'User'),
    ...{ created_at: '2026-11-22T12:00:00Z', updated_at: '2026-11-22T12:00:00Z' },
    ...{ url: `${url}/repos/${REPOSITORY}/deployments/99`, repository_url: repository.url },
    statuses_url: `${url}/repos/${REPOSITORY}/deployments/99/statuses`,
  },
  pull_requests: [],
  repository,
  organization: {
    ...{
      login: 'acme',
      id: 1,
      node_id: 'O_1',
      description: null,
      avatar_url: 'https://avatars.githubusercontent.com/u/1',
    },
    ...{ url: `${url}/orgs/acme`, repos_url: `${url}/orgs/acme/repos`, events_url: `${url}/orgs/acme/events` },
    ...{ hooks_url: `${url}/orgs/acme/hooks`, issues_url: `${url}/orgs/acme/issues` },
    ...{
      members_url: `${url}/orgs/acme/members{/member}`,
      public_members_url: `${url}/orgs/acme/public_members{/member}`,
    },
  },
  installation: { id: 55, node_id: 'I_55' },
  sender: account('ada', 2, 'User'),
};

export const APPROVED = '1'.repeat(64);
const report = `review-${HEAD}`;

/** The answers of GitHub to a deployment with the approved effect. Tests change single fields. */
export const state = () => ({
  run: {
    ...{ id: RUN, head_sha: MERGED, head_branch: 'main', event: 'push', path: '.github/workflows/apply.yml' },
    head_repository: { full_name: REPOSITORY },
  },
  planned: [
    { name: `planned-digest-${APPROVED}`, expired: false },
    { name: 'stack', expired: false },
  ],
  pulls: [
    {
      ...{ number: 7, merged_at: '2026-11-22T11:00:00Z', merge_commit_sha: MERGED, user: { login: 'ada' } },
      ...{ base: { ref: 'main' }, head: { sha: HEAD } },
    },
  ],
  reports: [{ name: report, expired: false, created_at: '2026-11-22T10:00:00Z', workflow_run: { id: REVIEW_RUN } }],
  reviewRun: {
    ...{ id: REVIEW_RUN, event: 'workflow_run', path: '.github/workflows/review.yml', head_branch: 'main' },
    head_repository: { full_name: REPOSITORY },
  },
  reviewed: [
    { name: `${report}-digest-${APPROVED}`, expired: false },
    { name: report, expired: false },
  ],
  reviews: [
    {
      state: 'APPROVED',
      commit_id: HEAD,
      submitted_at: '2026-11-22T10:30:00Z',
      user: { login: 'grace' } as { login: string } | null,
    },
  ],
  permissions: { grace: 'write', ada: 'admin', mallory: 'read' } as Record<string, string>,
  tokenStatus: 201,
  callbackStatus: 204,
  broken: '',
});
