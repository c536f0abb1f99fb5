/** AWS: a role, by a signed request or by a token of outbound identity federation. */
import { exactlyOneOf } from '../../schema';
import {
  audienceText,
  broadFields,
  exactly,
  given,
  text,
  unescaped,
  type BroadTrustProps,
  type Platform,
} from '../platform';

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

interface Checked {
  readonly account: string;
  readonly role: string;
  readonly roleId?: string;
  readonly issuer?: string;
  readonly audience?: string;
}

const NAME = '[0-9A-Za-z+=,.@_-]+';

/**
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_outbound_token_claims.html
 */
export const awsRole: Platform<Checked> = {
  title: 'AWS',
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
  propsOf: ({ claimMatch = {}, awsIdentity }) => {
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
  narrow: 'Name one role of an account',
};
