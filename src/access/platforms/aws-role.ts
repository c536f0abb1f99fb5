/**
 * AWS: a role, by a signed request or by a token of outbound identity federation.
 *
 * AWS: tokens of roles and users, from an issuer for each account, and signed requests to GetCallerIdentity with a
 * session name that the caller chooses. The name of a role can be reused, its id cannot.
 */
import { exactlyOneOf } from '../../model/schema';
import {
  audienceText,
  broadFields,
  exactly,
  given,
  text,
  unescaped,
  type BroadTrustProps,
  type Platform,
} from './platform';
import { AWS_CALLER_IDENTITY } from '../claims';
import { withClaims, type Issuer } from './issuer';

/** The props of `Trust.awsRole`. */
export type AwsRoleTrustProps = BroadTrustProps & {
  /** The twelve digits of the account, as text: `012345678901`. */
  readonly account: string;
  /** The name of the role, without its path. With `issuer`: with its path. */
  readonly role: string;
} & (
    | {
        /** The immutable id of the role, `AROA…`, for a signed request: `aws iam get-role … --query Role.RoleId`. */
        readonly roleId: string;
        readonly issuer?: undefined;
        readonly audience?: undefined;
      }
    | {
        /** The issuer of the account, `https://….tokens.sts.global.api.aws`, for tokens of outbound identity federation. */
        readonly issuer: string;
        /**
         * The audience that the workload requests.
         *
         * @default - the host name of the authentication service
         */
        readonly audience?: string;
        readonly roleId?: undefined;
      }
  );

const NAME = '[0-9A-Za-z+=,.@_-]+';

const awsTokens: Issuer = {
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
      shapes: ['role', 'user'],
      chooses: ['issuer', 'account'],
    },
    { id: 'same-owner', who: 'other roles of the account', shapes: ['role'], chooses: ['role'] },
    { id: 'same-owner', who: 'other users of the account', shapes: ['user'], chooses: ['user'] },
    {
      id: 'recycled-name',
      who: 'anyone in the account who recreates a role or user of this name',
      outsider: false,
      shapes: ['role', 'user'],
    },
  ],
};

const awsCallerTokens: Issuer = {
  id: 'aws-caller',
  name: 'AWS, by a signed request',
  documentation: [
    'https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html',
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  ],
  variables: {
    partition: { is: 'aws|aws-cn|aws-us-gov' },
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
      role: { arn: 'arn:{partition}:sts::{account}:assumed-role/{role}/{session}', userId: '{roleId}:{session}' },
      user: { arn: 'arn:{partition}:iam::{account}:user/{path}{user}', userId: '{userId}' },
      root: { arn: 'arn:{partition}:iam::{account}:root', userId: '{account}' },
      federated: { arn: 'arn:{partition}:sts::{account}:federated-user/{session}', userId: '{account}:{session}' },
    },
  ),
  platform: 'aws',
  ownerId: 'account',
  ownerInWords: ['account', 'AWS account'],
  whose: { account: 'account' },
  reaches: [
    {
      id: 'anybody',
      who: 'any role or user of any account on AWS',
      shapes: ['role', 'user', 'root', 'federated'],
      chooses: ['account', 'roleId', 'userId'],
    },
    {
      id: 'same-owner',
      who: 'other roles of the account',
      shapes: ['role'],
      chooses: ['role', 'roleId'],
    },
    {
      id: 'same-owner',
      who: 'other users of the account',
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

/**
 * Accepts workloads with a role of AWS. With `roleId`, they present a signed GetCallerIdentity request. With
 * `issuer`, they present a token of outbound identity federation.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 * @example
 * Trust.awsRole({ account: '012345678901', role: 'deployer', roleId: 'AROA0123456789ABCDEFG' });
 */
export const awsRole: Platform<AwsRoleTrustProps> = {
  place: 10,
  title: 'AWS',
  issuers: [awsTokens, awsCallerTokens],
  fields: {
    account: text('required', 'the twelve digits of an account in quotes', '[0-9]{12}'),
    role: text('required', 'the name of one role, without wildcards', `(?:${NAME}/)*${NAME}`),
    roleId: text('optional', 'the id of a role, AROA and 17 characters', 'AROA[0-9A-Z]{17}'),
    issuer: text(
      'optional',
      'the issuer of an account, https://….tokens.sts.global.api.aws',
      'https://[0-9a-z]+(?:-[0-9a-z]+)*\\.tokens\\.sts\\.global\\.api\\.aws',
    ),
    audience: audienceText('optional'),
    ...broadFields,
  },
  rules: [exactlyOneOf('roleId', 'issuer')],
  computed: {
    ...{ account: '012345678901', roleId: 'AROA0123456789ABCDEFG', audience: 'audience' },
    issuer: 'https://0123.tokens.sts.global.api.aws',
  },
  problems: ({ role, roleId, audience }) => {
    if (roleId === undefined) return [];
    if (audience !== undefined) return ['audience cannot be combined with roleId: a signed request has no audience'];
    return role.includes('/') ? ['role must have no path if roleId is given: the ARN of a session has no path'] : [];
  },
  policy: ({ account, role, roleId, issuer, audience }) => {
    if (roleId === undefined)
      return { claimMatch: { ...given({ issuer, audience }), subject: `arn:aws:iam::${account}:role/${role}` } };
    return {
      awsIdentity: {
        awsAccount: account,
        // The caller chooses the name of the session.
        arnPattern: `^arn:aws:sts::${account}:assumed-role/${exactly(role)}/.+$`,
        userIdPattern: `^${roleId}:.+$`,
      },
    };
  },
  toProps: ({ claimMatch = {}, awsIdentity }) => {
    if (awsIdentity === undefined) {
      const { issuer, audience, subject = '' } = claimMatch;
      const [, account, role] = /^arn:aws:iam::(\d+):role\/(.+)$/.exec(subject) ?? [];
      return { account, role, issuer, audience };
    }
    const { awsAccount, arnPattern, userIdPattern } = awsIdentity;
    const [, role] = /:assumed-role\/(.+)\/\.\+\$$/.exec(unescaped(arnPattern)) ?? [];
    const [, roleId] = /^\^(\w+):/.exec(unescaped(userIdPattern)) ?? [];
    return { account: awsAccount, role, roleId };
  },
  inWords: ({ account, role, roleId, issuer, audience }) => {
    const what = `sessions of role ${role} of AWS account ${account}`;
    if (roleId !== undefined) return `${what} (role id ${roleId})`;
    return [`${what}, by tokens of ${issuer ?? ''}`, ...(audience === undefined ? [] : [`audience ${audience}`])].join(
      ', ',
    );
  },
  narrow: 'Name one role of an account',
};
