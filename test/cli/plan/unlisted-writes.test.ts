/** Writes that a report certainly does not list are found without a request. */
import { listWrite, createPlaceholder, type Write } from '../../../src/model/approval';
import type { ReportedWrite } from '../../../src/model/report';
import { unlistedWrites } from '../../../src/cli/plan/unlisted-writes';
import { group, role } from '../../../src/model/kinds';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const planned = (write: Write, unknown: readonly string[] = []) => ({
  write,
  listed: listWrite({
    ...{ write, path: `acme/${String(write.fields['name'])}`, key: { name: write.fields['name'] }, unknown },
    placeholder: write.action === 'create' ? createPlaceholder(write.parent, String(write.fields['name'])) : undefined,
    isSensitive: (field) => field === 'description',
  }),
});
const create = (name: string, parent: string = root, description?: string) =>
  planned({ action: 'create', declaration: group, parent, fields: { name, ...(description && { description }) } });
const update = (fields: Write['fields']) => planned({ action: 'update', declaration: group, uid: root, fields });
const unlisted = (approved: readonly { listed: ReportedWrite }[], now: readonly ReturnType<typeof planned>[]) =>
  unlistedWrites(
    approved.map((one) => one.listed),
    now,
  ).map((write) => write.listed.path);

const team = create('team');
const teamUid = createPlaceholder(root, 'team');
const madeUid = `${root}/1111111111111111`;

test('equal writes, and a part of them, are listed', () => {
  expect(unlisted([team, create('shop')], [create('shop'), team])).toEqual([]);
  expect(unlisted([team, create('shop')], [team])).toEqual([]);
  expect(unlisted([update({ name: 'acme', description: 'x' })], [update({ name: 'acme' })])).toEqual([]);
});

test('a placeholder can represent the uid of an object that was created in between', () => {
  const inTeam = (parent: string) => create('ci', parent, `in ${parent}`);
  expect(unlisted([team, inTeam(teamUid)], [inTeam(madeUid)])).toEqual([]);
  // Two planned writes compete for one approved write.
  const both = [create('ci', teamUid), create('ci', createPlaceholder(root, 'shop'))];
  expect(unlisted(both, [create('ci', madeUid), create('ci', teamUid)])).toEqual([]);
  expect(unlisted(both, [create('ci', madeUid), create('ci', madeUid), create('ci', teamUid)])).toEqual(['acme/ci']);
});

test('an unknown value can be any, and an adoption can be planned as a create', () => {
  const open = planned({ action: 'create', declaration: group, parent: undefined, fields: { name: 'team' } }, [
    'parentUid',
  ]);
  expect(unlisted([team], [open])).toEqual([]);
  const adopted = planned({ action: 'adopt', declaration: group, uid: madeUid, parent: root, fields: {} });
  expect(unlisted([adopted], [team])).toEqual([]);
});

test('a reference to an adopted object can have a placeholder, and one to another object cannot', () => {
  const adopted = planned({
    action: 'adopt',
    declaration: group,
    uid: madeUid,
    parent: root,
    fields: { name: 'team' },
  });
  const inTeam = (parent: string) => create('ci', parent, `in ${parent}`);
  expect(unlisted([adopted, inTeam(madeUid)], [team, inTeam(teamUid)])).toEqual([]);
  expect(unlisted([adopted, inTeam(root)], [team, inTeam(teamUid)])).toEqual(['acme/ci']);
});

test.each<[string, ReturnType<typeof planned>]>([
  ['another name', create('other')],
  ['another field', create('team', root, 'more')],
  ['another kind', planned({ action: 'create', declaration: role, parent: root, fields: { name: 'team' } })],
  ['another action', planned({ action: 'delete', declaration: group, uid: madeUid, parent: root, fields: {} })],
  ['another object', planned({ action: 'update', declaration: group, uid: madeUid, fields: { name: 'acme' } })],
  ['another value', update({ name: 'other' })],
  ['another sensitive value', update({ name: 'acme', description: 'other' })],
])('a write with %s is not listed', (_, write) => {
  expect(unlisted([team, update({ name: 'acme', description: 'x' })], [write])).toHaveLength(1);
});

test('each approved write is used once', () => {
  expect(unlisted([team], [team, team])).toEqual(['acme/team']);
});
