import { resolveOrganization } from '../../../../src/adopt';
import { adopt } from '../../adopted';

test('an unmanaged duplicate of a managed object is not adopted', async () => {
  const seed = { groups: [{ name: 'acme', groups: [{ name: 'lab' }, { name: 'lab' }] }] };
  const { listed } = await adopt(seed);
  const groups = [...listed.objects].find(([{ kind }]) => kind === 'Group')?.[1] ?? [];
  const younger = String(groups.at(-1)?.['uid']);
  const organization = resolveOrganization(listed, { now: new Date(), isManaged: (_, uid) => uid === younger });
  const duplicates = organization.notAdopted.filter(({ reason }) => reason.startsWith('It is a duplicate'));
  expect(duplicates.map(({ reason }) => reason)).toEqual([
    `It is a duplicate: the managed group ${younger} has the same name.`,
  ]);
});
