import fc from 'fast-check';
import {
  addressPattern,
  namePattern,
  readReference,
  readTemplate,
  templateParts,
} from '../../../../src/model/approval/grammar/references';

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

test.each([...['a', 'A_1-b', '_', 'a'.repeat(300)]])('%s is a name', (name) =>
  expect(namePattern.test(name)).toBe(true),
);

test.each(['', '1', '-a', 'a b', 'a.b', 'é', 'a\n', '\na', ' a'])('%j is no name', (name) => {
  expect(namePattern.test(name)).toBe(false);
});

test.each<readonly [address: string, resource: string | undefined]>([
  ['a.b', 'a.b'],
  ['data.a.b', 'data.a.b'],
  ['a.b[0]', 'a.b'],
  ['a.b["k/1 .-_Z"]', 'a.b'],
  ['a.b[123456789]', 'a.b'],
  ...[
    'a.b[1234567890]',
    'a.b.c',
    'a',
    'a.b[*]',
    'a.b["${x}"]',
    'a.b[]',
    'a.b[0][1]',
    'x.data.a.b',
    ' a.b',
    'a.b ',
    'a.b\n',
  ].map((address) => [address, undefined] as const),
])('the resource of the address %j is %j', (address, resource) => {
  expect(addressPattern.exec(address)?.[1]).toBe(resource);
});

test.each([
  ['platform_group.shop', { type: 'platform_group', isData: false, steps: [] }],
  ['data.platform_group.shop', { type: 'platform_group', isData: true, steps: [] }],
  ['data.shop', { address: 'data.shop', type: 'data', isData: false, steps: [] }],
  ['a.b[0]["c d"][*].e', { steps: [0, { key: 'c d' }, '*', 'e'] }],
  ['a.b[""]', { steps: [{ key: '' }] }],
  ['a.b[999999999]', { steps: [999_999_999] }],
])('%s has these parts', (expression, parts) => {
  expect(readReference(expression)).toMatchObject(parts);
});

test.each(['a.b[1234567890]', 'a.b[1].', 'a.b["a\\"]', 'a.b["${c}"]', 'a.b[é]', 'x a.b', '\na.b'])(
  '%j is no reference to a part',
  (expression) => {
    expect(readReference(expression)).toBeUndefined();
  },
);

test.each<[text: string, pieces: (string | { text: string; expression?: string })[]]>([
  ['', []],
  ['a', ['a']],
  ['${a}', [{ text: '${a}', expression: 'a' }]],
  [
    '${a}${b}',
    [
      { text: '${a}', expression: 'a' },
      { text: '${b}', expression: 'b' },
    ],
  ],
  ['x ${a} y', ['x ', { text: '${a}', expression: 'a' }, ' y']],
  ['$${a} ${b}', ['${a} ', { text: '${b}', expression: 'b' }]],
  ['$$${a}', ['$${a}']],
  ['%%{a} b', ['%{a} b']],
  ['$%${a}$', ['$%', { text: '${a}', expression: 'a' }, '$']],
  ['a %{if b} c ${d}', ['a ', { text: '%{if b} c ${d}' }]],
  ['a ${b', ['a ', { text: '${b' }]],
  ['${}', [{ text: '${}', expression: '' }]],
  ['}${a}{', ['}', { text: '${a}', expression: 'a' }, '{']],
])('the template %j has the pieces %j', (text, pieces) => {
  expect(readTemplate(text)).toEqual(pieces);
  expect(templateParts(text)).toEqual(pieces.filter((piece) => typeof piece !== 'string'));
});

test('the characters of every template are those of its pieces', () => {
  const piece = fc.constantFrom('$', '%', '{', '}', '${a}', '%{b}', '$${', '%%{', 'x', '\n', '"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const written = readTemplate(text).map((one) =>
        typeof one === 'string' ? one.replace(/[$%](?=\{)/g, '$&$&') : one.text,
      );
      expect(written.join('')).toBe(text);
    }),
  );
});
