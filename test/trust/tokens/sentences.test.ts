/** The sentences about a trust policy name the platform of its issuer, and no other one. */
import { tokenMatch, type ClaimMatchFields } from '../../../src/claims';
import { TRUST_SLIPS } from '../../../src/resources';
import { findSlips } from '../../../src/schema';
import { findUnobtainable, ISSUERS, obtainableTokens } from '../../../src/trust';

const uuid = '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0001';

/** The words of each platform, and addresses of its issuers. */
const platforms: Readonly<Record<string, readonly [words: RegExp, ...issuers: string[]]>> = {
  github: [
    /GitHub|repo:/,
    'https://token.actions.githubusercontent.com',
    'https://token.actions.githubusercontent.com/acme',
    'https://github.acme.example/_services/token',
  ],
  gitlab: [/GitLab|project_path|merge request/, 'https://gitlab.com'],
  buildkite: [/Buildkite/, 'https://agent.buildkite.com'],
  circleci: [/CircleCI/, `https://oidc.circleci.com/org/${uuid}`],
  bitbucket: [/Bitbucket/, 'https://api.bitbucket.org/2.0/workspaces/acme/pipelines-config/identity/oidc'],
  terraform: [/HCP Terraform|run_phase/, 'https://app.terraform.io'],
  google: [/Google accounts?\b/, 'https://accounts.google.com'],
  clusters: [
    /pods|cluster/,
    'https://container.googleapis.com/v1/projects/acme/locations/europe-west1/clusters/prod',
    'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF',
    `https://westeurope.oic.prod-aks.azure.com/${uuid}/${uuid}/`,
  ],
  aws: [/AWS|arn:/, 'https://0123.tokens.sts.global.api.aws'],
  cognito: [/Cognito/, 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc'],
  auth0: [/Auth0/, 'https://acme.eu.auth0.com/'],
  entra: [/Entra|Microsoft/, `https://login.microsoftonline.com/${uuid}/v2.0`, `https://sts.windows.net/${uuid}/`],
  sigstore: [/Sigstore/, 'https://oauth2.sigstore.dev/auth'],
  unknown: [
    /nothing/,
    'https://acme.auth.eu-west-1.amazoncognito.com',
    'https://acme.okta.com',
    'https://acme.okta.com/oauth2/default',
    'https://keycloak.acme.example/realms/acme',
    'https://auth.acme.example',
    'https://spire.acme.example',
  ],
};

const policies = (issuer: string): ClaimMatchFields[] => [
  { issuer, subjectPattern: '^.*$' },
  { issuer, subjectPattern: '.+' },
  { issuer, subjectPattern: '^a.*$' },
  { issuer, subject: 'ada' },
  { issuer, subject: uuid },
];

function sentencesOf(fields: ClaimMatchFields): string[] {
  const match = tokenMatch(fields);
  const { obtainable } = obtainableTokens(match);
  return [
    ...obtainable.flatMap(({ who, review = '', issuer, token }) => [who, review, issuer, String(token['sub'])]),
    findUnobtainable(match)?.reason ?? '',
    ...findSlips(TRUST_SLIPS, { ...fields }).map(({ message }) => message),
  ];
}

test.each(
  Object.entries(platforms).flatMap(([name, [, ...issuers]]) => issuers.map((issuer) => [issuer, name] as const)),
)('%s gets sentences of %s alone', (issuer, name) => {
  for (const fields of policies(issuer))
    for (const [other, [words]] of Object.entries(platforms))
      if (other !== name)
        expect(sentencesOf(fields).filter((text) => words.test(text) && !/A claim of/.test(text))).toEqual([]);
});

test('every platform is in the table', () => {
  const addresses = Object.values(platforms).flatMap(([, ...issuers]) => issuers);
  const isIn = (id: string) =>
    addresses.some(
      (iss) =>
        obtainableTokens({ iss: { exact: iss } }, { issuers: ISSUERS.filter((one) => one.id === id) }).issuers.length >
        0,
    );
  expect(ISSUERS.map(({ id }) => id).filter((id) => !isIn(id))).toEqual(['microsoft-consumers', 'aws-caller']);
});

test('every subject of an issuer of an unknown platform is unreviewed, in words of no platform', () => {
  const [found, ...others] = obtainableTokens(
    tokenMatch({ issuer: 'https://acme.auth.eu-west-1.amazoncognito.com', subjectPattern: '^.*$' }),
  ).obtainable;
  expect(others).toEqual([]);
  expect(found).toMatchObject({ reach: 'any-subject', who: 'anyone who can obtain a token of the issuer' });
});

test('a subject or a claim of GitLab shows a server of GitLab', () => {
  const issuer = 'https://gitlab.acme.example';
  const byProject = tokenMatch({ issuer, subjectPattern: '^project_path:acme/shop:.*$' });
  const byClaim = tokenMatch({ issuer, subjectPattern: '^.*$', claims: { project_id: '7' } });
  for (const match of [byProject, byClaim])
    expect(obtainableTokens(match).issuers).toContain('GitLab CI on a server of your own');
});
