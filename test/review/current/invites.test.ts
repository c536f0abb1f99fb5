/** Open invites of an organization: role, uses, recipient and expiry are in every line, and an owner is high. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { groupInvite, role } from '../../../src/model/kinds';
import { createReview, readLive } from '../../../src/review';
import { createPrinter } from '../../../src/review/formats/terminal/printer';
import { formatText } from '../../../src/review/formats/terminal/text';
import { findingTexts } from '../../../src/review/formats/terminal/text-findings';

const uid = 'ac3e'.repeat(10);
const now = new Date();

async function review(invites: readonly (readonly [roleName: string, email?: string])[]) {
  const emulator = createEmulator({ seed: { groups: [{ uid, name: 'acme' }] } });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  for (const [name, email] of invites) {
    const { uid: roleUid } = await client.find(role, name);
    await client.create(groupInvite, uid, { roleUid, ttl: '86400s', ...(email !== undefined && { email }) });
  }
  const { report } = createReview([], { live: await readLive(client), now, current: {} });
  return { report, text: formatText(report).replaceAll(/\s+/g, ' ') };
}

test.each([
  ['owner', 'eve@evil.example', 'high'],
  ['editor', 'eve@evil.example', 'medium'],
  ['viewer', 'eve@evil.example', 'medium'],
  ['owner', undefined, 'high'],
  ['editor', undefined, 'high'],
  ['viewer', undefined, 'medium'],
])('an open invite with the role %s for %s is %s', async (name, email, severity) => {
  const { report } = await review([[name, email]]);
  const finding = report.findings.find(({ id }) => id === 'invite-open');
  expect(finding?.severity).toBe(severity);
  expect(finding?.holds).toMatch(
    new RegExp(
      `^${name} in acme, ${email === undefined ? 'for anyone with the code, ' : ''}any number of times, until `,
    ),
  );
});

test('invites of different roles are different lines, each with role, uses, recipient and expiry', async () => {
  const { report } = await review([
    ['viewer', 'lin@acme.example'],
    ['editor', 'eve@evil.example'],
  ]);
  const options = { gate: 'high', isWhole: false, toFirstSentence: String, hasNextSteps: false } as const;
  const { others } = findingTexts(report.findings, createPrinter({}), options);
  const lines = others.map(([shortest]) => shortest.join(' ').replaceAll(/\s+/g, ' '));
  for (const [name, email] of [
    ['viewer', 'lin@acme.example'],
    ['editor', 'eve@evil.example'],
  ])
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^ medium invite-open: 1 finding: "?group invite ${email} in acme"?: ${name} in acme, any number of times, until `,
        ),
      ),
    );
});

test('the report begins with the invite that makes anyone an owner', async () => {
  const { text } = await review([['owner'], ['editor']]);
  expect(text).toMatch(
    /^- An open invite gives the role owner in acme to anyone who presents its code, any number of times, /,
  );
});
