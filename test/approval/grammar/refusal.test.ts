import { refusalOfMember, refusalText } from '../../../src/approval/grammar/refusal';

const refusal = { what: 'a list', why: 'It is one', remedy: 'Write a text', decides: false };

test('a refusal is one line with the place, the construct, the reason and the next step', () => {
  const place = { file: 'cdk.tf.json', path: ['import', 0, 'to', 'a b'] };
  const origin = { construct: 'org/shop', source: { file: 'main.ts', line: 7 } };
  expect(refusalText({ ...refusal, ...place })).toBe(
    'cdk.tf.json: import[0].to["a b"]: not data: a list. It is one. Write a text.',
  );
  expect(refusalText({ ...refusal, ...place, path: [], origin })).toBe(
    'cdk.tf.json (org/shop, main.ts:7): not data: a list. It is one. Write a text.',
  );
});

test('a member without a text of its own is refused, also one with the name of a method', () => {
  for (const name of ['unknown', 'constructor', '__proto__', 'toString'])
    expect(refusalOfMember(name, [])).toMatchObject({ why: 'No production has this member' });
  expect(refusalOfMember('provisioner', ['resource', 'null_resource', 'x'])).toMatchObject({
    what: 'the member provisioner of resource.null_resource',
    why: 'It runs a program with the token of the apply',
  });
});
