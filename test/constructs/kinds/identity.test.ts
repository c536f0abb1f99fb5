import { Testing } from 'cdktf';
import { Group, Identity, RoleBinding, type IdentityProps } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

const gitHub = 'https://token.actions.githubusercontent.com';

function problems(props: Omit<IdentityProps, 'group' | 'name'>): string[] {
  return problemsOf((stack) => new Identity(stack, 'ci', { group: rootUid, name: 'ci', ...props }));
}

describe('Identity', () => {
  it('converts the names of nested fields for Terraform and keeps the keys of maps', () => {
    const { resource } = synth((stack) => {
      new Identity(stack, 'ci', {
        group: rootUid,
        name: 'ci',
        claimMatch: {
          issuer: gitHub,
          subjectPattern: '^repo:acme/shop:.*$',
          claims: { repositoryOwner: 'acme', 'job-workflow': 'x' },
          claimPatterns: { runnerEnvironment: '^github-hosted$' },
        },
      });
    });
    expect(resource['platform_identity']?.['ci']).toEqual({
      group_uid: rootUid,
      name: 'ci',
      claim_match: {
        issuer: gitHub,
        subject_pattern: '^repo:acme/shop:.*$',
        claims: { repositoryOwner: 'acme', 'job-workflow': 'x' },
        claim_patterns: { runnerEnvironment: '^github-hosted$' },
      },
    });
  });

  it('takes each of the four ways to be assumed', () => {
    const { resource } = synth((stack) => {
      const group = Group.fromUid(stack, 'acme', rootUid);
      const issuerKeys = '{"keys":[]}';
      new Identity(stack, 'a', { group, name: 'a', claimMatch: { issuer: gitHub, subject: 's' } });
      new Identity(stack, 'b', {
        group,
        name: 'b',
        staticKeys: { issuer: gitHub, subject: 's', issuerKeys, audiences: ['x'] },
      });
      new Identity(stack, 'c', {
        group,
        name: 'c',
        awsIdentity: { awsAccount: '0'.repeat(12), arn: 'arn', userId: 'u' },
      });
      new Identity(stack, 'd', { group, name: 'd', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
    });
    expect(resource['platform_identity']).toMatchObject({
      a: { claim_match: { issuer: gitHub, subject: 's' } },
      b: { static_keys: { issuer: gitHub, subject: 's', issuer_keys: '{"keys":[]}', audiences: ['x'] } },
      c: { aws_identity: { aws_account: '000000000000', arn: 'arn', user_id: 'u' } },
      d: { service_principal: 'SERVICE_PRINCIPAL_INGESTER' },
    });
  });

  it('says which claim rule is wrong, where, and what was written', () => {
    expect(problems({ claimMatch: { issuer: 'http://issuer.example', subject: 'x' } })).toEqual([
      '[org/ci] claimMatch.issuer must be a URL that begins with https:// (it is "http://issuer.example")',
    ]);
    expect(problems({ claimMatch: { issuer: gitHub, subjectPattern: '(' } })).toEqual([
      '[org/ci] claimMatch.subjectPattern is not a regular expression in the syntax of RE2: missing closing ) (it is "(")',
    ]);
    expect(problems({ claimMatch: { issuer: gitHub, subject: 's', claimPatterns: { ref: '[' } } })).toEqual([
      '[org/ci] claimMatch.claimPatterns.ref is not a regular expression in the syntax of RE2: missing closing ] (it is "[")',
    ]);
  });

  it('wants exactly one of what excludes itself', () => {
    expect(problems({})).toEqual([
      '[org/ci] exactly one of assumedBy, claimMatch, staticKeys, awsIdentity, servicePrincipal must be given, found none',
    ]);
    expect(problems({ claimMatch: { issuer: gitHub, issuerPattern: '^x$' } })).toEqual([
      '[org/ci] claimMatch.issuerPattern: exactly one of issuer, issuerPattern must be given, found issuer, issuerPattern',
      '[org/ci] claimMatch: exactly one of subject, subjectPattern must be given, found none',
    ]);
  });

  it('reports a misspelled claim rule instead of dropping it, which would let more tokens in', () => {
    const claimMatch = { issuer: gitHub, subject: 's', audiance: 'api' };
    expect(problems({ claimMatch })).toEqual([
      '[org/ci] unknown prop `claimMatch.audiance`; did you mean `claimMatch.audience`?',
    ]);
  });

  it('asks nothing of values that only Terraform will know', () => {
    const known = problemsOf((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      new Identity(stack, 'ci', {
        group: acme,
        name: acme.name,
        claimMatch: { issuer: acme.description, subjectPattern: '${var.pattern}', claims: { ref: acme.name } },
      });
    });
    expect(known).toEqual([]);
  });
});

describe('a person', () => {
  const account = { issuer: 'https://login.example.com', subject: 'ada@example.com' };

  it('is looked up by the account, and can be bound', () => {
    const { data, resource } = synth((stack) => {
      const ada = Identity.person(stack, 'ada', account);
      new RoleBinding(stack, 'ada-views', { group: rootUid, identity: ada, role: 'f'.repeat(40) });
    });
    expect(data['platform_identity']?.['ada']).toEqual(account);
    expect(resource['platform_role_binding']?.['ada-views']).toMatchObject({
      identity_uid: '${data.platform_identity.ada.uid}',
    });
  });

  it('is checked at synth', () => {
    expect(problemsOf((stack) => Identity.person(stack, 'ada', { issuer: 'login', subject: '' }))).toEqual([
      expect.stringContaining('issuer must be a URL'),
      expect.stringContaining('subject is required'),
    ]);
    expect(() =>
      synth((stack) => Identity.person(stack, 'ada', { ...account, name: 'ada' } as typeof account)),
    ).toThrow('unknown prop `name`');
  });

  it('cannot be found by e-mail address, and the error contains both ways out', () => {
    const byEmail = { email: 'ada@example.com' } as never;
    expect(() => Identity.person(emptyStack(), 'ada', byEmail)).toThrow(
      'Identity.person "org/ada": the API cannot find people by e-mail address. Pass the issuer and the subject of the ' +
        "account, or invite the address with group.invite('ada@example.com', 'viewer').",
    );
  });
});

describe('a trust policy', () => {
  it('warns of patterns that outsiders match, or no token of the platform, with the likely intent', () => {
    const warnings = (claimMatch: IdentityProps['claimMatch']) => {
      const stack = emptyStack();
      const ci = new Identity(stack, 'ci', { group: rootUid, name: 'ci', claimMatch });
      const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      try {
        Testing.synth(stack, true);
      } finally {
        printed.mockRestore();
      }
      return ci.node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => String(data));
    };
    expect(warnings({ issuer: gitHub, subjectPattern: '^(acme|globex)/shop:.*$' })).toEqual([
      expect.stringMatching(
        /^claimMatch\.subjectPattern: nobody can assume the identity, because GitHub Actions issues no token/,
      ),
    ]);
    expect(warnings({ issuer: gitHub, subjectPattern: '^repo:.*$' })).toEqual([
      expect.stringMatching(
        /^claimMatch accepts outsiders: .* can assume the identity with the token sub=repo:.*Accept fewer tokens, for example with assumedBy$/,
      ),
    ]);
    expect(
      warnings({ issuer: gitHub, subjectPattern: '^repo:.*$', claims: { repository_owner_id: '${var.owner}' } }),
    ).toEqual([]);
    expect(warnings({ issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:*$' })).toEqual([
      expect.stringMatching(/^claimMatch\.subjectPattern contains `\*` after .*Use `\.\*`/),
    ]);
    expect(warnings({ issuerPattern: '^https://github\\.com$', subject: 'x' })).toEqual([
      expect.stringMatching(/^claimMatch\.issuerPattern is a website.*The issuer of GitHub Actions is/),
    ]);
    expect(warnings({ issuer: gitHub, subjectPattern: '^repo:acme@1/shop@2:.*$' })).toEqual([]);
    expect(warnings({ issuer: 'https://issuer.acme.example', subjectPattern: '^(a|b)$' })).toEqual([]);
    expect(warnings({ issuer: gitHub, subjectPattern: '${var.pattern}' })).toEqual([]);
  });
});
