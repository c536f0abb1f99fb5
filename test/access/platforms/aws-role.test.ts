import { awsIdentityMatch, type TokenMatch } from '../../../src/access/claims';
import { obtainableTokens, PLATFORMS } from '../../../src/access/trust';
import { UUID, mintsDocumentedTokens, reached } from './issuer-cases';
import { testMistakes, testTrusts } from './platform-cases';

testTrusts([
  {
    trust: { awsRole: { account: '012345678901', role: 'deploy+er', roleId: 'AROA0123456789ABCDEFG' } },
    policy: {
      awsIdentity: {
        awsAccount: '012345678901',
        arnPattern: '^arn:aws:sts::012345678901:assumed-role/deploy\\+er/.+$',
        userIdPattern: '^AROA0123456789ABCDEFG:.+$',
      },
    },
    intended: {
      ...{ iss: 'aws:GetCallerIdentity', account: '012345678901', userId: 'AROA0123456789ABCDEFG:session' },
      arn: 'arn:aws:sts::012345678901:assumed-role/deploy+er/session',
    },
    others: [
      { userId: 'AROA0123456789ABCDEFH:session' },
      { arn: 'arn:aws:sts::012345678901:assumed-role/deployyer/session' },
      { account: '012345678902' },
    ],
  },
  {
    trust: {
      awsRole: { account: '012345678901', role: 'ci/deployer', issuer: 'https://abc-1.tokens.sts.global.api.aws' },
    },
    policy: {
      claimMatch: {
        issuer: 'https://abc-1.tokens.sts.global.api.aws',
        subject: 'arn:aws:iam::012345678901:role/ci/deployer',
      },
    },
    intended: { iss: 'https://abc-1.tokens.sts.global.api.aws', sub: 'arn:aws:iam::012345678901:role/ci/deployer' },
    others: [{ iss: 'https://abc-2.tokens.sts.global.api.aws' }, { sub: 'arn:aws:iam::012345678901:role/deployer' }],
  },
]);

testMistakes([
  [
    'a path',
    { awsRole: { account: '012345678901', role: 'a/b', roleId: 'AROA0123456789ABCDEFG' } },
    'assumedBy: role must have no path if roleId is given',
  ],
  [
    'an audience of a signed request',
    { awsRole: { account: '012345678901', role: 'b', roleId: 'AROA0123456789ABCDEFG', audience: 'x' } },
    'assumedBy: audience cannot be combined with roleId',
  ],
]);

mintsDocumentedTokens(PLATFORMS.awsRole.issuers, [
  [
    'aws',
    'role',
    {
      iss: 'https://abc123-def456-ghi789-jkl012.tokens.sts.global.api.aws',
      sub: 'arn:aws:iam::123456789012:role/DataProcessingRole',
    },
  ],
  [
    'aws-caller',
    'role',
    {
      account: '123456789012',
      arn: 'arn:aws:sts::123456789012:assumed-role/my-role-name/my-role-session-name',
      userId: 'AROA123456789EXAMPLE1:my-role-session-name',
    },
  ],
  [
    'aws-caller',
    'user',
    { account: '123456789012', arn: 'arn:aws:iam::123456789012:user/Alice', userId: 'AIDA123456789EXAMPLE1' },
  ],
]);

it.each<[string, TokenMatch, string[]]>([
  [
    'AWS: a role is known by its name only',
    {
      iss: { exact: `https://${UUID}.tokens.sts.global.api.aws` },
      sub: { exact: 'arn:aws:iam::123456789012:role/deploy' },
    },
    ['recycled-name arn:aws:iam::123456789012:role/deploy'],
  ],
])('%s', (_, match, expected) => {
  expect(reached(match)).toEqual(expected);
});

it('AWS, by a signed request: a name says nothing of the role that has it, an id does', () => {
  const arnPattern = '^arn:aws:sts::123456789012:assumed-role/deploy/.*$';
  const tokens = (userIdPattern: string) => {
    const match = awsIdentityMatch({ awsAccount: '123456789012', arnPattern, userIdPattern });
    return obtainableTokens(match).obtainable.map(({ reach, token }) => [reach, token['arn'], token['userId']]);
  };
  const [arn, id] = ['arn:aws:sts::123456789012:assumed-role/deploy/aa', `AROA${'a'.repeat(17).toUpperCase()}`];
  expect(tokens('.*')).toEqual([['recycled-name', arn, expect.stringMatching(/^AROA\w{17}:aa$/)]]);
  expect(tokens(`^${id}:.*$`)).toEqual([]);
  expect(obtainableTokens(awsIdentityMatch({ awsAccount: '123456789012' })).issuers).toEqual([
    'AWS, by a signed request',
  ]);
});
