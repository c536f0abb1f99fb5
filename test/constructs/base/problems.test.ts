import { findings } from '../../../constructs/base/problems';
import { identity, identityProvider } from '../../../src/model/kinds';
import { message, string, type Fields } from '../../../src/model/schema';

describe('problems', () => {
  it('hide the value of a secret', () => {
    const fields: Fields = {
      secret: string(['optional', 'sensitive'], 'A secret.', { pattern: '^x$' }),
      shown: string(['optional'], 'No secret.', { pattern: '^x$' }),
      nested: message(['optional'], 'Holds one.', {
        secret: string(['optional', 'sensitive'], 'A secret.', { pattern: '^x$' }),
      }),
    };
    expect(findings(fields, [], { secret: 'hunter2', shown: 'y', nested: { secret: 'hunter2' } }).problems).toEqual([
      'secret must match "^x$"',
      'shown must match "^x$" (it is "y")',
      'nested.secret must match "^x$"',
    ]);
  });

  it('warn of a secret that would be in the synthesized files, and not of a variable', () => {
    const oidc = { issuer: 'https://login.example.com', clientId: 'c', clientSecret: 'hunter2' };
    const given = (clientSecret: string) => findings(identityProvider.fields, [], { oidc: { ...oidc, clientSecret } });
    const written = given('hunter2').warnings;
    expect(written).toEqual([
      'oidc.clientSecret would be written to the synthesized files in plain text: pass a Terraform variable instead',
    ]);
    expect(given('${var.secret}').warnings).toEqual([]);
  });

  it('shorten a value that is long', () => {
    const [problem] = findings(identity.fields, [], { name: 'X'.repeat(1_000) }).problems;
    expect(problem?.length).toBeLessThan(150);
  });
});

describe('a trust policy that nobody can satisfy', () => {
  const given = (claimMatch: object) => findings(identity.fields, [], { name: 'ci', claimMatch });
  const issuer = 'https://token.actions.githubusercontent.com';

  it('is a warning at synth, with the prop to use instead', () => {
    const { problems, warnings } = given({ issuer, subject: 'repo:acme@12/shop@34:ref:refs/heads/*' });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^claimMatch\.subject contains `\*`.*Use subjectPattern/)]);
  });

  it('may be valid for an older repository, and is none with ids', () => {
    expect(given({ issuer, subject: 'repo:acme/shop:ref:refs/heads/main' }).warnings).toEqual([
      expect.stringMatching(/^claimMatch\.subject names a repository without its ids/),
    ]);
    expect(given({ issuer, subject: 'repo:acme@12/shop@34:ref:refs/heads/main' }).warnings).toEqual([]);
  });
});
