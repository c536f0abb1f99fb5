/** The warning about a planned group without a parent. */
import { UNKNOWN } from '../../../src/plugin';
import { startWorld, type World } from '../world';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

test.each([
  ['no parent', () => null, ['Creates a new organization']],
  ['an unknown parent', () => UNKNOWN, []],
  ['a parent', () => world.root, []],
])('a new group with %s', async (_, parent, summaries) => {
  const { warnings } = await world.host.resource('platform_group').plan({ name: 'globex', parent_uid: parent() });
  expect(warnings.map(({ summary }) => summary)).toEqual(summaries);
  for (const { detail } of warnings) expect(detail).toContain('The argument parent_uid of the group "globex" is null');
});

test('an existing or imported root group has no warning', async () => {
  const group = world.host.resource('platform_group');
  await group.apply({ name: 'globex' });
  expect((await group.plan({ name: 'globex', description: 'changed' })).warnings).toEqual([]);
  const imported = (await world.again()).resource('platform_group');
  await imported.import(String(group.state!['uid']));
  expect((await imported.plan({ name: 'globex' })).warnings).toEqual([]);
});
