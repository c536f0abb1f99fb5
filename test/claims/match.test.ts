import { awsIdentityMatch, tokenMatch } from '../../src/claims';

describe('the rules of an identity', () => {
  it('are those of its fields; empty ones are none', () => {
    expect(
      tokenMatch({
        issuer: 'https://issuer.example',
        issuerPattern: '',
        subjectPattern: '^a$',
        audience: '',
        claims: { ref: 'refs/heads/main' },
        claimPatterns: { actor: '.*' },
      }),
    ).toEqual({
      iss: { exact: 'https://issuer.example' },
      sub: { pattern: '^a$' },
      ref: { exact: 'refs/heads/main' },
      actor: { pattern: '.*' },
    });
  });

  it('have the default audience where the identity names none', () => {
    expect(tokenMatch({ subject: 's' }, 'auth.example')).toEqual({
      sub: { exact: 's' },
      aud: { exact: 'auth.example' },
    });
    expect(tokenMatch({ audience: 'mine' }, 'auth.example')).toEqual({ aud: { exact: 'mine' } });
    expect(tokenMatch({ audiencePattern: '.*' }, 'auth.example')).toEqual({ aud: { pattern: '.*' } });
  });

  it('of a signed request of AWS are about what GetCallerIdentity answers', () => {
    expect(awsIdentityMatch({ awsAccount: '123456789012', arn: 'a', userIdPattern: '^AROA' })).toEqual({
      iss: { exact: 'aws:GetCallerIdentity' },
      account: { exact: '123456789012' },
      arn: { exact: 'a' },
      userId: { pattern: '^AROA' },
    });
  });
});
