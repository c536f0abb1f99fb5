/**
 * Kubernetes: service accounts of a cluster, on GKE, on EKS, on AKS, or anywhere else by its issuer. Anyone who can create pods in a
 * namespace can use its accounts.
 */
import { exactlyOneOf, message } from '../../model/schema';
import {
  EXAMPLE_UUID,
  audienceText,
  broadFields,
  given,
  issuerUrl,
  text,
  uuid,
  type BroadTrustProps,
  type Platform,
} from './platform';
import { UUID, withClaims, type Issuer, type TokenReach, type Texts } from './issuer';

/** A cluster on Google Kubernetes Engine. */
export interface GkeCluster {
  /** The id of the project on Google Cloud. */
  readonly project: string;
  /** The region or the zone: `europe-west1`. */
  readonly location: string;
  /** The name of the cluster. */
  readonly name: string;
}

/** A cluster on Amazon EKS. */
export interface EksCluster {
  /** The region: `eu-west-1`. */
  readonly region: string;
  /** The 32 characters at the end of the address of its OIDC provider. */
  readonly oidcId: string;
}

/** A cluster on Azure Kubernetes Service. */
export interface AksCluster {
  /** The region: `westeurope`. */
  readonly region: string;
  /** The UUID of the tenant. */
  readonly tenant: string;
  /** The UUID at the end of `az aks show … --query oidcIssuerProfile.issuerUrl`. */
  readonly oidcId: string;
}

interface KubernetesAccount extends BroadTrustProps {
  /** The namespace of the service account. Anyone who can create pods there can use the account. */
  readonly namespace: string;
  /** The name of the service account. */
  readonly serviceAccount: string;
  /**
   * The audience of the projected token.
   *
   * @default - the host name of the authentication service
   */
  readonly audience?: string;
}

/** The props of `Trust.kubernetes`. The service must reach the issuer: for a private cluster, use `staticKeys`. */
export type KubernetesTrustProps = KubernetesAccount &
  (
    | {
        /** A cluster on GKE, EKS or AKS. */
        readonly cluster: GkeCluster | EksCluster | AksCluster;
        readonly issuer?: undefined;
      }
    | {
        /** The issuer of the cluster: `kubectl get --raw /.well-known/openid-configuration` prints it. */
        readonly issuer: string;
        readonly cluster?: undefined;
      }
  );

