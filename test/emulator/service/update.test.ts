import { identity } from '../../../src/model/kinds';
import { claimMatch, detail, organization } from '../support/organization';

async function aGroup() {
  const acme = await organization();
  const uid = await acme.make('groups', acme.root, { name: 'payments', description: 'Takes the money.' });
  acme.time.now = new Date('2026-03-02T00:00:00.000Z');
  const patch = (query: string, body: unknown) => acme.call('PATCH', `/iam/v2beta1/groups/${uid}${query}`, body);
  return { ...acme, uid, patch };
}

async function anIdentity() {
  const acme = await organization();
  const uid = await acme.make('identities', acme.root, { name: 'ci', description: 'Builds.', claimMatch });
  const patch = (query: string, body: unknown) => acme.call('PATCH', `/iam/v2beta1/identities/${uid}${query}`, body);
  return { ...acme, uid, patch };
}

test('only fields present in the body change (Contract M1)', async () => {
  const { patch } = await aGroup();
  const { body } = await patch('', { description: 'Pays.' });
  expect(body).toMatchObject({ name: 'payments', description: 'Pays.' });
  expect(body.updateTime).toBe('2026-03-02T00:00:00.000Z');
  expect(body.createTime).toBe('2026-03-01T12:00:00.000Z');
});

test('with an updateMask only the listed fields change; others in the body are ignored (Contract M1)', async () => {
  const { patch } = await aGroup();
  const { body } = await patch('?updateMask=description', { name: 'changed', description: 'Pays.' });
  expect(body).toMatchObject({ name: 'payments', description: 'Pays.' });
});

test('a masked field that the body leaves out is cleared', async () => {
  const { patch } = await aGroup();
  expect((await patch('?updateMask=description', {})).body.description).toBe('');
  const { status, body } = await patch('?updateMask=name', {});
  expect([status, body.message]).toEqual([400, 'Invalid argument: name: name is required']);
});

test.each([
  '?updateMask=description',
  '?update_mask=description',
  '?updateMask=description&updateMask=',
  '?updateMask=%20description%20,',
])('the mask is understood as %s (Contract M2)', async (query) => {
  const { patch } = await aGroup();
  expect((await patch(query, { name: 'x', description: 'Pays.' })).body).toMatchObject({
    name: 'payments',
    description: 'Pays.',
  });
});

test.each(['claim_match.subject', 'claimMatch.subject'])(
  'a mask may name a nested path: %s (Contract M2)',
  async (mask) => {
    const { patch } = await anIdentity();
    const { body } = await patch(`?updateMask=${mask}`, { claimMatch: { issuer: 'https://other', subject: 'new' } });
    expect(body.claimMatch).toEqual({ ...claimMatch, subject: 'new' });
  },
);

test('a masked message is replaced whole (Contract M2)', async () => {
  const { patch } = await anIdentity();
  const next = { issuer: 'https://other.example.com', subjectPattern: '^x$' };
  const { body } = await patch('?updateMask=claim_match', { claimMatch: next });
  expect(body.claimMatch).toEqual(next);
});

test('without a mask it is derived from the body, nested keys too (Contract M5)', async () => {
  const { patch } = await anIdentity();
  const { body } = await patch('', { claimMatch: { subject: 'new' } });
  expect(body).toMatchObject({ name: 'ci', claimMatch: { ...claimMatch, subject: 'new' } });
});

test('output-only fields that are sent back are ignored (Contract M5)', async () => {
  const { ok, uid, patch } = await aGroup();
  const whole = await ok('GET', `/iam/v2beta1/groups/${uid}`);
  const { status, body } = await patch('', { ...whole, verified: true, uid: 'x', description: 'Pays.' });
  expect([status, body.verified, body.uid]).toEqual([200, false, uid]);
});

test('a mask may name verified: the value of the administrator counts, that of anyone else is ignored (Contract K1)', async () => {
  const { patch, uid, root, member, call } = await aGroup();
  const { token } = await member(root, { [root]: 'owner' });
  const asOwner = (verified: boolean) =>
    call(
      'PATCH',
      `/iam/v2beta1/groups/${uid}?updateMask=name,description,verified`,
      { name: 'pay', verified },
      { token },
    );
  expect((await asOwner(true)).body).toMatchObject({ name: 'pay', description: '', verified: false });
  expect((await patch('?updateMask=verified', { verified: true })).body).toMatchObject({ name: 'pay', verified: true });
  expect((await asOwner(false)).body.verified).toBe(true);
  expect((await patch('?updateMask=verified', {})).body.verified).toBe(false);
});

test.each([
  ['colour', 'is not a field'],
  ['description.length', 'has no fields of its own'],
  ['uid', 'only the service sets'],
  ['create_time', 'only the service sets'],
  ['__proto__', 'is not a field'],
])('the path %s in an explicit mask is an invalid argument (Contract M3)', async (mask, problem) => {
  const { patch, ok, uid } = await aGroup();
  const { status, body } = await patch(`?updateMask=description,${mask}`, { description: 'Pays.' });
  expect([status, body.code]).toEqual([400, 3]);
  expect(detail(body, 'BadRequest').fieldViolations[0].description).toContain(problem);
  expect((await ok('GET', `/iam/v2beta1/groups/${uid}`)).description).toBe('Takes the money.');
});

