/** The first sentence is the worst effect: the access that is gained decides first, then the people who gain it. */
import type { Report } from '../../../../src/review';
import { headline } from '../../../../src/review/formats/sentences/headline';
import { reviewOf } from '../../corpus';
import { reviewEdit, trusts, type EditedObjects } from '../../edited-plan';

type Found = Report['findings'][number];

const finding = (id: Found['id'], subject: string, holds: string, reason: string): Found => ({
  ...{ id, severity: 'high', subject, holds, reason, fingerprint: '0'.repeat(16) },
  ...{ identity: subject, group: holds.replace(/^\w+ in |,.*$/g, ''), witness: 'sub=x' },
});
const outsider = (role: string) =>
  finding(
    'outsider-can-assume',
    `acme/${role}-partner`,
    `${role} in acme`,
    `Outsiders can assume acme/${role}-partner, which is ${role} in acme: oddco.`,
  );
const invite = (group: string) =>
  finding(
    'invite-created',
    `${group}/anyone`,
    `owner in ${group}, for anyone with the code, any number of times, for 30 days`,
    `The new invite gives the role owner in ${group} to anyone who presents its code, any number of times, for 30 days.`,
  );

const sentences = {
  'anyone owns all': 'The new invite gives the role owner in acme to anyone',
  'anyone owns a group': 'The new invite gives the role owner in acme/shop to anyone',
  'outsider owns': 'Outsiders can assume acme/owner-partner',
  'somebody owns': 'acme/payments/ci becomes an owner of acme/payments',
  'outsider writes': 'Outsiders can assume acme/editor-partner',
} as const;

/** Returns the keys of the sentences in the order of the headline. */
function orderOf(...found: readonly Found[]): string[] {
  const report = reviewOf('owner-added');
  const text = headline({ ...report, findings: [...found, ...report.findings] });
  return Object.entries(sentences)
    .map(([name, start]) => [name, text.indexOf(start)] as const)
    .filter(([, at]) => at >= 0)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name]) => name);
}

test('two identities of the same outsiders are one sentence, as their finding', () => {
  const partner = (name: string): EditedObjects => ({
    [`${name}_group`]: { type: 'group', in: 'acme', values: { name } },
    [name]: {
      type: 'identity',
      in: `${name}_group`,
      values: {
        claim_match: { ...trusts('').claim_match, subject: 'repo:oddco/shop:ref:refs/heads/main' },
        name: 'gl',
      },
    },
    [`${name}_editor`]: { type: 'role_binding', in: `${name}_group`, identity: name, role: 'editor' },
  });
  const base: EditedObjects = {
    acme: { type: 'group' },
    editor: { type: 'role', in: 'acme', values: { capabilities: ['repo.update'] } },
  };
  const after = { ...base, ...partner('data'), ...partner('search') };
  const text = headline(reviewEdit(base, after, { configuration: { owners: ['github:acme'] } }));
  expect(text.match(/Outsiders can assume/g)).toHaveLength(1);
  expect(text).toMatch(/^Outsiders can assume acme\/data\/gl, which is [^:]*, and acme\/search\/gl, which is /);
});

test('the loss of the role owner is named, also after three worse sentences', () => {
  const base: EditedObjects = {
    acme: { type: 'group' },
    owner: {
      type: 'role',
      in: 'acme',
      values: { name: 'owner', capabilities: ['role_bindings.create', 'repo.update'] },
    },
    carol: { type: 'identity', in: 'acme', values: trusts('carol') },
  };
  const before: EditedObjects = {
    ...base,
    carol_owner: { type: 'role_binding', in: 'acme', identity: 'carol', role: 'owner' },
  };
  const edited = reviewEdit(before, base);
  const { lines } = edited.access;
  // The plan has the built-in role as an object.
  const lost = lines.lost.map((line) => ({ ...line, roles: ['owner'] }));
  const report = { ...edited, access: { ...edited.access, lines: { ...lines, lost } } };
  const worse = [outsider('owner'), outsider('editor'), invite('acme'), invite('acme/shop')];
  const text = headline({ ...report, findings: [...worse, ...report.findings] });
  expect(text).toMatch(/acme\/carol is no longer an owner of acme\./);
});

test.each<[string, readonly Found[], readonly string[]]>([
  ['a stranger who writes', [outsider('editor')], ['somebody owns', 'outsider writes']],
  ['a stranger who owns', [outsider('owner')], ['outsider owns', 'somebody owns']],
  [
    'open invites after a stranger',
    [outsider('owner'), invite('acme/shop'), invite('acme')],
    ['anyone owns all', 'anyone owns a group', 'outsider owns', 'somebody owns'],
  ],
])('%s', (_, found, expected) => {
  expect(orderOf(...found)).toEqual(expected);
});
