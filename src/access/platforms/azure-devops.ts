/**
 * Azure DevOps: runs of a pipeline by branch or tag, or the pipelines that may use a service connection.
 *
 * Azure DevOps: an issuer for each organization. The token of a pipeline shows its ref. The token of a service connection does not,
 * and every pipeline that may use the connection can obtain it. The audience is fixed, so services share it.
 */
import { bool } from '../../model/schema';
import { broadFields, given, numberId, refName, text, uuid, type BroadTrustProps, type Platform } from './platform';
import { GIT_REF, NUMBER, UUID, toCreatorReach, toPusherReach, withClaims, type Issuer } from './issuer';

interface AzureDevOpsProject extends BroadTrustProps {
  /** The name of the organization: `acme` for `https://dev.azure.com/acme`. */
  readonly organization: string;
  /** The UUID of the organization, which its issuer contains. */
  readonly organizationId: string;
  /** The name of the project. */
  readonly project: string;
}

interface AzureDevOpsPipeline {
  /** The name of the pipeline. */
  readonly pipeline: string;
  /** The UUID of the project. @default - any project of the name */
  readonly projectId?: string;
  /** The id of the pipeline: `definitionId` in its address. @default - any pipeline of the name */
  readonly pipelineId?: string | number;
  readonly serviceConnection?: undefined;
}

/** The runs of a pipeline by branch or tag, or the pipelines that may use a service connection. */
type AzureDevOpsJobs =
  | (AzureDevOpsPipeline & {
      /** The branch of the run: `main`. */
      readonly branch: string;
      readonly tag?: undefined;
      readonly anyBranch?: undefined;
    })
  | (AzureDevOpsPipeline & {
      /** The tag of the run: `v1.2.0`. */
      readonly tag: string;
      readonly branch?: undefined;
      readonly anyBranch?: undefined;
    })
  | (AzureDevOpsPipeline & {
      /** True for every branch of the repository, including unreviewed ones, but for no pull request. */
      readonly anyBranch: true;
      readonly branch?: undefined;
      readonly tag?: undefined;
    })
  | {
      /**
       * The name of the service connection. Its approvals and checks decide which pipelines and branches can use it. Its token shows
       * none of them, so a review reports the code as unreviewed.
       */
      readonly serviceConnection: string;
      readonly pipeline?: undefined;
      readonly projectId?: undefined;
      readonly pipelineId?: undefined;
      readonly branch?: undefined;
      readonly tag?: undefined;
      readonly anyBranch?: undefined;
    };

/** The props of `Trust.azureDevOps`. The audience of all its tokens is `api://AzureADTokenExchange`. */
export type AzureDevOpsTrustProps = AzureDevOpsProject & AzureDevOpsJobs;

interface Checked {
  readonly organization: string;
  readonly organizationId: string;
  readonly project: string;
  readonly pipeline?: string;
  readonly projectId?: string;
  readonly pipelineId?: string;
  readonly serviceConnection?: string;
  readonly branch?: string;
  readonly tag?: string;
  readonly anyBranch?: boolean;
}

const ISSUER = 'https://vstoken.dev.azure.com/';
const AUDIENCE = 'api://AzureADTokenExchange';
const ORGANIZATION = '[0-9A-Za-z]+(?:-+[0-9A-Za-z]+)*';
const NAME = '[0-9A-Za-z_](?:[0-9A-Za-z._ -]*[0-9A-Za-z_-])?';

const pipelineOn = (ref: string) => ({
  sub: 'p://{organization}/{project}/{pipeline}',
  org_id: '{organizationId}',
  prj_id: '{projectId}',
  def_id: '{pipelineId}',
  rpo_ref: ref,
});

const azureDevOpsTokens: Issuer = {
  id: 'azure-devops',
  name: 'Azure DevOps',
  documentation: [
    'https://learn.microsoft.com/en-us/azure/devops/pipelines/release/convert-service-connections',
    'https://learn.microsoft.com/en-us/rest/api/azure/devops/distributedtask/oidctoken/create',
  ],
  variables: {
    organizationId: UUID,
    organization: { is: ORGANIZATION },
    project: { is: NAME },
    pipeline: { is: NAME },
    connection: { is: NAME },
    projectId: UUID,
    pipelineId: NUMBER,
    branch: GIT_REF,
    tag: GIT_REF,
    number: NUMBER,
  },
  shapes: withClaims(
    { iss: `${ISSUER}{organizationId}` },
    {
      branch: pipelineOn('refs/heads/{branch}'),
      tag: pipelineOn('refs/tags/{tag}'),
      pullRequest: pipelineOn('refs/pull/{number}/merge'),
      connection: { sub: 'sc://{organization}/{project}/{connection}' },
    },
  ),
  mustBeDeclared: true,
  review:
    'On Azure DevOps, only an exact branch or tag of a pipeline proves a review: require the claim `rpo_ref`. A service connection proves none',
  reaches: [
    {
      id: 'anybody',
      who: 'any project of any organization on Azure DevOps',
      shapes: ['branch', 'tag', 'pullRequest', 'connection'],
      chooses: ['organizationId'],
    },
    {
      id: 'fork-pull-request',
      who: 'anyone who can open a pull request from a fork, if the pipeline builds forks',
      shapes: ['pullRequest'],
    },
    {
      id: 'pull-request',
      who: 'anyone who can open a pull request that the pipeline builds',
      shapes: ['pullRequest'],
    },
    {
      id: 'same-owner',
      who: 'any other project of the organization',
      shapes: ['branch', 'tag', 'connection'],
      chooses: ['project'],
    },
    {
      id: 'same-owner',
      who: 'any other pipeline of the project',
      shapes: ['branch', 'tag'],
      chooses: ['pipeline'],
    },
    {
      id: 'same-owner',
      who: 'any pipeline that may use the service connection',
      shapes: ['connection'],
    },
    toPusherReach('branch'),
    {
      id: 'any-branch',
      who: 'anyone who can push a branch, or open a pull request, that a pipeline with the service connection builds',
      shapes: ['connection'],
    },
    toPusherReach('tag'),
    toCreatorReach({ shapes: ['branch', 'tag'], chooses: ['project'] }, ['project', 'organization']),
  ],
};

