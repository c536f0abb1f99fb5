/**
 * Jenkins: builds of a job, with an id token of the plugin OpenID Connect Provider.
 *
 * An organization runs its Jenkins and its issuer. By default, the subject is the address of the job. A multibranch pipeline has a
 * job for each branch and for each pull request.
 */
import { audienceText, broadFields, given, issuerUrl, text, type BroadTrustProps, type Platform } from './platform';
import { OWN_HOST, withClaims, type Issuer } from './issuer';

/** The props of `Trust.jenkins`, for the claims that the plugin sets by default. */
export interface JenkinsTrustProps extends BroadTrustProps {
  /** The address of Jenkins, without a slash at the end: `https://jenkins.acme.example`. */
  readonly url: string;
  /**
   * The folders and the name of the job: `shop/deploy`. A branch of a multibranch pipeline is a job: `shop/main`. Jobs of pull
   * requests have other names.
   */
  readonly job: string;
  /**
   * The issuer of the credential. A credential of a folder and an external issuer have another one: Jenkins shows it.
   *
   * @default - `/oidc` at the address of Jenkins: the credentials of its root
   */
  readonly issuer?: string;
  /**
   * The audience of the credential.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

const JOB = { is: '[^/?#\\x00-\\x20\\x7f]+' };

const folder = '{scheme}://{server}{folders}/job/{project}';

const jenkinsTokens: Issuer = {
  id: 'jenkins',
  name: 'Jenkins',
  documentation: [
    'https://plugins.jenkins.io/oidc-provider',
    'https://www.jenkins.io/doc/book/pipeline/multibranch/',
    'https://plugins.jenkins.io/github-branch-source',
  ],
  variables: {
    host: OWN_HOST,
    scheme: { is: 'https?' },
    server: { is: OWN_HOST.is, not: '/job(/|$)' },
    folders: { is: `(/job/${JOB.is})*` },
    project: JOB,
    branch: JOB,
    pullRequest: { is: '(PR|MR)-[1-9][0-9]*(-head|-merge)?' },
  },
  shapes: withClaims(
    { iss: 'https://{host}' },
    {
      job: { sub: '{scheme}://{server}/job/{project}/' },
      branch: { sub: `${folder}/job/{branch}/` },
      pullRequest: { sub: `${folder}/job/{pullRequest}/` },
    },
  ),
  shownBy: 'jenkins',
  mustBeDeclared: true,
  review: 'On Jenkins, only the exact job of a branch proves a review. Name one job in the subject',
  reaches: [
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the multibranch pipeline builds forks',
      shapes: ['pullRequest'],
    },
    {
      id: 'pull-request',
      who: 'anyone who can open a pull request that the multibranch pipeline builds',
      shapes: ['pullRequest'],
    },
    {
      id: 'same-owner',
      who: 'any other job of the server',
      shapes: ['job', 'branch'],
      chooses: ['project'],
    },
    {
      id: 'any-branch',
      who: 'anyone who can push a branch that the multibranch pipeline builds',
      shapes: ['branch'],
      chooses: ['branch'],
    },
  ],
};

/**
 * Accepts builds of a job on Jenkins, with an id token of the plugin OpenID Connect Provider.
 *
 * @see https://plugins.jenkins.io/oidc-provider
 * @example
 * Trust.jenkins({ url: 'https://jenkins.acme.example', job: 'shop/main' });
 */
export const jenkins: Platform<JenkinsTrustProps> = {
  place: 15,
  title: 'Jenkins',
  issuers: [jenkinsTokens],
  fields: {
    url: text(
      'required',
      'the address of Jenkins without a slash at the end, for example https://jenkins.acme.example',
      'https://[0-9A-Za-z.-]+(?::[0-9]+)?(?:/[0-9A-Za-z._~-]+)*',
    ),
    job: text(
      'required',
      'the path of one job, for example shop/main',
      '(?!\\.{1,2}(?:/|$))[0-9A-Za-z._~ -]+(?:/(?!\\.{1,2}(?:/|$))[0-9A-Za-z._~ -]+)*',
    ),
    issuer: issuerUrl('optional'),
    audience: audienceText('optional'),
    ...broadFields,
  },
  computed: { issuer: 'https://jenkins.example.com/oidc', audience: 'audience' },
  policy: ({ url, job, issuer = `${url}/oidc`, audience }) => ({
    claimMatch: {
      issuer,
      ...given({ audience }),
      subject: `${url}/${job
        .split('/')
        .map((name) => `job/${encodeURIComponent(name)}/`)
        .join('')}`,
    },
  }),
  toProps: ({ claimMatch: { issuer, audience, subject = '' } = {} }) => {
    const [, url, path = ''] = /^(https:\/\/.+?)\/((?:job\/[^/]+\/)+)$/.exec(subject) ?? [];
    const names = [...path.matchAll(/job\/([^/]+)\//g)].map(([, name = '']) => name.replaceAll('%20', ' '));
    return { url, job: names.join('/'), issuer: issuer === `${url ?? ''}/oidc` ? undefined : issuer, audience };
  },
  narrow: 'Name an issuer of your own',
};
