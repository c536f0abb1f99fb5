import { createDeletions } from '../../../src/provider/run/deletions';
import { role, roleBinding } from '../../../src/resources';

test('an object is deleted once, and again after a failure', async () => {
  const deletions = createDeletions();
  const work = jest.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined);
  const [first, second] = await Promise.allSettled([
    deletions.once(roleBinding, 'a', work),
    deletions.once(roleBinding, 'a', work),
  ]);
  expect([first.status, second.status, work.mock.calls.length]).toEqual(['rejected', 'fulfilled', 2]);
  await deletions.once(roleBinding, 'a', work);
  expect(work).toHaveBeenCalledTimes(2);
  await Promise.all([deletions.once(roleBinding, 'b', work), deletions.once(role, 'a', work)]);
  expect(work).toHaveBeenCalledTimes(4);
});
