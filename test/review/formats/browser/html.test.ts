// @slow
/** Tests the HTML of the page: its policy, its data and the absence of sensitive values. test/review/page tests it in a browser. */
import { createHash } from 'node:crypto';
import { createReview, formatHtml, readPlan } from '../../../../src/review';
import { pageData } from '../../../../src/review/formats/browser/page-data';
import { compressedIn, dataIn } from '../../page/page-data';
import { largeInput } from '../../page/large-organization';
import { corpusNames, corpusTexts } from '../../corpus';

const reviewOfCase = (name: string) =>
  createReview(
    corpusTexts(name).map((plan) => readPlan(plan.text, plan.name)),
    { now: new Date('2026-11-22T12:00:00Z') },
  );
const html = formatHtml(reviewOfCase('hostile-text'));
const between = (text: string, start: string, end: string) => text.split(start)[1]!.split(end)[0]!;
const getHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('its policy allows its own script and style, and nothing else', () => {
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html) ?? [];
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));
  expect(Object.fromEntries(directives)).toEqual({
    'default-src': "'none'",
    'script-src': getHash(between(html, '<script>', '</script>')),
    'style-src': getHash(between(html, '<style>', '</style>')),
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
});

test('two pages of one review are equal', () => {
  expect(formatHtml(reviewOfCase('hostile-text'))).toBe(html);
});

test('it contains no address of another server', () => {
  expect(html.replace(/<script[^]*?<\/script>/g, '')).not.toMatch(
    /\b(?:src|srcset|action|poster|data)=|https?:|url\(|@import/,
  );
  expect(html.match(/href="[^#]/g)).toBeNull();
});

test('the page contains the approved writes, without sensitive values', () => {
  const writes = pageData(reviewOfCase('sensitive-subject')).review?.approvedWrites;
  expect(writes).toEqual([
    {
      action: 'update',
      kind: 'identity',
      path: 'acme/payments/ci',
      fields: [{ name: 'claimMatch', value: '(sensitive)' }],
    },
  ]);
});

test('the path of a write has the names of its groups', () => {
  const review = reviewOfCase('owner-added');
  const [root] = review.after.groups;
  const write = { action: 'create' as const, kind: 'Group', path: `${root?.key ?? ''}/shop`, key: {}, fields: {} };
  const data = pageData({ ...review, report: { ...review.report, approvedWrites: [write] } });
  expect(data.review?.approvedWrites.map(({ path }) => path)).toEqual(['acme/shop']);
});

test('the fields of a write have the names of known objects instead of their uids', () => {
  const review = reviewOfCase('owner-added');
  const { after, report } = review;
  const [group, identity, role] = [after.groups[0]!, after.identities[0]!, after.roles[0]!];
  const fields = { groupUid: group.key, identityUid: identity.key, roleUid: role.key, other: 'c0ffee' };
  const write = { action: 'create' as const, kind: 'RoleBinding', path: group.key, key: {}, fields };
  const data = pageData({ ...review, report: { ...report, approvedWrites: [write] } });
  expect(data.review?.approvedWrites[0]?.fields).toEqual([
    { name: 'groupUid', value: group.path },
    { name: 'identityUid', value: identity.path },
    { name: 'roleUid', value: role.path },
    { name: 'other', value: '"c0ffee"' },
  ]);
});

test('the page of an organization without a change has one side', () => {
  const review = reviewOfCase('owner-added');
  expect(pageData({ ...review, report: { ...review.report, current: { owners: [] } } }).before).toBeUndefined();
});

test('a cause has the member of the configuration that declares it', () => {
  const pastes = pageData(reviewOfCase('issuer-swapped')).review?.findings.map(({ cause }) => cause?.paste);
  expect(pastes).toContain('"trustedIssuers": ["https://tokens.example.net"]');
});

test.each(corpusNames)('the data of %s is complete, and cannot end its element', (name) => {
  const review = reviewOfCase(name);
  const page = formatHtml(review);
  expect(compressedIn(page)).toMatch(/^[\w+/]+=*$/);
  const data = dataIn(page);
  expect(data).toEqual(JSON.parse(JSON.stringify(pageData(review))));
  const addresses = new Set(data.objects.map(({ address }) => address));
  for (const { object, address = '' } of data.review?.findings ?? [])
    if (addresses.has(address)) expect(data.objects[object ?? -1]?.address).toBe(address);
});

test('external texts cannot become markup or reverse text', () => {
  const [head = ''] = html.split('<script type="text/plain"');
  expect(head).not.toMatch(/<img|\u202e|\u2066/);
  const title = formatHtml({ ...reviewOfCase('owner-added'), sources: ['"><img src=x>\u202e</title>'] });
  expect(title).toContain('&quot;&gt;&lt;img src=x&gt;\\u202e&lt;/title&gt;');
});

test('it contains no sensitive value', () => {
  const plan = JSON.parse(corpusTexts('claim-any-branch')[0]!.text) as {
    resource_changes: { address: string; change: { after: Record<string, unknown>; after_sensitive: object } }[];
  };
  const text = JSON.stringify(plan);
  expect(text).toContain('refs/heads');
  for (const { change } of plan.resource_changes) {
    change.after['description'] = 'a secret description';
    change.after_sensitive = { description: true, claim_match: true };
  }
  const page = JSON.stringify(pageData(createReview([readPlan(JSON.stringify(plan), 'plan.json')])));
  expect(page).not.toContain('a secret description');
  expect(page).not.toContain('refs/heads');
  expect(page).toContain('(sensitive)');
});

test('five thousand objects with 10 % changes need less than 1 MB', () => {
  expect(Buffer.byteLength(formatHtml(largeInput(5000)))).toBeLessThan(1_000_000);
});

test('the current organization has one side and no change', () => {
  const { after, objects, unknownRoles } = reviewOfCase('owner-added');
  const data = pageData({ after, objects, unknownRoles });
  expect(data.before).toBeUndefined();
  expect(data.review).toBeUndefined();
  expect(new Set(data.objects.map(({ status }) => status))).toEqual(new Set(['kept']));
  expect(data.objects.filter((object) => object.before !== undefined || object.after === undefined)).toEqual([]);
});
