/** People whose issuer or account nothing declares: the review, the access review, answers and the page show the same people. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import {
  answer,
  createAccessReview,
  createReview,
  formatAnswerCsv,
  formatAnswerText,
  readLive,
  type Review,
  type ReviewConfiguration,
} from '../../../src/review';

const GOOGLE = 'https://accounts.google.com';
const [MAL, EVIL] = ['111260650121245072906', '109960650121245072906'];
const person = (name: string, issuer: string, subject = name) => ({
  ...{ name, email: `${name}@mail.example`, account: { issuer, subject } },
});

let organization: Awaited<ReturnType<typeof readLive>>;
beforeAll(async () => {
  const identities = [
    ...['ada', 'bea'].map((name) => person(name, 'https://login.acme.example')),
    ...[person('mal', GOOGLE, MAL), person('evil', GOOGLE, EVIL), person('eve', 'https://login.evil.example')],
  ];
  const roles = { ada: 'owner', bea: 'viewer', mal: 'owner', evil: 'editor', eve: 'viewer' };
  const acme = { name: 'acme', roleBindings: Object.entries(roles).map(([identity, role]) => ({ identity, role })) };
  const emulator = createEmulator({ seed: { groups: [acme], identities } });
  const client = createClient({
    ...{ baseUrl: 'http://localhost', token: await emulator.administratorToken() },
    fetch: (request) => emulator.handle(request),
  });
  organization = await readLive(client);
});

/** Returns the people that each surface shows as undeclared. */
function shownBy(review: Review): Record<string, string[]> {
  const names = (list: readonly (string | undefined)[]) =>
    [...new Set(list)].map((name = '') => name.split(' ')[0] ?? '');
  const { access } = createAccessReview(review);
  const findings = review.report.findings
    .filter(({ id }) => id === 'undeclared-owner')
    .flatMap((finding) => finding.affected ?? [finding]);
  const exposed = ({ exposure }: { readonly exposure?: object }) => exposure !== undefined;
  const who = answer(review, { ask: 'who-can', capability: 'groups.list', path: 'acme' }, { isLive: true });
  return {
    review: names(findings.map(({ identity }) => identity)).sort(),
    'access-review': names(access.rows.filter(exposed).map(({ identity }) => identity)).sort(),
    'who-can': names(who.rows.filter(exposed).map(({ identity }) => identity)).sort(),
    explore: names(review.external.map(({ identity }) => identity)).sort(),
  };
}

test.each<[string, ReviewConfiguration, readonly string[]]>([
  ['nothing', {}, [EVIL, MAL, 'eve']],
  ['owners of workloads', { owners: ['github:1'] }, [EVIL, MAL, 'eve']],
  ['one public account', { owners: [`google:${MAL}`] }, [EVIL, 'eve']],
  ['an issuer', { trustedIssuers: ['https://login.evil.example', GOOGLE] }, [EVIL, MAL]],
])('every surface shows the same people if the configuration declares %s', (_, configuration, expected) => {
  const review = createReview([], { live: organization, configuration, current: {} });
  const people = [...expected].sort();
  const all = { review: people, 'access-review': people, 'who-can': people, explore: people };
  expect(shownBy(review)).toEqual(all);
});

test('an access review lists a stranger who can write first, and the table has a value in exposed_to', () => {
  const access = createAccessReview(createReview([], { live: organization }));
  const [worst] = access.dangers;
  expect(worst?.heading).toContain('Outsiders or unreviewed code may be able to use');
  expect(worst?.rows.map(({ email }) => email)).toEqual(['mal@mail.example', 'evil@mail.example']);
  const csv = formatAnswerCsv(access.access);
  const rows = csv.split('\n').filter((line) => line.includes(EVIL));
  expect(rows).toHaveLength(1);
  expect(rows.join()).toContain('possibly outsiders');
});

test('findings and answers have the e-mail address of a person', () => {
  const review = createReview([], { live: organization, current: {} });
  const reasons = review.report.findings.flatMap(({ reason, affected = [] }) => [
    reason,
    ...affected.map((object) => object.reason ?? ''),
  ]);
  expect(
    reasons.filter((reason) => reason.startsWith('eve at login.evil.example (eve@mail.example) has ')),
  ).toHaveLength(1);
  const found = answer(review, { ask: 'who-can', capability: 'owner', path: 'acme' }, { isLive: true });
  expect(formatAnswerText(found).replaceAll(/\s+/g, ' ')).toContain('mal@mail.example');
  expect(formatAnswerText(found)).toContain('nothing declares this Google account');
});
