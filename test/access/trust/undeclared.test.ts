/** Issuers that show no owner: an organization must declare them. */
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { undeclaredIssuer } from '../../../src/access/trust';

const undeclared = (issuer: Pick<ClaimMatchFields, 'issuer' | 'issuerPattern'>, declared: readonly string[] = []) =>
  undeclaredIssuer(tokenMatch({ ...issuer, subject: 'x' }), { declared });

const CLUSTER = 'https://oidc.eks.eu-west-1.amazonaws.com/id/0123456789ABCDEF0123456789ABCDEF';
const COMPANY = '^https://[a-z]+\\.acme\\.example$';

test.each([
  'https://tokens.example.net',
  'HTTPS://tokens.example.net',
  'https://gitlab.acme.example',
  'https://github.acme.example/_services/token',
  'https://token.actions.githubusercontent.com/',
  'https://token.actions.githubusercontent.com/acme',
  'https://app.terraform.io.example.net',
  'https://oidc.circleci.com/org/01234567-89ab-cdef-0123-456789abcdef',
  CLUSTER,
])("%s shows no owner, and is one of the organization's own only if it is declared", (issuer) => {
  expect(undeclared({ issuer })).toEqual({ issuer });
  expect(undeclared({ issuer }, [`${issuer}x`])).toEqual({ issuer });
  expect(undeclared({ issuer }, [issuer])).toBeUndefined();
});

test.each([
  'https://token.actions.githubusercontent.com',
  'https://gitlab.com',
  'https://agent.buildkite.com',
  'https://app.terraform.io',
  'https://accounts.google.com',
  'https://oauth2.sigstore.dev/auth',
])('%s needs no declaration: its tokens name an owner, or anyone can have one', (issuer) => {
  expect(undeclared({ issuer })).toBeUndefined();
});

test('an answer that takes too many steps is not kept, and a kept answer takes as many steps', () => {
  const match = tokenMatch({ issuerPattern: '^https://[a-z]{3,9}\\.acme\\.example$', subject: 'x' });
  expect(undeclaredIssuer(match, { steps: 1 })).toEqual({ unknown: 'it takes more than 1 steps' });
  expect(undeclaredIssuer(match)).toEqual({ issuer: 'https://aaa.acme.example' });
  expect(undeclaredIssuer(match, { steps: 1 })).toEqual({ unknown: 'it takes more than 1 steps' });
});

test('a pattern is declared if every issuer that it accepts is', () => {
  expect(undeclared({ issuerPattern: COMPANY })).toEqual({ issuer: 'https://a.acme.example' });
  expect(undeclared({ issuerPattern: '^https://(a|b)\\.acme\\.example$' }, ['https://a.acme.example'])).toEqual({
    issuer: 'https://b.acme.example',
  });
  const both = ['https://a.acme.example', 'https://b.acme.example'];
  expect(undeclared({ issuerPattern: '^https://(a|b)\\.acme\\.example$' }, both)).toBeUndefined();
  expect(undeclared({ issuerPattern: '^https://gitlab\\.com$' })).toBeUndefined();
  // Not anchored: anything may follow.
  expect(undeclared({ issuerPattern: 'https://gitlab\\.com' })).toEqual({
    issuer: expect.stringContaining('gitlab.com'),
  });
});

test('a question that takes too long is unknown, and not "none"', () => {
  const match = tokenMatch({ issuerPattern: '^https://(a|b)*a(a|b){16}$', subject: 'x' });
  expect(undeclaredIssuer(match, { steps: 10 })).toEqual({ unknown: 'it takes more than 10 steps' });
});

test('an anchored pattern accepts nothing before or after it, regardless of earlier answers', () => {
  const match = tokenMatch({ issuerPattern: 'https://(a|b)\\.acme\\.example', subject: 'x' });
  const declared = ['https://a.acme.example', 'https://b.acme.example'];
  const longer = { issuer: expect.stringMatching(/.https:.*example$|example.$/) };
  expect(undeclaredIssuer(match, { declared })).toEqual(longer);
  expect(undeclaredIssuer(match, { declared, anchored: true })).toBeUndefined();
  expect(undeclaredIssuer(match, { declared })).toEqual(longer);
});

test('every issuer is a URL, also if the match has no rule for it', () => {
  const aUrl = { issuer: expect.stringMatching(/^https?:\/\/.$/i) };
  expect(undeclaredIssuer({})).toEqual(aUrl);
  expect(undeclared({ issuerPattern: '.*' })).toEqual(aUrl);
  expect(undeclared({ issuer: 'acme' })).toBeUndefined();
  expect(undeclared({ issuer: 'my https://acme.example' })).toBeUndefined();
});

test('an invalid pattern is an error', () => {
  expect(() => undeclaredIssuer({ iss: { pattern: '(' } })).toThrow('missing closing )');
});

test('with any number of steps, the answer is unknown or right', () => {
  const match = tokenMatch({ issuerPattern: '^https://(aa|b){4}\\.acme\\.example$', subject: 'x' });
  const right = { issuer: 'https://bbbb.acme.example' };
  for (let steps = 1; steps < 100_000; steps = Math.ceil(steps * 1.1)) {
    const answer = undeclaredIssuer(match, { steps });
    if (answer !== undefined && 'issuer' in answer) {
      expect(answer).toEqual(right);
      return;
    }
    expect(answer).toEqual({ unknown: `it takes more than ${steps} steps` });
  }
  throw new Error('It is never found.');
});
