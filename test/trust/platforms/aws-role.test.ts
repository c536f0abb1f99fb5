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
