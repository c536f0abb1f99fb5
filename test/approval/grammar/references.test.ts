import { readReference, templateParts } from '../../../src/approval/grammar/references';

test.each([
  ['${a.b.c}', ['a.b.c']],
  ['x ${a.b.c} y ${d.e.f}', ['a.b.c', 'd.e.f']],
  ['%${a.b.c}', ['a.b.c']],
  ['%%${a.b.c}', ['a.b.c']],
  ['$${a.b.c}', []],
  ['$$${a.b.c}', []],
  ['%%{if true}', []],
  ['100% $ {a} $', []],
  ['$%{if true}', [undefined]],
  ['$$%{if true}', [undefined]],
  ['${a.b.c', [undefined]],
  ['%{if true}${a.b.c}%{endif}', [undefined]],
])('the template %s has these expressions', (text, expressions) => {
  expect(templateParts(text).map(({ expression }) => expression)).toEqual(expressions);
});

test.each([
  ['platform_group.shop.uid', 'platform_group.shop', ['uid']],
  ['data.platform_role.viewer.uid', 'data.platform_role.viewer', ['uid']],
  ['platform_group.shop[0].uid', 'platform_group.shop', [0, 'uid']],
  ['platform_identity.ci.claim_match.claims["job"]', 'platform_identity.ci', ['claim_match', 'claims', { key: 'job' }]],
  ['data.platform_groups.all.groups[*].uid', 'data.platform_groups.all', ['groups', '*', 'uid']],
  ['var.repository', 'var.repository', []],
])('%s is a reference', (expression, address, steps) => {
  expect(readReference(expression)).toMatchObject({ address, steps });
});

test.each([
  ...['timestamp()', 'file("/x")', 'platform_group.shop.uid ', ' platform_group.shop.uid', '~platform_group.shop.uid~'],
  ...[
    'a.b.c ? d : e',
    'a.b[c.d]',
    'a.b["${c}"]',
    'a.b.*.c',
    'a.b.0',
    'a.b[01]',
    'a.b[-1]',
    'a.b[1.5]',
    'a',
    'a.',
    '.a',
    '',
  ],
  ...[
    'a.b.c/**/',
    'a.b.c\n',
    '!a.b.c',
    '"a.b.c"',
    '[a.b.c]',
    'a.b.c...',
    'provider::platform::uid_parent(a.b)',
    'a.b.c == d.e',
  ],
])('%j is no reference', (expression) => {
  expect(readReference(expression)).toBeUndefined();
});
