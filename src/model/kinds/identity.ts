import {
  atMostOneOf,
  declareKind,
  createEnumeration,
  exactlyOneOf,
  immutable,
  list,
  map,
  message,
  string,
  timestamp,
} from '../schema';
import { createTimeField, descriptionField, nameField, uidField, updateTimeField } from './common-fields';
import { TRUST_MISTAKES } from './trust-mistakes';
import type { IdentityTypes } from './types/identity';

/** The names of the four methods to assume an identity in a list. */
export const RELATIONSHIP_TYPES = {
  claimMatch: 'RELATIONSHIP_TYPE_CLAIM_MATCH',
  staticKeys: 'RELATIONSHIP_TYPE_STATIC',
  awsIdentity: 'RELATIONSHIP_TYPE_AWS_IDENTITY',
  servicePrincipal: 'RELATIONSHIP_TYPE_SERVICE_PRINCIPAL',
} as const;

/** For how many days static keys are trusted, at most and by default. */
export const STATIC_KEYS_DAYS = 365;

const RELATIONSHIP_TYPE = createEnumeration('RelationshipType', 'RELATIONSHIP_TYPE', {
  ...{ CLAIM_MATCH: 1, STATIC: 2, AWS_IDENTITY: 3, SERVICE_PRINCIPAL: 4 },
});

/** The services of the platform itself. */
const SERVICE_PRINCIPAL = createEnumeration('ServicePrincipal', 'SERVICE_PRINCIPAL', {
  ...{ COSIGNED: 1, INGESTER: 2, CATALOG_SYNCER: 3, APKO_BUILDER: 4, ENTITLEMENT_SYNCER: 5, TENANT_SCANNER: 6 },
  ...{ SEDIMENTOLOGY: 7, SKILLUP: 8, MATERIALIZER: 9, MICROFLOW: 10, GUARDENER: 11, MICROVM: 12, SKILLS: 13 },
});

/** Some of the services. */
const SERVICE_PRINCIPALS = [
  'SERVICE_PRINCIPAL_CATALOG_SYNCER',
  'SERVICE_PRINCIPAL_COSIGNED',
  'SERVICE_PRINCIPAL_INGESTER',
] as const;