interface Checked {
  readonly cluster?: Partial<GkeCluster & EksCluster & AksCluster>;
  readonly issuer?: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly audience?: string;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';

const accounts: Readonly<Record<string, Texts>> = {
  namespace: { is: LABEL, longest: 63 },
  account: { is: `${LABEL}(\\.${LABEL})*` },
};

const shapes = withClaims(
  {},
  {
    account: { sub: 'system:serviceaccount:{namespace}:{account}' },
    default: { sub: 'system:serviceaccount:{namespace}:default' },
  },
);

const reaches: readonly TokenReach[] = [
  {
    id: 'same-owner',
    who: 'anyone who can create pods in other namespaces of the cluster',
    shapes: ['account', 'default'],
    chooses: ['namespace'],
  },
  {
    id: 'same-owner',
    who: 'anyone who can create pods in the namespace, with any account',
    shapes: ['account'],
    chooses: ['account'],
  },
  {
    id: 'same-owner',
    who: 'every pod in the namespace that names no account',
    shapes: ['default'],
  },
];

interface ManagedClusters {
  readonly id: string;
  readonly name: string;
  /** The page about the issuers of the clusters. */
  readonly page: string;
  readonly iss: string;
  readonly variables: Readonly<Record<string, Texts>>;
  /** The variable that another customer chooses, and who that is. */
  readonly others: readonly [variable: string, who: string];
  readonly furtherReaches?: readonly TokenReach[];
}

/** Returns the tokens of the clusters of a cloud. */
function managedTokens({ id, name, page, iss, variables, others, furtherReaches = [] }: ManagedClusters): Issuer {
  const [variable, who] = others;
  const anybody: TokenReach = {
    id: 'anybody',
    who,
    shapes: ['account', 'default'],
    chooses: [variable],
  };
  return {
    ...{ id, name },
    documentation: [
      page,
      'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens',
    ],
    variables: { ...variables, ...accounts },
    shapes: withClaims({ iss }, shapes),
    hasAllSubjects: true,
    mustBeDeclared: true,
    reaches: [anybody, ...furtherReaches, ...reaches],
  };
}

const gkeTokens = managedTokens({
  id: 'gke',
  name: 'Google Kubernetes Engine',
  page: 'https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters.well-known/getOpenid-configuration',
  iss: 'https://container.googleapis.com/v1/projects/{project}/locations/{location}/clusters/{cluster}',
  variables: {
    project: { is: '[a-z][a-z0-9-]*[a-z0-9]' },
    location: { is: '[a-z]+-[a-z]+[0-9]+(-[a-z])?' },
    cluster: { is: LABEL },
  },
  others: ['project', 'any cluster of any project on Google Cloud'],
  furtherReaches: [
    {
      id: 'same-owner',
      who: 'other clusters of the project, including a recreated one of the same name',
      shapes: ['account', 'default'],
      chooses: ['cluster'],
    },
  ],
});

const eksTokens = managedTokens({
  id: 'eks',
  name: 'Amazon EKS',
  page: 'https://docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts-technical-overview.html',
  iss: 'https://oidc.eks.{region}.amazonaws.com/id/{cluster}',
  variables: { region: { is: '[a-z]+(-[a-z]+)+-[0-9]' }, cluster: { is: '[0-9A-F]{32}' } },
  others: ['cluster', 'any cluster of any account on AWS'],
});

const aksTokens = managedTokens({
  id: 'aks',
  name: 'Azure Kubernetes Service',
  page: 'https://learn.microsoft.com/en-us/azure/aks/use-oidc-issuer',
  iss: 'https://{region}.oic.prod-aks.azure.com/{tenant}/{cluster}/',
  variables: { region: { is: '[a-z0-9]+' }, tenant: UUID, cluster: UUID },
  others: ['cluster', 'any cluster of any subscription on Azure'],
});

/**
 * Accepts pods with a service account of a Kubernetes cluster.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens
 * @example
 * Trust.kubernetes({
 *   cluster: { project: 'acme-prod', location: 'europe-west1', name: 'prod' },
 *   namespace: 'shop',
 *   serviceAccount: 'deployer',
 * });
 */
export const kubernetes: Platform<Checked> = {
  place: 3,
  title: 'Kubernetes',
  issuers: [gkeTokens, eksTokens, aksTokens],
  fields: {
    cluster: message(['optional'], 'A cluster on GKE, EKS or AKS.', {
      project: text('optional', 'the id of a project, for example acme-prod', '[a-z][a-z0-9-]*[a-z0-9]'),
      location: text('optional', 'a region or a zone, for example europe-west1', '[a-z]+-[a-z]+[0-9]+(?:-[a-z])?'),
      name: text('optional', 'the name of a cluster', LABEL),
      region: text('optional', 'a region, for example eu-west-1', '[a-z]+(?:-[a-z]+)+-[0-9]|[a-z0-9]+'),
      tenant: uuid('optional'),
      oidcId: text('optional', 'the id at the end of the OIDC provider', `[0-9A-F]{32}|${UUID.is}`),
    }),
    issuer: issuerUrl('optional'),
    namespace: text('required', 'the name of one namespace, without wildcards', LABEL),
    serviceAccount: text('required', 'the name of one account, without wildcards', `${LABEL}(?:\\.${LABEL})*`),
    audience: audienceText('optional'),
    ...broadFields,
  },
  rules: [exactlyOneOf('cluster', 'issuer')],
  computed: {
    cluster: {
      ...{ project: 'acme-prod', location: 'europe-west1', name: 'prod' },
      ...{ region: 'eu-west-1', oidcId: '0123456789ABCDEF0123456789ABCDEF' },
      tenant: EXAMPLE_UUID,
    },
    issuer: 'https://kubernetes.example.com',
    namespace: 'shop',
    serviceAccount: 'deployer',
    audience: 'audience',
  },
  problems: ({ cluster }) => {
    if (cluster === undefined) return [];
    const names = Object.keys(cluster).sort().join(' ');
    const { region = '', oidcId = '' } = cluster;
    const isAws = region.includes('-') && !oidcId.includes('-');
    if (names === 'location name project' || (names === 'oidcId region' && isAws)) return [];
    if (names === 'oidcId region tenant' && !region.includes('-') && oidcId.includes('-')) return [];
    return [
      'cluster must be { project, location, name } on GKE, { region, oidcId } on EKS, or { region, tenant, oidcId } on AKS',
    ];
  },
  policy: ({ cluster, issuer, namespace, serviceAccount, audience }) => ({
    claimMatch: {
      issuer: issuer ?? getClusterIssuer(cluster ?? {}),
      ...given({ audience }),
      subject: `system:serviceaccount:${namespace}:${serviceAccount}`,
    },
  }),
  toProps: ({ claimMatch: { issuer = '', audience, subject = '' } = {} }) => {
    const [, namespace, serviceAccount] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(subject) ?? [];
    const gke = /^https:\/\/container\.googleapis\.com\/v1\/projects\/(.+)\/locations\/(.+)\/clusters\/(.+)$/;
    const [, project, location, name] = gke.exec(issuer) ?? [];
    const [, region, oidcId] = /^https:\/\/oidc\.eks\.(.+)\.amazonaws\.com\/id\/(.+)$/.exec(issuer) ?? [];
    const aks = /^https:\/\/(.+)\.oic\.prod-aks\.azure\.com\/(.+)\/(.+)\/$/;
    const [, azureRegion, tenant, azureId] = aks.exec(issuer) ?? [];
    const cluster =
      oidcId !== undefined
        ? { region, oidcId }
        : name !== undefined
          ? { project, location, name }
          : azureId && { region: azureRegion, tenant, oidcId: azureId };
    return { cluster, issuer: cluster === undefined ? issuer : undefined, namespace, serviceAccount, audience };
  },
  inWords: ({ cluster, issuer = '', namespace, serviceAccount, audience }) => {
    const where = cluster === undefined ? `the cluster with the issuer ${issuer}` : clusterInWords(cluster);
    const what = `pods with service account ${serviceAccount}, namespace ${namespace}, in ${where}`;
    return audience === undefined ? what : `${what}, with audience ${audience}`;
  },
  narrow: 'Name one cluster',
};

function clusterInWords({ project, location, name, region, tenant, oidcId }: NonNullable<Checked['cluster']>): string {
  if (name !== undefined) return `cluster ${name} (GKE, project ${project ?? ''}, ${location ?? ''})`;
  const place = tenant === undefined ? `EKS, ${region ?? ''}` : `AKS, tenant ${tenant}, ${region ?? ''}`;
  return `cluster ${oidcId ?? ''} (${place})`;
}

function getClusterIssuer({
  project,
  location,
  name,
  region,
  tenant,
  oidcId,
}: NonNullable<Checked['cluster']>): string {
  if (tenant !== undefined) return `https://${region ?? ''}.oic.prod-aks.azure.com/${tenant}/${oidcId ?? ''}/`;
  if (oidcId !== undefined) return `https://oidc.eks.${region ?? ''}.amazonaws.com/id/${oidcId}`;
  const path = `projects/${project ?? ''}/locations/${location ?? ''}/clusters/${name ?? ''}`;
  return `https://container.googleapis.com/v1/${path}`;
}
