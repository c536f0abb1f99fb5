/**
 * AWS: tokens of roles and users, from an issuer for each account, and signed requests to GetCallerIdentity with a
 * session name that the caller chooses. The name of a role can be reused, its id cannot.
 */
import { AWS_CALLER_IDENTITY } from '../languages/match';
import { withClaims, type Issuer } from './issuer';

const NAME = '[0-9A-Za-z+=,.@_-]+';

export const aws: Issuer = {
  id: 'aws',
  name: 'AWS outbound identity federation',
  documentation: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_outbound_token_claims.html'],
  variables: {
    issuer: { is: '[0-9a-z]+(-[0-9a-z]+)*' },
    account: { is: '[0-9]{12}' },
    role: { is: `(${NAME}/)*${NAME}` },
    user: { is: `(${NAME}/)*${NAME}` },
  },
  shapes: withClaims(
    { iss: 'https://{issuer}.tokens.sts.global.api.aws' },
    { role: { sub: 'arn:aws:iam::{account}:role/{role}' }, user: { sub: 'arn:aws:iam::{account}:user/{user}' } },
  ),
  mustBeDeclared: true,
  reaches: [
    {
      id: 'anybody',
      who: 'any role or user of any account on AWS',
      outsider: true,
      shapes: ['role', 'user'],
      chooses: ['issuer', 'account'],
    },
    { id: 'same-owner', who: 'other roles of the account', outsider: false, shapes: ['role'], chooses: ['role'] },
    { id: 'same-owner', who: 'other users of the account', outsider: false, shapes: ['user'], chooses: ['user'] },
    {
      id: 'recycled-name',
      who: 'anyone in the account who recreates a role or user of this name',
      outsider: false,
      shapes: ['role', 'user'],
    },
  ],
};

export const awsCaller: Issuer = {
  id: 'aws-caller',
  name: 'AWS, by a signed request',
  documentation: [
    'https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  ],
  variables: {
    account: { is: '[0-9]{12}' },
    role: { is: NAME, longest: 64 },
    roleId: { is: 'AROA[0-9A-Z]{17}' },
    session: { is: '[0-9A-Za-z_+=,.@-]{2,}', longest: 64 },
    path: { is: `(${NAME}/)*` },
    user: { is: NAME, longest: 64 },
    userId: { is: 'AIDA[0-9A-Z]{17}' },
  },
  shapes: withClaims(
    { iss: AWS_CALLER_IDENTITY, account: '{account}' },
    {
      role: { arn: 'arn:aws:sts::{account}:assumed-role/{role}/{session}', userId: '{roleId}:{session}' },
      user: { arn: 'arn:aws:iam::{account}:user/{path}{user}', userId: '{userId}' },
    },
  ),
  reaches: [
    {
      id: 'anybody',
      who: 'any role or user of any account on AWS',
      outsider: true,
      shapes: ['role', 'user'],
      chooses: ['account', 'roleId', 'userId'],
    },
    {
      id: 'same-owner',
      who: 'other roles of the account',
      outsider: false,
      shapes: ['role'],
      chooses: ['role', 'roleId'],
    },
    {
      id: 'same-owner',
      who: 'other users of the account',
      outsider: false,
      shapes: ['user'],
      chooses: ['user', 'userId'],
    },
    {
      id: 'recycled-name',
      who: 'anyone in the account who recreates a role of this name',
      outsider: false,
      shapes: ['role'],
      chooses: ['roleId'],
    },
  ],
};
