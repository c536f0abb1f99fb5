import { awsIdentityMatch, compareMatches, tokenMatch } from '../../../../src/access/claims';

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

  it('of one claim all hold, from any field', () => {
    const match = tokenMatch({
      subjectPattern: '^repo:.*$',
      claims: { sub: 'repo:acme/shop:pull_request', ref: 'main' },
      claimPatterns: { ref: 'm.*' },
    });
    expect(match).toEqual({
      sub: { both: [{ exact: 'repo:acme/shop:pull_request' }, { pattern: '^repo:.*$' }] },
      ref: { both: [{ exact: 'main' }, { pattern: 'm.*' }] },
    });
    const open = tokenMatch({ subjectPattern: '^repo:.*$' });
    expect(compareMatches(match, open).relation).toBe('wider');
    expect(compareMatches(open, tokenMatch({ subjectPattern: '^repo:.*$', claims: { sub: 'repo:a' } }))).toMatchObject({
      relation: 'narrower',
    });
    const never = tokenMatch({ subject: 'a', claims: { sub: 'b' } });
    expect(compareMatches(never, tokenMatch({ subject: 'a' }))).toMatchObject({
      relation: 'wider',
      gained: { sub: 'a' },
    });
  });

  it('may say in further claims what the default audience is, which nobody here knows', () => {
    expect(tokenMatch({ claims: { aud: 'auth.example' } }, '(default)')).toEqual({ aud: { exact: 'auth.example' } });
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
