import { checkDocuments, type NotData } from '../../../src/model/approval/grammar';
import { describeRefusal, findRefusedOrigin, refusalText } from '../../../src/model/stack';

const refusal = { code: 'no-list', subject: 7, file: 'cdk.tf.json', decides: false } as const;

test('a refusal is one line with the place, the construct, the reason and the next step', () => {
  const origin = { construct: 'org/shop', source: { file: 'main.ts', line: 7 } };
  expect(refusalText({ ...refusal, path: ['import', 0, 'to', 'a b'] })).toBe(
    'cdk.tf.json: import[0].to["a b"]: not data: a number. Only a list is data here. Write a list.',
  );
  expect(refusalText({ ...refusal, path: [] }, origin)).toBe(
    'cdk.tf.json (org/shop, main.ts:7): not data: a number. Only a list is data here. Write a list.',
  );
});

test('a member without a text of its own is refused, also one with the name of a method', () => {
  const describe = (subject: string, path: NotData['path']) => describeRefusal({ code: 'member', subject, path });
  for (const name of ['unknown', 'constructor', '__proto__', 'toString'])
    expect(describe(name, [name])).toEqual({
      what: `the member ${name} of a stack`,
      why: 'No production has this member',
      remedy: 'Remove it',
    });
  expect(describe('provisioner', ['resource', 'null_resource', 'x', 'provisioner'])).toMatchObject({
    what: 'the member provisioner of resource.null_resource',
    why: 'It runs a program with the token of the apply',
  });
});

const program = 'It runs a program with the token of the apply';
const condition = 'It is a condition, which can stop an apply between two writes';
test.each([
  ...['provisioner', 'connection', 'action', 'action_trigger'].map((name) => [name, program]),
  ...['check', 'precondition', 'postcondition', 'validation'].map((name) => [name, condition]),
  ['locals', 'It consists of expressions'],
  ['for_each', 'Its elements are expressions'],
  ['module', 'It loads other files'],
  ['ephemeral', 'Its value can be another one at apply'],
])('a member %s has its own reason: %s', (subject = '', why) => {
  expect(describeRefusal({ code: 'member', subject, path: [subject] })).toMatchObject({ why });
});

test('the origin of a place is that of its block, in the file of the place', () => {
  const origin = { construct: 'org/shop', source: { file: 'main.ts', line: 7 } };
  const block = (source: object) => ({ '//': { metadata: { path: 'org/shop', source } }, name: '${timestamp()}' });
  const documents = ['a.tf.json', 'b.tf.json'].map((file, index) => ({
    file,
    json: { resource: { platform_group: { shop: block({ file: 'main.ts', line: 7 + index }) } } },
  }));
  const places = checkDocuments(documents).filter(({ code }) => code === 'computed');
  expect(places.map((place) => findRefusedOrigin(documents, place))).toEqual([
    origin,
    { ...origin, source: { file: 'main.ts', line: 8 } },
  ]);
});

test.each([
  ['${join("secret", [var.a, upper("x"), "y"])}', 'an expression with join(), upper()'],
  ['${local.x.y == "secret"}', 'an expression with local.x.y'],
  ['${"secret"}', 'an expression'],
  ['${a(b(c(d())))}', 'an expression with a(), b(), c()'],
])('%s is %s, without its texts', (subject, what) => {
  expect(describeRefusal({ code: 'computed', subject, path: [] }).what).toBe(what);
});

test.each([
  ['undeclared', '${data.platform_role.none["key"].uid}', 'the reference data.platform_role.none.uid'],
  ['list-reference', '${data.platform_groups.all.groups[*].name}', 'the list data.platform_groups.all.groups.name'],
  ['managed-uid', 'platform_group.shop', 'the uid of platform_group.shop'],
  ['foreign-source', { name: 'platform', source: 'a/b' }, 'the provider platform from a/b'],
  ['other-source', { name: 'aws' }, 'the provider aws without a source of this provider'],
] as const)('%s of %j is %s', (code, subject, what) => {
  expect(describeRefusal({ code, subject, path: [] }).what).toBe(what);
});
