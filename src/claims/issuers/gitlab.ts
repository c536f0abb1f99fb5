/**
 * GitLab CI: gitlab.com and servers of one's own. Only `ref_type` distinguishes branches from tags. A project may have
 * other claims in its subject, behind its path. Until 18.2.2 the pipeline of a fork's merge request, run in the parent
 * project, had the parent's subject.
 */
import { GIT_REF, NUMBER, OWN_HOST, withClaims, type Issuer, type Reach, type Shape, type Texts } from './issuer';

const SEGMENT = '[0-9A-Za-z_]([0-9A-Za-z_.-]*[0-9A-Za-z_-])?';

const variables: Readonly<Record<string, Texts>> = {
  group: { is: SEGMENT, ignoresCase: true },
  namespaceId: NUMBER,
  subgroups: { is: `(/${SEGMENT})*`, ignoresCase: true },
  project: { is: SEGMENT, ignoresCase: true },
  projectId: NUMBER,
  rest: {
    is: '(:[a-z_]+:[^:]+)*',
    not: ':(ref|ref_type|ref_path|project_path|project_id|namespace_path|namespace_id):',
  },
  branch: GIT_REF,
  tag: GIT_REF,
};

const onBranch: Shape = { ref: '{branch}', ref_type: 'branch', ref_path: 'refs/heads/{branch}' };

const path = '{group}{subgroups}/{project}';

const shapes = withClaims(
  {
    project_path: path,
    project_id: '{projectId}',
    namespace_path: '{group}{subgroups}',
    namespace_id: '{namespaceId}',
  },
  {
    branch: { ...onBranch, sub: `project_path:${path}:ref_type:branch:ref:{branch}` },
    unprotectedBranch: {
      ...onBranch,
      sub: `project_path:${path}:ref_type:branch:ref:{branch}`,
      ref_protected: 'false',
    },
    custom: { ...onBranch, sub: `project_path:${path}{rest}` },
    unprotectedCustom: { ...onBranch, sub: `project_path:${path}{rest}`, ref_protected: 'false' },
    tag: {
      sub: `project_path:${path}:ref_type:tag:ref:{tag}`,
      ref: '{tag}',
      ref_type: 'tag',
      ref_path: 'refs/tags/{tag}',
    },
  },
);

const within: readonly Reach[] = [
  ...(['project', 'subgroups'] as const).map((chosen): Reach => ({
    id: 'same-owner',
    who: 'any pipeline of other projects of the same group',
    outsider: false,
    shapes: ['branch', 'tag', 'custom'],
    chooses: [chosen, 'projectId'],
  })),
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the project',
    outsider: false,
    shapes: ['unprotectedBranch', 'unprotectedCustom'],
    chooses: ['branch'],
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the project',
    outsider: false,
    shapes: ['tag'],
    chooses: ['tag'],
    besides: ['branch', 'custom'],
  },
];

const gitlabDocumentation = ['https://docs.gitlab.com/ci/secrets/id_token_authentication/'];

export const gitlab: Issuer = {
  id: 'gitlab',
  name: 'GitLab CI',
  documentation: gitlabDocumentation,
  variables,
  owner: 'group',
  shapes: withClaims({ iss: 'https://gitlab.com' }, shapes),
  hasAllSubjects: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any pipeline of any project on gitlab.com',
      whoByBeginning: 'anyone who registers a group or user on gitlab.com whose path begins with',
      outsider: true,
      shapes: ['branch', 'tag', 'custom'],
      chooses: ['group', 'namespaceId', 'projectId'],
    },
    {
      id: 'recycled-name',
      who: 'anyone who claims the path of the group after its release',
      outsider: true,
      shapes: ['branch', 'tag', 'custom'],
      chooses: ['namespaceId', 'projectId'],
    },
    ...within,
  ],
};

export const gitlabSelfManaged: Issuer = {
  ...gitlab,
  id: 'gitlab-self-managed',
  name: 'GitLab CI on a server of your own',
  documentation: [...gitlabDocumentation, 'https://gitlab.com/gitlab-org/gitlab/-/issues/563038'],
  variables: { host: OWN_HOST, ...variables },
  shapes: withClaims({ iss: 'https://{host}' }, shapes),
  hasAllSubjects: false,
  mustBeDeclared: true,
  reaches: [
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a merge request from a fork, if GitLab is older than 18.2.2',
      outsider: true,
      shapes: ['unprotectedBranch', 'unprotectedCustom'],
    },
    ...within,
  ],
};
