// @slow
/** One token against one match: the answer is the one of the emulator's token exchange. */
import fc from 'fast-check';
import { refusedClaim, tokenMatch, type ClaimMatchFields } from '../../../../src/access/claims';
import { createEmulator, type Emulator } from '../../../../src/emulator';

jest.setTimeout(120_000);

const ROOT = 'c0ffee'.repeat(7).slice(0, 40);
const BASE = 'http://localhost';

describe('one token and one match', () => {
  const match = tokenMatch({ issuer: 'https://ci.example', subjectPattern: 'repo:acme/.*', claims: { ref: 'main' } });
  const token = { iss: 'https://ci.example', sub: 'repo:acme/shop', ref: 'main' };

  test.each([
    [token, undefined],
    [{ ...token, iss: 'https://other.example' }, 'iss'],
    [{ ...token, sub: 'repo:mallory/shop' }, 'sub'],
    [{ ...token, ref: 'feature' }, 'ref'],
    [{ ...token, ref: undefined }, 'ref'],
    [{ ...token, more: 'anything' }, undefined],
  ])('%j: the first claim that is refused is %s', (given, claim) => {
    expect(refusedClaim(match, given, { anchored: true })).toBe(claim);
  });

  test('without anchoring, a pattern may match a part of the claim', () => {
    const given = { ...token, sub: 'xrepo:acme/shop' };
    expect(refusedClaim(match, given, { anchored: true })).toBe('sub');
    expect(refusedClaim(match, given, { anchored: false })).toBeUndefined();
  });

  test('a pattern that is invalid is an error, not a refusal', () => {
    expect(() => refusedClaim(tokenMatch({ subjectPattern: '(' }), token)).toThrow();
  });
});

const texts = ['acme', 'acme/shop', 'main', '7', 'true', '', 'é😀', 'Acme'];
const patterns = [
  '.*',
  '.+',
  '(?s).*',
  'acme.*',
  '^acme/shop$',
  '.',
  '(?i)acme',
  '[a-z/]+',
  '\\d',
  'shop',
  '^$',
  'true|7',
  'm.in',
];
const claimNames = ['ref', 'owner', 'number', 'flag'];
const value = fc.oneof(fc.constantFrom(...texts), fc.constantFrom(7, true, false));

interface Round {
  readonly fields: ClaimMatchFields;
  readonly subject: string;
  readonly claims: Readonly<Record<string, string | number | boolean>>;
}

const rounds = (issuer: string): fc.Arbitrary<Round> =>
  fc.record({
    fields: fc
      .record({
        issuer: fc.constantFrom({ issuer }, { issuer }, { issuerPattern: 'http.*' }, { issuerPattern: 'http' }),
        subject: fc.oneof(
          fc.constantFrom(...texts.filter((text) => text !== '')).map((subject) => ({ subject })),
          fc.constantFrom(...patterns).map((subjectPattern) => ({ subjectPattern })),
        ),
        audience: fc.constantFrom(
          {},
          {},
          {},
          { audience: 'localhost' },
          { audience: 'other' },
          { audiencePattern: 'local.*' },
        ),
        claims: fc.dictionary(fc.constantFrom(...claimNames), fc.constantFrom('acme', '7', 'true', 'main'), {
          maxKeys: 1,
          size: 'xsmall',
        }),
        claimPatterns: fc.dictionary(fc.constantFrom(...claimNames), fc.constantFrom(...patterns), { maxKeys: 1 }),
      })
      .map(({ issuer: of, subject, audience, ...rest }) => ({ ...of, ...subject, ...audience, ...rest })),
    subject: fc.constantFrom(...texts.filter((text) => text !== '')),
    claims: fc.dictionary(fc.constantFrom(...claimNames), value, { maxKeys: 4 }),
  });

/** Returns true if the exchange accepts the token, and the claims that the token has. */
async function exchanged(emulator: Emulator, administrator: string, { fields, subject, claims }: Round) {
  const headers = { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'ci', claimMatch: fields });
  const url = `${BASE}/iam/v2beta1/identities/${ROOT}`;
  const created = await emulator.handle(new Request(url, { method: 'POST', headers, body }));
  // The service refuses some trust policies, such as an empty value.
  if (!created.ok) return undefined;
  const { uid } = (await created.json()) as { readonly uid: string };
  const oidc = await emulator.oidcToken({ subject, claims });
  const query = new URLSearchParams({ aud: BASE, identity: uid });
  const { status } = await emulator.handle(
    new Request(`${BASE}/sts/exchange?${query.toString()}`, { headers: { authorization: `Bearer ${oidc}` } }),
  );
  const payload = JSON.parse(Buffer.from(oidc.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const token = Object.fromEntries(Object.entries(payload).map(([name, one]) => [name, String([one].flat()[0])]));
  return { isAccepted: status === 200, token };
}

test('an identity accepts a token exactly if the emulator exchanges it', async () => {
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme', uid: ROOT }] } });
  const found = { accepted: 0, refused: 0 };
  try {
    const administrator = await emulator.administratorToken();
    const oidc = await emulator.oidcToken({ subject: 'x' });
    const { iss } = JSON.parse(Buffer.from(oidc.split('.')[1] ?? '', 'base64url').toString()) as { iss: string };
    await fc.assert(
      fc.asyncProperty(rounds(iss), async (round) => {
        const answer = await exchanged(emulator, administrator, round);
        if (answer === undefined) return;
        found[answer.isAccepted ? 'accepted' : 'refused']++;
        const refused = refusedClaim(tokenMatch(round.fields, 'localhost'), answer.token, { anchored: true });
        expect({ isAccepted: refused === undefined, refused }).toMatchObject({ isAccepted: answer.isAccepted });
      }),
      { numRuns: 400, seed: 20261122 },
    );
  } finally {
    emulator.close();
  }
  expect(Math.min(found.accepted, found.refused)).toBeGreaterThan(20);
});