test('* replaces everything that can change (Contract M4)', async () => {
  const { patch } = await aGroup();
  expect((await patch('?updateMask=*', { name: 'renamed' })).body).toMatchObject({ name: 'renamed', description: '' });
});

test('an unknown field in the body is refused, masked or not (Contract V6)', async () => {
  const { patch } = await aGroup();
  for (const query of ['', '?updateMask=description']) {
    const { status, body } = await patch(query, { description: 'x', colour: 'red' });
    expect([status, detail(body, 'BadRequest').fieldViolations[0].field]).toEqual([400, 'colour']);
  }
});

test('another of the four relationships needs a new identity (Contract T6)', async () => {
  const { patch } = await anIdentity();
  const { status, body } = await patch('?updateMask=claim_match,service_principal', {
    servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED',
  });
  expect([status, body.code]).toEqual([400, 3]);
  expect(detail(body, 'BadRequest').fieldViolations[0].field).toBe('servicePrincipal');
});

test('what comes of a patch must be a whole object again: rules are held across old and new', async () => {
  const { patch } = await anIdentity();
  const { status, body } = await patch('', { claimMatch: { subject: '' } });
  expect([status, body.code]).toEqual([400, 3]);
  expect(body.message).toContain('exactly one of subject, subjectPattern');
});

test('a verified organization keeps its name (Contract K1)', async () => {
  const { emulator, ok, call } = await organization();
  emulator.seed({ groups: [{ name: 'verified one', verified: true }] });
  const { uid, verified } = (await ok('GET', '/iam/v2beta1/groups?name=verified%20one')).groups[0];
  expect(verified).toBe(true);
  expect((await call('PATCH', `/iam/v2beta1/groups/${uid}`, { name: 'other' })).body.code).toBe(3);
  expect((await call('PATCH', `/iam/v2beta1/groups/${uid}`, { description: 'x' })).status).toBe(200);
});

test('a patch of what does not exist is not found', async () => {
  const { call, root } = await organization();
  const { status, body } = await call('PATCH', `/iam/v2beta1/groups/${root}/00000000000000aa`, { name: 'x' });
  expect([status, body.code]).toEqual([404, 5]);
});

/** A value of each field that excludes another one. */
const members: Readonly<Record<string, string>> = {
  ...{ issuer: 'https://one.example.com', issuerPattern: '^https://two$' },
  ...{ subject: 'one', subjectPattern: '^two$', audience: 'one', audiencePattern: '^two$' },
  ...{ arn: 'arn:aws:iam::123456789012:role/one', arnPattern: '^two$', userId: 'one', userIdPattern: '^two$' },
};
const required: Readonly<Record<string, object>> = {
  claimMatch: {},
  awsIdentity: { awsAccount: '123456789012' },
};
/** Each pair of fields of a message that exclude each other, in both directions. */
const pairs = Object.entries(identity.fields).flatMap(([outer, { type }]) =>
  type.is !== 'message'
    ? []
    : (type.rules ?? []).flatMap(({ fields }) =>
        fields.flatMap((from) => fields.filter((to) => to !== from).map((to) => ({ outer, type, from, to }))),
      ),
);

test.each(pairs)(
  'in $outer, $to replaces $from, without a mask and with a nested one (Contract M7)',
  async ({ outer, type, from, to }) => {
    const acme = await organization();
    const chosen = (type.rules ?? []).map(({ fields }) => (fields.includes(from) ? from : (fields[0] ?? '')));
    const before = { ...required[outer], ...Object.fromEntries(chosen.map((name) => [name, members[name]])) };
    const { [from]: _, ...rest } = before as Record<string, unknown>;
    for (const mask of ['', `?updateMask=${outer}.${to}`, `?updateMask=${outer}.${from},${outer}.${to}`]) {
      const uid = await acme.make('identities', acme.root, { name: 'ci', [outer]: before });
      const changed = await acme.ok('PATCH', `/iam/v2beta1/identities/${uid}${mask}`, {
        [outer]: { [to]: members[to] },
      });
      expect(changed[outer]).toEqual({ ...rest, [to]: members[to] });
    }
    const uid = await acme.make('identities', acme.root, { name: 'ci', [outer]: before });
    const both = { [outer]: { [from]: members[from], [to]: members[to] } };
    expect((await acme.call('PATCH', `/iam/v2beta1/identities/${uid}`, both)).body.code).toBe(3);
  },
);

test('another of the four methods of an identity needs a new identity, also without a mask (Contract T6, M7)', async () => {
  const { patch } = await anIdentity();
  for (const query of ['', '?updateMask=service_principal']) {
    const { status, body } = await patch(query, { servicePrincipal: 'SERVICE_PRINCIPAL_COSIGNED' });
    expect([status, body.message]).toEqual([400, expect.stringContaining('servicePrincipal needs a new object')]);
  }
});
