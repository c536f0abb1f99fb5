import { createDeletions } from '../../../src/provider/run/deletions';
import { role, roleBinding } from '../../../src/resources';

test('an object is deleted once, and again after a failure', async () => {
  const { once } = createDeletions();
  const work = jest.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined);
  const [first, second] = await Promise.allSettled([once(roleBinding, 'a', work), once(roleBinding, 'a', work)]);
  expect([first.status, second.status, work.mock.calls.length]).toEqual(['rejected', 'fulfilled', 2]);
  await once(roleBinding, 'a', work);
  expect(work).toHaveBeenCalledTimes(2);
  await Promise.all([once(roleBinding, 'b', work), once(role, 'a', work)]);
  expect(work).toHaveBeenCalledTimes(4);
});
