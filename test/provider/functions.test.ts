import { startWorld, type World } from './world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const root = 'a'.repeat(40);
const group = `${root}/${'b'.repeat(16)}`;
const identity = `${group}/${'c'.repeat(16)}`;

test.each([
  ['uid_parent', [identity], group],
  ['uid_parent', [root], null],
  ['uid_root', [identity], root],
  ['uid_root', [root], root],
  ['uid_is_descendant', [identity, root], true],
  ['uid_is_descendant', [group, group], false],
  ['uid_is_descendant', [group, identity], false],
])('%s(%j) is %j', async (name, given, expected) => {
  expect(await world.host.callFunction(name, ...given)).toBe(expected);
});

test('an argument that is not a uid is reported at its position', async () => {
  await expect(world.host.callFunction('uid_root', '../x')).rejects.toThrow('is not a uid');
});
