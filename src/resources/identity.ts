import { atMostOneOf, declareKind, exactlyOneOf, immutable, list, map, message, string, timestamp } from '../schema';
import { createTimeField, descriptionField, nameField, uidField, updateTimeField } from './common-fields';
import { TRUST_SLIPS } from './trust-slips';
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

/** Some services of the platform itself. A live service knows more than a dozen. */
const SERVICE_PRINCIPALS = [
  'SERVICE_PRINCIPAL_CATALOG_SYNCER',
  'SERVICE_PRINCIPAL_COSIGNED',
  'SERVICE_PRINCIPAL_INGESTER',
] as const;

/** Identities: what workloads assume. */
export const identity = declareKind<IdentityTypes>({
  kind: 'Identity',
  description: 'An identity for workloads: a caller with a token that the identity accepts acts as the identity.',
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
        issuer: string(['optional'], 'The URL of the token issuer, exactly as in the claim `iss`.', {
          format: 'httpsUrl',
        }),
        issuerPattern: string(
          ['optional'],
          'A regular expression that the whole claim `iss` must match; write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        subject: string(['optional'], 'The claim `sub`, exactly.'),
        subjectPattern: string(
          ['optional'],
          'A regular expression that the whole claim `sub` must match; write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        audience: string(
          ['optional'],
          'The claim `aud`, exactly; unset, it is the host name of the authentication service.',
        ),
        audiencePattern: string(
          ['optional'],
          'A regular expression that the whole claim `aud` must match; write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        claims: map(['optional'], 'Further claims and the exact value of each.', { is: 'string' }),
        claimPatterns: map(['optional'], 'Further claims and the regular expression that each must match whole.', {
          is: 'string',
          format: 'pattern',
        }),
      },
      [
        exactlyOneOf('issuer', 'issuerPattern'),
        exactlyOneOf('subject', 'subjectPattern'),
        atMostOneOf('audience', 'audiencePattern'),
      ],
      { decidesAccess: true, slips: TRUST_SLIPS },
    ),
    staticKeys: message(
      ['optional'],
      'Accepts OIDC tokens signed by keys that are kept here, for an issuer that cannot be reached.',
      {
        issuer: string(['required'], 'The claim `iss`, exactly.', { format: 'httpsUrl' }),
        subject: string(['required'], 'The claim `sub`, exactly.'),
        issuerKeys: string(['required'], 'The public keys, a JSON Web Key Set as text.', { format: 'jwks' }),
        expirationTime: string(
          ['optional', 'serverDefault'],
          'When the identity stops accepting tokens: at most, and by default, 365 days from now.',
          { format: 'timestamp', daysAhead: STATIC_KEYS_DAYS },
        ),
        audiences: list(['optional'], 'The claim `aud`; exactly one.', { is: 'string' }, { maxItems: 1 }),
      },
      [],
      { decidesAccess: true },
    ),
    awsIdentity: message(
      ['optional'],
      'Accepts a signed GetCallerIdentity request of AWS.',
      {
        awsAccount: string(['required'], 'The twelve digits of the AWS account.', { pattern: '^[0-9]{12}$' }),
        arn: string(['optional'], 'The ARN of the caller, exactly.'),
        arnPattern: string(
          ['optional'],
          'A regular expression that the whole ARN must match; write it from `^` to `$`.',
          { format: 'pattern' },
        ),
        userId: string(['optional'], 'The user id of the caller, exactly.'),
        userIdPattern: string(
          ['optional'],
          'A regular expression that the whole user id must match; write it from `^` to `$`.',
          { format: 'pattern' },
        ),
      },
      [exactlyOneOf('arn', 'arnPattern'), exactlyOneOf('userId', 'userIdPattern')],
      { decidesAccess: true },
    ),
    servicePrincipal: string(
      ['optional'],
      'The name of a service of the platform itself that may act as the identity.',
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
    lastSeenTime: timestamp(['outputOnly'], 'When the identity was last assumed.', { output: 'volatile' }),
    createTime: createTimeField('identity'),
    updateTime: updateTimeField('identity'),
  },
  unmanagedFields: { company: string(['optional'], 'The company that the identity belongs to.') },
  rules: [immutable(exactlyOneOf('claimMatch', 'staticKeys', 'awsIdentity', 'servicePrincipal'))],
  access: { assumable: true },
  lookup: {
    method: 'lookupIdentity',
    by: [
      { name: 'issuer', description: 'The URL of the issuer with which a person signs in; it goes with the subject.' },
      {
        name: 'subject',
        description:
          'The subject of the person at the issuer. The uid is known, and can be bound, before they first sign in; everything else is null until then.',
      },
    ],
  },
  naturalKey: ['name'],
  filters: {
    name: { matches: 'name', description: 'Only identities of exactly this name.' },
    relationship_type: {
      matches: 'relationshipType',
      description:
        'Only identities that are assumed in this way: RELATIONSHIP_TYPE_CLAIM_MATCH, _STATIC, _AWS_IDENTITY or _SERVICE_PRINCIPAL.',
      oneOf: Object.values(RELATIONSHIP_TYPES),
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
