/**
 * Service accounts of Kubernetes clusters at Google and Amazon. Anyone who can create pods in a namespace can use its
 * accounts.
 */
import { withClaims, type Issuer, type Reach, type Texts } from './issuer';

const LABEL = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';

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

const reaches: readonly Reach[] = [
  {
    id: 'same-owner',
    who: 'anyone who can create pods in other namespaces of the cluster',
    outsider: false,
    shapes: ['account', 'default'],
    chooses: ['namespace'],
  },
  {
    id: 'same-owner',
    who: 'anyone who can create pods in the namespace, with any account',
    outsider: false,
    shapes: ['account'],
    chooses: ['account'],
  },
  {
    id: 'same-owner',
    who: 'every pod in the namespace that names no account',
    outsider: false,
    shapes: ['default'],
  },
];

export const gke: Issuer = {
  id: 'gke',
  name: 'Google Kubernetes Engine',
  documentation: [
    'https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters.well-known/getOpenid-configuration',
    'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens',
  ],
  variables: {
    project: { is: '[a-z][a-z0-9-]*[a-z0-9]' },
    location: { is: '[a-z]+-[a-z]+[0-9]+(-[a-z])?' },
    cluster: { is: LABEL },
    ...accounts,
  },
  shapes: withClaims(
    { iss: 'https://container.googleapis.com/v1/projects/{project}/locations/{location}/clusters/{cluster}' },
    shapes,
  ),
  hasAllSubjects: true,
  mustBeDeclared: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any cluster of any project on Google Cloud',
      outsider: true,
      shapes: ['account', 'default'],
      chooses: ['project'],
    },
    {
      id: 'same-owner',
      who: 'other clusters of the project, including a recreated one of the same name',
      outsider: false,
      shapes: ['account', 'default'],
      chooses: ['cluster'],
    },
    ...reaches,
  ],
};

export const eks: Issuer = {
  id: 'eks',
  name: 'Amazon EKS',
  documentation: [
    'https://docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts-technical-overview.html',
    'https://kubernetes.io/docs/reference/access-authn-authz/authentication/#service-account-tokens',
  ],
  variables: { region: { is: '[a-z]+(-[a-z]+)+-[0-9]' }, cluster: { is: '[0-9A-F]{32}' }, ...accounts },
  shapes: withClaims({ iss: 'https://oidc.eks.{region}.amazonaws.com/id/{cluster}' }, shapes),
  hasAllSubjects: true,
  mustBeDeclared: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any cluster of any account on AWS',
      outsider: true,
      shapes: ['account', 'default'],
      chooses: ['cluster'],
    },
    ...reaches,
  ],
};