/** Identities, which workloads assume. */
export const identity = declareKind<IdentityTypes>({
  kind: 'Identity',
  description: 'An identity for workloads. A workload whose token the identity accepts acts as the identity.',
  domain: 'iam',
  collection: 'identities',
  capability: 'identity',
  operations: ['list', 'get', 'create', 'update', 'delete'],
  terraform: {
    type: 'identity',
    storedByOthers: { types: ['identity'], parent: 'parent_id', names: { uid: 'id' } },
    deletionProtection: true,
  },
  parent: { name: 'groupUid', description: 'The group that contains the identity.', alsoRoots: true },
  fields: {
    uid: uidField('The uid that the service gave the identity.'),
    name: nameField('The name of the identity.'),
    description: descriptionField('The purpose of the identity.'),
    claimMatch: message(
      ['optional'],
      'Accepts OIDC tokens whose claims match.',
      {
        issuer: string(['optional'], 'The URL of the token issuer: the exact value of the claim `iss`.', {
          format: 'httpsUrl',
        }),
        issuerPattern: string(
          ['optional'],
          'A regular expression that must match the whole claim `iss`. Write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        subject: string(['optional'], 'The exact value of the claim `sub`.'),
        subjectPattern: string(
          ['optional'],
          'A regular expression that must match the whole claim `sub`. Write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        audience: string(
          ['optional'],
          'The exact value of the claim `aud`. By default the host name of the authentication service.',
        ),
        audiencePattern: string(
          ['optional'],
          'A regular expression that must match the whole claim `aud`. Write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        claims: map(['optional'], 'Further claims and the exact value of each.', { is: 'string' }),
        claimPatterns: map(
          ['optional'],
          'Further claims and the regular expression that must match the whole value of each.',
          {
            is: 'string',
            format: 'pattern',
          },
        ),
      },
      [
        exactlyOneOf('issuer', 'issuerPattern'),
        exactlyOneOf('subject', 'subjectPattern'),
        atMostOneOf('audience', 'audiencePattern'),
      ],
      { decidesAccess: true, likelyMistakes: TRUST_MISTAKES },
    ),
    staticKeys: message(
      ['optional'],
      'Accepts OIDC tokens that are signed by the given public keys, for an issuer that the service cannot reach.',
      {
        issuer: string(['required'], 'The exact value of the claim `iss`.', { format: 'httpsUrl' }),
        subject: string(['required'], 'The exact value of the claim `sub`.'),
        issuerKeys: string(['required'], 'The public keys, as the text of a JSON Web Key Set.', { format: 'jwks' }),
        expirationTime: string(
          ['optional', 'serverDefault'],
          'The time when the identity stops accepting tokens, at most 365 days from now. By default 365 days after the keys are first set.',
          { format: 'timestamp', daysAhead: STATIC_KEYS_DAYS },
        ),
        audiences: list(
          ['optional'],
          'The exact value of the claim `aud`, as a list of one.',
          { is: 'string' },
          { maxItems: 1 },
        ),
      },
      [],
      { decidesAccess: true },
    ),
    awsIdentity: message(
      ['optional'],
      'Accepts a signed GetCallerIdentity request of AWS.',
      {
        awsAccount: string(['required'], 'The 12 digits of the AWS account.', { pattern: '^[0-9]{12}$' }),
        arn: string(['optional'], 'The exact ARN of the caller.'),
        arnPattern: string(
          ['optional'],
          'A regular expression that must match the whole ARN. Write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        userId: string(['optional'], 'The exact user id of the caller.'),
        userIdPattern: string(
          ['optional'],
          'A regular expression that must match the whole user id. Write it from `^` to `$`.',
          { format: 'pattern' },
        ),
      },
      [exactlyOneOf('arn', 'arnPattern'), exactlyOneOf('userId', 'userIdPattern')],
      { decidesAccess: true },
    ),
    servicePrincipal: string(
      ['optional'],
      'The name of a service of the platform that can assume the identity.',
      { pattern: '^SERVICE_PRINCIPAL_[A-Z0-9_]+$', enumeration: true, known: SERVICE_PRINCIPALS },
      { decidesAccess: true },
    ),
    email: string(
      ['outputOnly'],
      'The e-mail address of a person, verified by the identity provider.',
      {},
      { output: 'volatile' },
    ),
    emailUnverified: string(['outputOnly'], 'An unverified e-mail address.', {}, { output: 'volatile' }),
    lastSeenTime: timestamp(['outputOnly'], 'The time when the identity was last assumed.', { output: 'volatile' }),
    createTime: createTimeField('identity'),
    updateTime: updateTimeField('identity'),
  },
  unmanagedFields: { company: string(['optional'], 'The company that the identity belongs to.') },
  rules: [immutable(exactlyOneOf('claimMatch', 'staticKeys', 'awsIdentity', 'servicePrincipal'))],
  access: { assumable: true },
  lookup: {
    method: 'lookupIdentity',
    by: [
      {
        name: 'issuer',
        description: 'The URL of the issuer that a person signs in with. Set it together with the subject.',
      },
      {
        name: 'subject',
        description:
          'The subject of the person at the issuer. You can grant roles to the uid before the first sign-in. Only the uid is looked up: all other attributes are null.',
      },
    ],
  },
  naturalKey: ['name'],
  filters: {
    name: { matches: 'name', description: 'Only identities with exactly this name.' },
    relationship_type: {
      matches: 'relationshipType',
      description:
        'Only identities that are assumed by this method: RELATIONSHIP_TYPE_CLAIM_MATCH, _STATIC, _AWS_IDENTITY or _SERVICE_PRINCIPAL.',
      oneOf: Object.values(RELATIONSHIP_TYPES),
    },
  },
  protobuf: {
    fields: {
      ...{ uid: 1, name: 2, description: 3, email: 4, emailUnverified: 5, company: 6 },
      ...{ lastSeenTime: 8, createTime: 9, updateTime: 10 },
      claimMatch: {
        ...{ number: 20, oneof: 'relationship' },
        fields: {
          ...{ issuer: { number: 1, oneof: 'iss' }, issuerPattern: { number: 2, oneof: 'iss' } },
          ...{ subject: { number: 3, oneof: 'sub' }, subjectPattern: { number: 4, oneof: 'sub' } },
          ...{ audience: { number: 5, oneof: 'aud' }, audiencePattern: { number: 6, oneof: 'aud' } },
          ...{ claims: 7, claimPatterns: 8 },
        },
      },
      staticKeys: {
        ...{ number: 21, oneof: 'relationship' },
        fields: { issuer: 1, subject: 2, issuerKeys: 3, expirationTime: 4, audiences: 5 },
      },
      awsIdentity: {
        ...{ number: 22, oneof: 'relationship', message: 'Identity.AWSIdentity' },
        fields: {
          awsAccount: 1,
          ...{ arn: { number: 2, oneof: 'aws_arn' }, arnPattern: { number: 3, oneof: 'aws_arn' } },
          ...{ userId: { number: 4, oneof: 'aws_user_id' }, userIdPattern: { number: 5, oneof: 'aws_user_id' } },
        },
      },
      servicePrincipal: { number: 23, oneof: 'relationship', enumeration: SERVICE_PRINCIPAL },
    },
    list: {
      ...{ uidp: 1, name: 2, relationshipType: { number: 3, enumeration: RELATIONSHIP_TYPE } },
      ...{ pageSize: 4, pageToken: 5, orderBy: 6, skip: 7 },
    },
  },
  examples: {
    create: {
      name: 'ci-bot',
      description: 'Deploys from the main branch.',
      claimMatch: {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
      },
    },
    update: {
      claimMatch: {
        issuer: 'https://token.actions.githubusercontent.com',
        subject: 'repo:acme@1234/shop@7890:environment:production',
      },
    },
  },
});
