import { findDifferences, hasApprovedFields, listWrite, type Write } from '../../../../src/model/approval';
import { group, groupInvite, identity, role } from '../../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const uid = `${root}/${'1'.repeat(16)}`;
const update: Write = {
  action: 'update',
  declaration: role,
  uid,
  parent: root,
  fields: { name: 'deployer', capabilities: ['groups.list', 'roles.list'] },
};
const approved = (write: Write, sensitive: readonly string[] = [], unknown: readonly string[] = []) =>
  listWrite({
    write,
    path: 'acme/deployer',
    key: { name: 'deployer' },
    isSensitive: (name) => sensitive.includes(name),
    unknown,
  });

test('the same write has no differences, in any order and notation of a set', () => {
  const capabilities = ['CAP_IAM_ROLES_LIST', 'groups.list', 'groups.list'];
  expect(findDifferences(approved(update), { ...update, fields: { ...update.fields, capabilities } })).toEqual([]);
});

test.each<[string, Partial<Write>, object[]]>([
  [
    'another value',
    { fields: { ...update.fields, name: 'owner' } },
    [{ field: 'name', approved: '"deployer"', attempted: '"owner"' }],
  ],
  [
    'an additional field',
    { fields: { ...update.fields, description: 'x' } },
    [{ field: 'description', attempted: '"x"' }],
  ],
  ['a cleared field', { fields: { ...update.fields, description: '' } }, [{ field: 'description', attempted: 'null' }]],
  [
    'a missing field',
    { fields: { name: 'deployer' } },
    [{ field: 'capabilities', approved: '["groups.list","roles.list"]' }],
  ],
  ['another object', { uid: root }, [{ field: 'uid', approved: uid, attempted: root }]],
  ['another parent', { parent: undefined }, [{ field: 'parent', approved: root }]],
])('%s is a difference', (_, change, expected) => {
  expect(findDifferences(approved(update), { ...update, ...change })).toStrictEqual(expected);
});

test('a sensitive value is compared by its hash, and never shown', () => {
  const secret = approved(update, ['name']);
  expect(JSON.stringify(secret.fields)).not.toContain('deployer');
  expect(findDifferences(secret, update)).toEqual([]);
  expect(findDifferences(secret, { ...update, fields: { ...update.fields, name: 'owner' } })).toEqual([
    { field: 'name', approved: '(sensitive)', attempted: '(sensitive)' },
  ]);
  expect(findDifferences(secret, { ...update, fields: { capabilities: update.fields['capabilities'] } })).toEqual([
    { field: 'name', approved: '(sensitive)' },
  ]);
});

test('a field that was unknown at the review is a difference, also if the attempt omits it', () => {
  const { name: _, ...fields } = update.fields;
  expect(findDifferences(approved(update, [], ['description', 'name']), { ...update, fields })).toStrictEqual([
    { field: 'description', approved: '(unknown at review)' },
    { field: 'name', approved: '(unknown at review)' },
  ]);
});

test('differences are sorted by field, and a create has no uid to compare', () => {
  const create: Write = { ...update, action: 'create', uid: undefined, fields: { name: 'a', description: 'b' } };
  const listedAs = listWrite({
    write: create,
    placeholder: uid,
    path: '',
    key: {},
    isSensitive: () => false,
    unknown: [],
  });
  expect(findDifferences(listedAs, create)).toEqual([]);
  const fields = { name: 'x', description: 'y', capabilities: ['roles.list'] };
  const names = findDifferences(listedAs, { ...create, fields }).map(({ field }) => field);
  expect(names).toEqual(['capabilities', 'description', 'name']);
});

test('no value of a field that was unknown at the review is approved', () => {
  expect(findDifferences(approved(update, [], ['name']), update)).toEqual([
    { field: 'name', approved: '(unknown at review)', attempted: '"deployer"' },
  ]);
});

describe('an existing object', () => {
  const object = { uid, name: 'deployer', capabilities: ['roles.list', 'groups.list'], description: 'any' };

  test('has the approved fields if each sent field has the same meaning', () => {
    expect(hasApprovedFields(approved(update), role, object)).toBe(true);
    expect(hasApprovedFields(approved(update), role, { ...object, capabilities: ['groups.list'] })).toBe(false);
    expect(hasApprovedFields(approved(update), role, { uid })).toBe(false);
  });

  test('has the approved sensitive fields if their hashes match', () => {
    expect(hasApprovedFields(approved(update, ['name']), role, object)).toBe(true);
    expect(hasApprovedFields(approved(update, ['name']), role, { ...object, name: 'owner' })).toBe(false);
  });

  test('never has a field that was unknown, unless this field is not compared', () => {
    const unknown = approved(update, [], ['name']);
    expect(hasApprovedFields(unknown, role, object)).toBe(false);
    expect(hasApprovedFields(unknown, role, object, (field) => field !== 'name')).toBe(true);
    expect(hasApprovedFields(approved(update), role, { ...object, name: 'x' }, (field) => field !== 'name')).toBe(true);
  });

  test('is compared without names of Object.prototype, which a changed report can contain', () => {
    const changed = { ...approved(update), fields: { ...approved(update).fields, toString: 'x' } };
    expect(hasApprovedFields(changed, role, object)).toBe(true);
  });

  test('an approved cleared field is absent in the object', () => {
    const cleared = approved({ ...update, declaration: group, fields: { description: '' } });
    expect(hasApprovedFields(cleared, group, { name: 'x' })).toBe(true);
    expect(hasApprovedFields(cleared, group, { name: 'x', description: 'still' })).toBe(false);
  });

  test('may have further values of a message that the service sets', () => {
    const claims = { issuer: 'https://a.example', subject: 'b' };
    const keys = { ...claims, issuerKeys: '{"keys":[]}', audiences: ['x'] };
    const write = (fields: Write['fields']) => approved({ ...update, declaration: identity, fields });
    const has = (staticKeys: unknown) => hasApprovedFields(write({ staticKeys: keys }), identity, { staticKeys });
    expect(has(keys)).toBe(true);
    expect(has({ ...keys, expirationTime: '2999-01-01T00:00:00Z' })).toBe(true);
    expect([has({ ...keys, subject: 'c' }), has(undefined), has(null), has('x')]).toEqual([false, false, false, false]);
    const timed = { ...keys, expirationTime: '2999-01-01T00:00:00Z' };
    expect(hasApprovedFields(write({ staticKeys: timed }), identity, { staticKeys: timed })).toBe(true);
    expect(hasApprovedFields(write({ staticKeys: timed }), identity, { staticKeys: keys })).toBe(false);
  });

  test('is compared in every type of field', () => {
    const labels = { type: { is: 'map', of: { is: 'string' } }, behavior: ['optional'], description: '' } as const;
    const labelled = { ...role, fields: { ...role.fields, labels } };
    const write = approved({ ...update, declaration: labelled, fields: { labels: { a: 'b' } } });
    expect(hasApprovedFields(write, labelled, { labels: { a: 'b' } })).toBe(true);
    expect(hasApprovedFields(write, labelled, { labels: { a: 'c' } })).toBe(false);
  });

  test('is not compared in fields that no response contains', () => {
    const invite = approved({ ...update, declaration: groupInvite, fields: { email: 'a@b.example' } });
    const inputOnly = Object.entries(groupInvite.fields).flatMap(([name, { behavior }]) =>
      behavior.includes('inputOnly') ? [name] : [],
    );
    expect(inputOnly.length).toBeGreaterThan(0);
    for (const name of inputOnly)
      expect(hasApprovedFields({ ...invite, fields: { [name]: 'x' } }, groupInvite, {})).toBe(true);
  });
});