/**
 * Accepts runs of a pipeline on Azure DevOps, or the pipelines that may use a service connection.
 *
 * @see https://learn.microsoft.com/en-us/rest/api/azure/devops/distributedtask/oidctoken/create
 * @example
 * Trust.azureDevOps({
 *   organization: 'acme',
 *   organizationId: '018d5a22-7e1b-4c3e-8f00-6f1f5f0c0007',
 *   project: 'shop',
 *   pipeline: 'deploy',
 *   branch: 'main',
 * });
 */
export const azureDevOps: Platform<Checked> = {
  place: 13,
  title: 'Azure DevOps',
  issuers: [azureDevOpsTokens],
  fields: {
    organization: text('required', 'the name of an organization, for example acme', ORGANIZATION),
    organizationId: uuid('required'),
    project: text('required', 'the name of a project, for example shop', NAME),
    pipeline: text('optional', 'the name of a pipeline, for example deploy', NAME),
    projectId: uuid('optional'),
    pipelineId: numberId('optional'),
    serviceConnection: text('optional', 'the name of a service connection, for example production', NAME),
    branch: refName('branch'),
    tag: refName('tag'),
    anyBranch: bool(['optional'], 'Every branch.'),
    ...broadFields,
  },
  problems: ({ pipeline, serviceConnection, projectId, pipelineId, branch, tag, anyBranch }) => {
    if ((pipeline === undefined) === (serviceConnection === undefined))
      return ['exactly one of pipeline, serviceConnection must be given'];
    const refs = [branch, tag, anyBranch || undefined].filter((ref) => ref !== undefined);
    if (pipeline !== undefined)
      return refs.length === 1 ? [] : ['exactly one of branch, tag, anyBranch must be given for a pipeline'];
    return refs.length === 0 && (projectId ?? pipelineId) === undefined
      ? []
      : ['the token of a service connection shows neither a ref nor ids: omit them, or name a pipeline'];
  },
  policy: ({ organization, organizationId, project, pipeline, serviceConnection, ...rest }) => {
    const { projectId, pipelineId, branch, tag } = rest;
    const issuer = `${ISSUER}${organizationId}`;
    const names = `${organization}/${project}`;
    if (pipeline === undefined)
      return { claimMatch: { issuer, audience: AUDIENCE, subject: `sc://${names}/${serviceConnection ?? ''}` } };
    const ref = branch !== undefined ? `refs/heads/${branch}` : tag !== undefined ? `refs/tags/${tag}` : undefined;
    return {
      claimMatch: {
        issuer,
        audience: AUDIENCE,
        subject: `p://${names}/${pipeline}`,
        claims: given({ rpo_ref: ref, prj_id: projectId, def_id: pipelineId }),
        ...(ref === undefined && { claimPatterns: { rpo_ref: '^refs/heads/.+$' } }),
      },
    };
  },
  toProps: ({ claimMatch: { issuer = '', subject = '', claims = {}, claimPatterns = {} } = {} }) => {
    const [, scheme, organization, project, name] = /^(p|sc):\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(subject) ?? [];
    const [, type, ref] = /^refs\/(heads|tags)\/(.+)$/.exec(claims['rpo_ref'] ?? '') ?? [];
    return {
      organization,
      organizationId: issuer.slice(ISSUER.length),
      project,
      pipeline: scheme === 'p' ? name : undefined,
      serviceConnection: scheme === 'sc' ? name : undefined,
      projectId: claims['prj_id'],
      pipelineId: claims['def_id'],
      branch: type === 'heads' ? ref : undefined,
      tag: type === 'tags' ? ref : undefined,
      anyBranch: claimPatterns['rpo_ref'] === undefined ? undefined : true,
    };
  },
  inWords: ({ organization, project, pipeline, serviceConnection, projectId, pipelineId, branch, tag, ...rest }) => {
    const ids = [
      `organization ${rest.organizationId}`,
      ...(projectId === undefined ? [] : [`project ${projectId}`]),
      ...(pipelineId === undefined ? [] : [`pipeline ${pipelineId}`]),
    ];
    const where = `${organization}/${project} (Azure DevOps, ${ids.join(', ')})`;
    if (pipeline === undefined) return `any pipeline with service connection ${serviceConnection ?? ''} of ${where}`;
    const ref = branch !== undefined ? `on branch ${branch}` : tag !== undefined ? `on tag ${tag}` : 'on any branch';
    return `runs of pipeline ${pipeline} ${ref} of ${where}`;
  },
  narrow: 'Name one organization, its project and its pipeline',
};
