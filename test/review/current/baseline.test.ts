/** New findings since a baseline: a new owner is as severe as one that a plan creates. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import { createReview, readBaseline, readLive, type Report, type ReviewConfiguration } from '../../../src/review';
import { formatText } from '../../../src/review/formats/terminal/text';

const person = (subject: string, issuer = 'https://login.acme.example') => ({
  ...{ uid: Buffer.from(subject.padEnd(20, '.')).toString('hex').slice(0, 40), account: { issuer, subject } },
});
const people = [person('ada'), person('grace'), person('lin'), person('mallory', 'https://accounts.google.com')];
const [ada, grace, lin, mallory] = people.map(({ uid }) => uid);

async function review(
  bindings: readonly (readonly [identity: string | undefined, role: string])[],
  { known, ...more }: { known?: Report; groups?: object[]; configuration?: ReviewConfiguration } = {},
) {
  const roleBindings = bindings.map(([identity, role]) => ({ identity, role }));
  const { groups = [], configuration = {} } = more;
  const uid = 'ac3e'.repeat(10);
  const emulator = createEmulator({
    seed: { identities: people, groups: [{ uid, name: 'acme', groups, roleBindings }] },
  });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  const baseline = known && readBaseline(JSON.stringify(known), 'known.json');
  const { report } = createReview([], { live: await readLive(client), configuration, current: { baseline } });
  return { report, text: formatText(report).replaceAll(/\s+/g, ' ') };
}

const two = [
  [ada, 'owner'],
  [grace, 'owner'],
] as const;

const severities = ({ findings }: Report) =>
  findings.flatMap(({ affected, ...finding }) =>
    (affected ?? [finding]).map(({ severity, subject }) => `${severity} ${finding.id}: ${subject}`),
  );

test('a new owner is high, and the report begins with them', async () => {
  const { report: known } = await review(two);
  const { report, text } = await review([...two, [lin, 'owner']], { known });
  expect(severities(report)).toEqual(['high owner-held: lin at login.acme.example in acme']);
  expect(text).toMatch(/^"lin at login\.acme\.example" is an owner in acme\. /);
});

test('an owner is no new one if only a group beneath is new', async () => {
  const { report: known } = await review(two);
  const { report } = await review(two, { known, groups: [{ name: 'shop' }] });
  expect(severities(report)).toEqual([]);
});

test('the fingerprint of a new owner is that of the same owner without a baseline, so that suppressions accept it', async () => {
  const { report: known } = await review(two);
  const { report } = await review([...two, [lin, 'owner']], { known });
  const { findings } = (await review([...two, [lin, 'owner']])).report;
  const all = findings.flatMap((finding) => finding.affected ?? [finding]);
  expect(all.map(({ fingerprint }) => fingerprint)).toContain(report.findings[0]?.fingerprint);
});

test.each([
  ['owner', 'high'],
  ['editor', 'high'],
  ['viewer', 'medium'],
])('a person of an undeclared issuer with the role %s is %s', async (role, severity) => {
  const all = [...two, [mallory, role]] as const;
  const { report, text } = await review(all);
  const finding = report.findings.find(({ id }) => id === 'undeclared-owner');
  expect(finding).toMatchObject({ severity, subject: 'mallory at accounts.google.com' });
  expect(finding?.reason).toContain(
    `has ${role} in acme: nothing declares this Google account, and anyone can create one. Give an account of an issuer`,
  );
  if (severity === 'high') expect(text).toMatch(/^"mallory at accounts\.google\.com" has/);
  // All accounts of a public provider would be trusted with it.
  const trusted = { configuration: { trustedIssuers: ['https://accounts.google.com'] } };
  const ids = (await review(all, trusted)).report.findings.map(({ id }) => id);
  expect(ids).toContain('undeclared-owner');
});

test('people of one issuer are no finding', async () => {
  const { report } = await review(two);
  expect(report.findings.filter(({ id }) => id === 'undeclared-owner')).toEqual([]);
});
