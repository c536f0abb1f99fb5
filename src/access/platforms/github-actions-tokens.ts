/**
 * The tokens of GitHub Actions, and the people who can obtain them. Workflows of forks get no token; `pull_request_target` runs for
 * them on the base branch and looks like it.
 */
import {
  OWN_HOST,
  toCreatorReach,
  withClaims,
  type Issuer,
  type TokenReach,
  describeClaimants,
  type OwnerInWords,
} from './issuer';
import {
  anyOrder,
  byName,
  deployments,
  endingIn,
  freeClaims,
  generalShapes,
  hasIds,
  later,
  shapes,
  variables,
} from './github-actions-subjects';

const OWNER_IN_WORDS: OwnerInWords = ['name', 'owner'];

const documentation = ['https://docs.github.com/en/actions/reference/security/oidc'];

const anybody: TokenReach = {
  id: 'anybody',
  who: 'any workflow of any repository on GitHub',
  // The repositories of a new owner have ids in their subjects.
  shapes: [...generalShapes.filter(hasIds), ...generalShapes.filter((name) => !hasIds(name))],
  chooses: ['owner', 'ownerId', 'repositoryId'],
};

const UNPROTECTED = { protection: 'false' };

/** An exact reusable workflow runs its own code, on every branch that calls it. */
const unreviewedReaches: readonly TokenReach[] = [
  {
    id: 'pull-request',
    who: 'anyone who can push any branch to the repository',
    shapes: ['pullRequest', 'immutablePullRequest'],
    chooses: ['called', 'started'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push a matching branch to the repository',
    shapes: ['branch', 'immutableBranch', ...endingIn('Ref')],
    chooses: ['branch', 'called', 'started', 'workflow'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, and use an environment without protection rules',
    shapes: ['environment', 'immutableEnvironment', ...Object.keys(deployments), ...endingIn('Environment')],
    chooses: ['environment', 'branch', 'tag', 'called', 'started', 'workflow'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, whose subjects are customized',
    shapes: [...endingIn('Loose'), ...endingIn('Called')],
    chooses: ['branch', 'environment', 'called', 'started', 'workflow'],
    requires: UNPROTECTED,
  },
  {
    id: 'any-tag',
    who: 'anyone who can push such a tag to the repository',
    shapes: ['tag', 'immutableTag'],
    chooses: ['tag', 'called', 'started'],
    requires: UNPROTECTED,
    otherShapes: ['branch', 'immutableBranch'],
  },
  {
    id: 'any-branch',
    who: 'anyone who can push any branch to the repository, whose subjects have several claims',
    shapes: Object.keys(anyOrder),
    chooses: ['branch', 'environment', 'called', 'started'],
    requires: UNPROTECTED,
  },
];

/** The same with the code of a reusable workflow of another owner. */
function ofOtherCode(reach: TokenReach): TokenReach {
  const { who, chooses = [] } = reach;
  const others = chooses.map((variable) => (variable === 'called' ? 'calledOwner' : variable));
  return { ...reach, who: `${who}, with a reusable workflow of another owner`, chooses: others };
}

/** Their own branch `main` is as protected as they decide. */
const creators = toCreatorReach(
  {
    // Other subjects can name a reusable workflow.
    shapes: [...new Set(unreviewedReaches.flatMap(({ shapes: pushed }) => pushed))],
    chooses: ['repository', 'repositoryId', 'called', 'started'],
  },
  ['repository', 'owner'],
  ', or require an exact `job_workflow_ref` of your own',
);

const others: readonly TokenReach[] = [
  {
    id: 'same-owner',
    who: 'any workflow of any repository of this owner',
    shapes: generalShapes.filter((name) => name !== 'custom'),
    chooses: ['repository', 'repositoryId'],
  },
  {
    id: 'recycled-name',
    who: describeClaimants(OWNER_IN_WORDS),
    shapes: ['branch', 'tag', 'pullRequest', 'environment', ...byName, ...byName.map(later)],
    chooses: ['ownerId', 'repositoryId'],
  },
  ...unreviewedReaches,
  ...unreviewedReaches.map(ofOtherCode),
  ...[creators, ofOtherCode(creators)],
];

const ISSUER = 'https://token.actions.githubusercontent.com';
/** Subjects of a branch, a tag or an environment, without rare characters. */
const USUAL_SUBJECT =
  /^repo:(?=[^/]{1,39}\/)[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*\/[0-9A-Za-z_-]{1,100}:(?:ref:refs\/(?:heads|tags)\/\w+(?:[/-]\w+)*|environment:[\w-]+)$/;
/** The owner in such a subject, also with the ids of the owner and the repository. */
const USUAL_OWNER =
  /^repo:(?=[^/@]{1,39}(?:@\d+\/[^:/]+@[1-9]\d*|\/[^:/@]+):)(?<owner>[0-9A-Za-z]+(?:-[0-9A-Za-z]+)*)(?:@(?<ownerId>[1-9]\d*))?\/[0-9A-Za-z_-]{1,100}(?:@\d+)?:(?:ref:refs\/(?:heads|tags)\/\w+(?:[/-]\w+)*|environment:[\w-]+)$/;

export const githubActionsTokens: Issuer = {
  id: 'github-actions',
  name: 'GitHub Actions',
  documentation,
  variables,
  platform: 'github',
  owner: 'owner',
  ownerInWords: OWNER_IN_WORDS,
  ownerId: 'ownerId',
  whose: { repository_owner: 'owner', repository_owner_id: 'ownerId', repository_id: 'repositoryId' },
  codeOwner: 'calledOwner',
  shapes: withClaims({ iss: ISSUER }, shapes),
  hasAllSubjects: true,
  usual: { iss: ISSUER, sub: USUAL_SUBJECT, owner: USUAL_OWNER },
  ownAudience: 'https://github.com/{owner}',
  furtherClaims: `${Object.keys(freeClaims).join('|')}|issuer_scope|context|repo|repo_property_.+`,
  review:
    'On GitHub, an exact branch or environment, `ref_protected` = `true`, an exact `workflow_ref`, or an exact `job_workflow_ref` of your own proves a review',
  reaches: [{ ...anybody, whoByBeginning: 'anyone who registers a GitHub owner whose name begins with' }, ...others],
};

/** An enterprise with its own issuer. */
export const githubEnterpriseCloudTokens: Issuer = {
  ...githubActionsTokens,
  id: 'github-enterprise-cloud',
  name: 'GitHub Actions, with the issuer of an enterprise',
  variables: { enterprise: { is: '[0-9a-z]+(-[0-9a-z]+)*' }, ...variables },
  whose: { ...githubActionsTokens.whose, enterprise: 'enterprise' },
  mustBeDeclared: true,
  shapes: withClaims({ iss: `${ISSUER}/{enterprise}`, enterprise: '{enterprise}' }, shapes),
  reaches: [
    {
      id: 'anybody',
      who: 'any enterprise on GitHub',
      shapes: generalShapes,
      chooses: ['enterprise'],
    },
    { ...anybody, id: 'same-owner', who: 'any workflow of the enterprise' },
    ...others,
  ],
};

function isImmutable(shape: string): boolean {
  return /immutable/i.test(shape);
}

/** GitHub Enterprise Server, which has no immutable subjects. */
export const githubEnterpriseServerTokens: Issuer = {
  ...githubActionsTokens,
  id: 'github-enterprise-server',
  name: 'GitHub Enterprise Server',
  documentation: ['https://docs.github.com/en/enterprise-server@latest/actions/reference/security/oidc'],
  variables: { host: OWN_HOST, ...variables },
  hasAllSubjects: false,
  mustBeDeclared: true,
  shapes: withClaims(
    { iss: 'https://{host}/_services/token' },
    Object.fromEntries(Object.entries(shapes).filter(([name]) => !isImmutable(name))),
  ),
  // An administrator decides who gets an account.
  reaches: [anybody, ...others].map((reach) => ({
    ...reach,
    who: reach.who.replace('on GitHub', 'on the server'),
    outsider: false,
    shapes: reach.shapes.filter((name) => !isImmutable(name)),
    ...(reach.otherShapes && { otherShapes: ['branch'] }),
  })),
};
