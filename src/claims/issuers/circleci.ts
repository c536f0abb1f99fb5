/**
 * CircleCI: an issuer for each organization. Only the second format of the subject contains repository and branch.
 * Forks get tokens if the project passes secrets to them, and only the origin distinguishes these tokens.
 */
import { GIT_REF, UUID, withClaims, type Issuer } from './issuer';

const subject = 'org/{organization}/project/{project}/user/{user}';

export const circleci: Issuer = {
  id: 'circleci',
  name: 'CircleCI',
  documentation: ['https://circleci.com/docs/openid-connect-tokens/'],
  variables: {
    organization: UUID,
    project: UUID,
    user: UUID,
    origin: { is: '[a-z0-9.-]+/[0-9A-Za-z_.-]+(/[0-9A-Za-z_.-]+)+' },
    branch: GIT_REF,
    tag: GIT_REF,
  },
  shapes: withClaims(
    {
      iss: 'https://oidc.circleci.com/org/{organization}',
      'oidc.circleci.com/project-id': '{project}',
      'oidc.circleci.com/vcs-origin': '{origin}',
    },
    {
      first: { sub: subject, 'oidc.circleci.com/vcs-ref': 'refs/heads/{branch}' },
      branch: {
        sub: `${subject}/vcs-origin/{origin}/vcs-ref/refs/heads/{branch}`,
        'oidc.circleci.com/vcs-ref': 'refs/heads/{branch}',
      },
      tag: {
        sub: `${subject}/vcs-origin/{origin}/vcs-ref/refs/tags/{tag}`,
        'oidc.circleci.com/vcs-ref': 'refs/tags/{tag}',
      },
    },
  ),
  hasAllSubjects: true,
  mustBeDeclared: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any project of any organization on CircleCI',
      outsider: true,
      shapes: ['first', 'branch', 'tag'],
      chooses: ['organization', 'project'],
    },
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the project passes secrets to builds of forks',
      outsider: true,
      shapes: ['first', 'branch'],
      chooses: ['origin'],
    },
    {
      id: 'same-owner',
      who: 'any other project of the organization',
      outsider: false,
      shapes: ['first', 'branch', 'tag'],
      chooses: ['project'],
    },
    {
      id: 'any-branch',
      who: 'anyone who can push a matching branch to the repository',
      outsider: false,
      shapes: ['first', 'branch'],
      chooses: ['branch'],
    },
    {
      id: 'any-tag',
      who: 'anyone who can push such a tag to the repository',
      outsider: false,
      shapes: ['tag'],
      chooses: ['tag'],
      besides: ['branch'],
    },
  ],
};
