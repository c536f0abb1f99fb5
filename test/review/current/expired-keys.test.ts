/** Expired static keys: no answer about the organization has anyone who can assume the identity. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { answer, createAccessReview, createReview, formatAnswerText, readLive, type Review } from '../../../src/review';

const now = new Date('2026-06-02T00:00:00Z');
const issuerKeys = JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: '1', x: 'A'.repeat(43) }] });
const keysUntil = (name: string, expirationTime: string) => ({
  ...{ name, createTime: '2025-03-01T00:00:00.000Z', lastSeenTime: '2026-01-01T00:00:00.000Z' },
  staticKeys: { issuer: 'https://batch.acme.example', subject: name, issuerKeys, expirationTime },
});

async function readReview(configuration = {}): Promise<Review> {
  const acme = {
    name: 'acme',
    identities: [
      keysUntil('expired', '2026-06-01T00:00:00.000Z'),
      keysUntil('valid', '2027-06-01T00:00:00.000Z'),
      {
        name: 'vendor',
        awsIdentity: {
          ...{ awsAccount: '999988887777', userIdPattern: '^.+$' },
          arnPattern: '^arn:aws:sts::999988887777:assumed-role/.+$',
        },
      },
    ],
    roleBindings: ['expired', 'valid', 'vendor'].map((identity) => ({
      ...{ identity, role: 'editor', createTime: '2025-03-01T00:00:00.000Z' },
    })),
  };
  const emulator = createEmulator({ seed: { groups: [acme] } });
  const client = createClient({
    ...{ baseUrl: 'http://localhost', token: await emulator.administratorToken() },
    fetch: (request) => emulator.handle(request),
  });
  return createReview([], { live: await readLive(client), configuration, current: {}, now });
}

test('all answers say once that nobody can assume the identity', async () => {
  const review = await readReview();
  const about = (name: string) =>
    review.report.findings
      .flatMap(({ affected, ...finding }) => affected?.map((object) => ({ ...finding, ...object })) ?? [finding])
      .filter(({ identity, subject }) => identity === `acme/${name}` || subject === `acme/${name}`)
      .map(({ id }) => id);
  expect(about('valid')).toEqual(['outsider-can-assume', 'static-keys-open', 'grant-unneeded']);
  expect(about('expired')).toEqual(['static-keys-expire', 'grant-unneeded', 'grant-unneeded']);
  expect(review.external.map(({ identity }) => identity)).not.toContain('acme/expired');
  const { access, dangers } = createAccessReview(review, { now });
  const row = access.rows.find(({ identity }) => identity === 'acme/expired');
  expect(row).toMatchObject({ assumedBy: 'nobody: its static keys expired at 2026-06-01T00:00:00.000Z' });
  expect(row).not.toHaveProperty('exposure');
  expect(dangers.flatMap(({ rows }) => rows.map(({ identity }) => identity))).not.toContain('acme/expired');
  const where = formatAnswerText(answer(review, { ask: 'where-can', identity: 'acme/expired', capability: 'repo.*' }));
  expect(where).not.toMatch(/outsiders/i);
});

test('the account of a signed request is named, with the owners of other platforms as well', async () => {
  for (const owners of [['github:1'], ['aws:123456789012']]) {
    const { external } = await readReview({ owners });
    const found = external.find(({ identity }) => identity === 'acme/vendor')?.outsiders.map(({ who }) => who);
    expect(found).toHaveLength(1);
    expect(found?.join()).toContain('AWS account 999988887777');
    expect(found?.join()).not.toContain('any account');
  }
});
