/** Strings that are no Unicode are refused wherever they come in, and stored nowhere. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { illFormedAt } from '../../src/model/api';
import { createEmulator, startEmulator } from '../../src/emulator';
import { openStore } from '../../src/emulator/store/store';
import { declarations } from '../../src/model/kinds';
import { claimMatch, detail, organization, type Organization } from './support/organization';

let acme: Organization;
beforeEach(async () => {
  acme = await organization();
});
afterEach(() => {
  expect(JSON.stringify(acme.emulator.snapshot())).not.toMatch(/\\ud/i);
  acme.emulator.close();
});

const half = '\ud800';
const refused = 'must be valid Unicode: it contains half of a surrogate pair';
const violations = async (method: string, path: string, body: unknown) => {
  const { status, body: answer } = await acme.call(method, path, body);
  return { status, code: answer.code, fields: detail(answer, 'BadRequest').fieldViolations };
};

test('where in a value such a string stands is said by its path', () => {
  expect(illFormedAt({ a: [{ b: 'fine 😀' }, { b: `x${half}` }] })).toBe('a[1].b');
  expect(illFormedAt({ a: { [half]: 1 } })).toBe('a');
  expect(illFormedAt('\udc00\ud800')).toBe('');
  expect(illFormedAt({ a: ['😀', 1, null, true, { '😀': '\u0000' }] })).toBeUndefined();
});

test('a value that is nested as deeply as a body can be is looked through', () => {
  const depth = 400_000;
  expect(illFormedAt(JSON.parse(`${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`))).toHaveLength(3 * depth);
});

test.each(['v2beta1', 'v1'])('in a body of %s it is an INVALID_ARGUMENT that names the field', async (version) => {
  const groups = `/iam/${version}/groups/${acme.root}`;
  const invalid = (field: string) => ({ status: 400, code: 3, fields: [{ field, description: refused }] });
  expect(await violations('POST', groups, { name: 'a', description: `a${half}` })).toEqual(invalid('description'));
  const identities = `/iam/${version}/identities/${acme.root}`;
  const claims = { name: 'a', claimMatch: { ...claimMatch, subject: half } };
  expect(await violations('POST', identities, claims)).toEqual(invalid('claimMatch.subject'));
  expect(await violations('POST', groups, '"\\udfff"')).toEqual(invalid('body'));
});

test('an update, a batch and a seed from another process are refused in the same way', async () => {
  const uid = await acme.make('groups', acme.root, { name: 'a' });
  const update = await violations('PATCH', `/iam/v2beta1/groups/${uid}?updateMask=description`, { description: half });
  expect(update).toMatchObject({ status: 400, fields: [{ field: 'description' }] });
  const batch = await violations('POST', '/iam/v2beta1/roleBindings:batchCreate', { parent: half });
  expect(batch).toMatchObject({ status: 400, fields: [{ field: 'parent' }] });
  const seed = await violations('POST', '/emulator/seed', { groups: [{ name: 'b', description: half }] });
  expect(seed).toMatchObject({ status: 400, fields: [{ field: 'groups[0].description' }] });
});

test('a complete pair in a body is kept', async () => {
  const uid = await acme.make('groups', acme.root, { name: 'a', description: '😀' });
  const { body } = await acme.call('GET', `/iam/v2beta1/groups?order_by=description&name=a`);
  expect(body.groups).toMatchObject([{ uid, description: '😀' }]);
});

test.each(['%ED%A0%80', 'a%ff', '%C3'])('a query of %s is no UTF-8, and the parameter is named', async (text) => {
  for (const path of [`/iam/v2beta1/groups?page_size=1&name=${text}`, `/iam/v1/groups?name=${text}`]) {
    const { status, body } = await acme.call('GET', path);
    expect([status, body.code]).toEqual([400, 3]);
    expect(detail(body, 'BadRequest').fieldViolations).toMatchObject([{ field: 'name' }]);
  }
});

test.each(['%C3%A4', 'ä', '100%', '%zz'])('a query of %s is read as it always was', async (text) => {
  expect((await acme.call('GET', `/iam/v2beta1/groups?name=${text}`)).status).toBe(200);
});

test('in a gRPC message a string that is no UTF-8 is an INVALID_ARGUMENT', async () => {
  const path = '/chainguard.platform.iam.v2beta1.GroupsService/GetGroup';
  const authorization = `Bearer ${await acme.emulator.administratorToken()}`;
  const call = (...text: number[]) => acme.emulator.rpc(path, authorization, Uint8Array.of(0x0a, text.length, ...text));
  await expect(call(0xed, 0xa0, 0x80)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(call(0xff)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test('the own issuer makes no token with one', async () => {
  const { emulator } = acme;
  await expect(emulator.oidcToken({ subject: half })).rejects.toThrow(new TypeError(`subject ${refused}`));
  const claims = { environment: ['production', half] };
  await expect(emulator.oidcToken({ subject: 'ci', claims })).rejects.toThrow(`claims.environment[1] ${refused}`);
});

describe('a seed', () => {
  const seed = { groups: [{ name: 'acme', groups: [{ name: 'a', description: half }] }] };

  test('is refused by the place', () => {
    expect(() => acme.emulator.seed(seed)).toThrow(`The seed is wrong at groups[0].groups[0].description: ${refused}`);
    expect(() => createEmulator({ seed })).toThrow('groups[0].groups[0].description');
  });

  test('in a file is refused as escapes, and as bytes that are no UTF-8', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seed-'));
    const seedFile = join(folder, 'seed.yaml');
    writeFileSync(seedFile, 'groups:\n  - name: acme\n    description: "\\ud800"\n');
    await expect(startEmulator({ seedFile })).rejects.toThrow('groups[0].description');
    writeFileSync(seedFile, Buffer.from('groups:\n  - name: acme\n    description: "\xff"\n', 'latin1'));
    await expect(startEmulator({ seedFile })).rejects.toThrow(seedFile);
    rmSync(folder, { recursive: true });
  });
});

test('the store keeps none that was overlooked on the way', () => {
  const store = openStore(declarations);
  const record = { kind: 'Group', uid: 'c0ffee', name: 'a', values: { x: [half] }, createTime: '', updateTime: '' };
  expect(() => store.insert(record)).toThrow('Group c0ffee cannot be stored: x[0] is not valid Unicode.');
  expect(store.all()).toEqual([]);
  store.close();
});
