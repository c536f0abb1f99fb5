import { groupInvite } from '../../../src/model/kinds';
import {
  checkFields,
  isShownOnce,
  offers,
  updatableFields,
  violationText,
  type Fields,
} from '../../../src/model/schema';
import { problemsWith } from './checked';

const terraform = groupInvite.terraform!;
const inTerraform = (values: Readonly<Record<string, unknown>>) =>
  checkFields(terraform.fields as Fields, [], values).map(violationText);

test('an invite is made and withdrawn, never changed', () => {
  expect(offers(groupInvite, 'update')).toBe(false);
  expect(updatableFields(groupInvite)).toEqual([]);
});

test.each(['86400s', '1s', '0.5s'])('%s is a lifetime', (ttl) => {
  expect(problemsWith(groupInvite, { ttl })).toEqual([]);
});

test.each(['24h', '86400', '-1s', 's', '1 s', 'P1D'])('%s is no lifetime', (ttl) => {
  expect(problemsWith(groupInvite, { ttl })).toEqual(['ttl must be a duration in seconds like 86400s']);
});

test('an invite without a lifetime would never end, and is refused', () => {
  expect(problemsWith(groupInvite, { ttl: undefined })).toEqual(['ttl is required']);
});

test('the address is one person, or nobody in particular', () => {
  expect(problemsWith(groupInvite, { email: undefined })).toEqual([]);
  for (const email of ['ada', 'ada@', '@example.com', 'a@b@c', 'ada@example.com, bob@example.com', 'Ada <a@b.c>'])
    expect(problemsWith(groupInvite, { email })).toEqual(['email must be an e-mail address']);
});

test('only the response to the creation contains the code, and nobody sends one', () => {
  expect(isShownOnce(groupInvite.fields.code)).toBe(true);
  expect(problemsWith(groupInvite, { code: 'hunter2' })).toEqual(['code is not a field that can be set here']);
});

test('the key of the recipient is a public one; a private one is refused without repeating it', () => {
  const key = { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' };
  const [problem = '', ...more] = inTerraform({ recipientJwk: JSON.stringify({ ...key, d: 'hunter2' }) });
  expect(more).toEqual([]);
  expect(problem).toMatch(/^recipientJwk must be the public key alone, and holds a private one/);
  expect(problem).not.toContain('hunter2');
  expect(inTerraform({ recipientJwk: 'x' })).toEqual(['recipientJwk must be a JSON Web Key: {"kty": "EC", …}']);
});

test('the facts for Terraform name fields that exist', () => {
  const { encryptedSecret, expiry, fields = {} } = terraform;
  expect(groupInvite.fields).toHaveProperty(encryptedSecret!.secret);
  for (const name of [encryptedSecret!.recipient, encryptedSecret!.encrypted, expiry!.state])
    expect(fields).toHaveProperty(name);
  for (const name of [expiry!.expires, expiry!.once]) expect(groupInvite.fields).toHaveProperty(name);
});
