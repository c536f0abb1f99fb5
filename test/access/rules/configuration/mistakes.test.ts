/** Tests the sentences about a wrong `review.config.json`: they are ours, and say what the value must be. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { readConfiguration } from '../../../../src/review';
import { mutate, mutations, type JsonDocument } from '../../../support/json-mutations';

const problemOf = (value: unknown): string => {
  try {
    readConfiguration(JSON.stringify(value), 'c.json');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};
test('a mistake that ends with a question has no semicolon after it', () => {
  const message = problemOf({ trustedIssuers: ['oidc.k8s', 'oidc.eks'] });
  expect(message).toMatch(/k8s"\? trustedIssuers\[1\] .* "https:\/\/oidc\.eks"\?$/);
});

const rule = { name: 'n', reason: 'r', can: ['groups.list'], where: ['acme'] };
const accepted = { id: 'destroys', subject: 's', reason: 'r' };

test.each<[string, unknown]>([
  ['unknown key "owner", did you mean "owners"?', { owner: [] }],
  ['unknown key "zzz"', { zzz: 1 }],
  ['must be an object', []],
  ['minimumOwners must be a whole number', { minimumOwners: 0.5 }],
  ['minimumOwners must be at least 0', { minimumOwners: -1 }],
  ['maximumRemoval must be at most 1', { maximumRemoval: 2 }],
  ['anchored must be true or false', { anchored: 'yes' }],
  ['owners must be a list', { owners: 'github:1' }],
  ['trustedIssuers[0] must not be empty', { trustedIssuers: [''] }],
  [
    'trustedIssuers[0] must be a URL that begins with https://. Did you mean "https://oidc.k8s"?',
    { trustedIssuers: ['oidc.k8s'] },
  ],
  ['trustedIssuers[0] must be a URL that begins with https://', { trustedIssuers: ['http://oidc.k8s'] }],
  [
    'trustedIssuers[0]: anyone can create a Google account. Declare single accounts in "owners": "google:1',
    { trustedIssuers: ['https://accounts.google.com'] },
  ],
  ['trustedIssuers[0]: anyone can create a Microsoft account', { trustedIssuers: ['https://login.live.com/'] }],
  ['who.issuers[0] must be a URL', { invariants: [{ ...rule, rule: 'only', who: { issuers: ['oidc.k8s'] } }] }],
  [
    'token.issuer must be a URL',
    { assertions: [{ name: 'n', reason: 'r', token: { issuer: 'x', subject: 's' }, can: ['a.b'], where: ['acme'] }] },
  ],
  ['suppressions[0].id: "destroy", did you mean "destroys"?', { suppressions: [{ ...accepted, id: 'destroy' }] }],
  ['suppressions[0].subject is missing', { suppressions: [{ ...accepted, subject: undefined }] }],
  ['suppressions[0].expires must be a date such as', { suppressions: [{ ...accepted, expires: 'soon' }] }],
  ['suppressions[0].fingerprint must be the fingerprint', { suppressions: [{ ...accepted, fingerprint: '1' }] }],
  ['names.x: the key is not a uid', { names: { x: 'acme' } }],
  ['invariants[0].rule: "nevr", did you mean "never"?', { invariants: [{ ...rule, rule: 'nevr' }] }],
  ['invariants[0].rule must be one of never, only, atLeast, ', { invariants: [{ ...rule, rule: 'zzzzzz' }] }],
  ['invariants[0].rule is missing', { invariants: [rule] }],
  [
    'who.identities[0] must be text, or must be an object',
    { invariants: [{ ...rule, rule: 'only', who: { identities: [3] } }] },
  ],
  [
    'who.identities[0]: subject: is missing',
    { invariants: [{ ...rule, rule: 'only', who: { identities: [{ issuer: 'https://i' }] } }] },
  ],
  ['noNewAccess must be true, or must be a list', { noNewAccess: 7 }],
])('%s', (expected, value) => expect(problemOf(value)).toContain(expected));

test('no sentence of the library that checks the schema reaches a user', () => {
  const [, example = ''] =
    /## All settings\n[^]*?```json\n([^]*?)```/.exec(readFileSync('docs/review-configuration.md', 'utf8')) ?? [];
  let wrong = 0;
  fc.assert(
    fc.property(mutations, (changes) => {
      const document = JSON.parse(example) as JsonDocument;
      for (const change of changes) mutate(document, change);
      const problem = problemOf(document);
      if (problem !== '') wrong++;
      expect(problem).not.toMatch(
        /Invalid|expected(?! in line)|received|Too (small|big)|Unrecognized|undefined|\[object/,
      );
    }),
    { numRuns: 500 },
  );
  expect(wrong).toBeGreaterThan(100);
});
