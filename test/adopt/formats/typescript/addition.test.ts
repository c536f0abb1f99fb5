/** Adds the unmanaged half of random organizations to a program, and compares the imports of its stack with them. */
import { App, TerraformStack, Testing } from 'cdktf';
import fc from 'fast-check';
import { PlatformProvider } from '../../../../constructs';
import {
  adoptedObjects,
  programAddition,
  resolveOrganization,
  type ListedOrganization,
  type Organization,
} from '../../../../src/adopt';
import type { Declaration } from '../../../../src/schema';
import { adopt, runModule } from '../../adopted';
import { randomOrganization } from '../../random-organization';
import { typeErrors } from '../../type-errors';

function withManaged(listed: ListedOrganization, isManaged: (declaration: Declaration, uid: string) => boolean) {
  return resolveOrganization(listed, { now: new Date(), isManaged });
}

/** Returns the uids that the next apply of a program imports. */
function importedBy(organization: Organization): string[] {
  const { files } = programAddition(organization, 1);
  const add = runModule(files, 'organization/unmanaged.ts')['addUnmanaged'] as (scope: TerraformStack) => void;
  const stack = new TerraformStack(new App(), 'organization');
  new PlatformProvider(stack, 'platform');
  add(stack);
  const { import: imports } = JSON.parse(Testing.synth(stack)) as { import?: readonly { readonly id: string }[] };
  return (imports ?? []).map(({ id }) => id).sort();
}

test('the function of a random organization compiles, and imports every unmanaged object', async () => {
  const programs = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(randomOrganization, fc.infiniteStream(fc.boolean()), async (seed, flags) => {
      const { listed } = await adopt(seed);
      const managed = new Set(
        [...listed.objects].flatMap(([kind, objects]) =>
          objects.map(({ uid }) => `${kind.kind} ${String(uid)}`).filter(() => flags.next().value),
        ),
      );
      const organization = withManaged(listed, ({ kind }, uid) => managed.has(`${kind} ${uid}`));
      const all = [...listed.objects].flatMap(([kind, objects]) =>
        objects.map(({ uid }) => `${kind.kind} ${String(uid)}`),
      );
      // An account association has the uid of its group.
      const expected = all.filter((one) => !managed.has(one) && one !== `Group ${organization.root.uid}`);
      expect(organization.notAdopted).toEqual([]);
      expect(adoptedObjects(organization)).toHaveLength(expected.length);
      expect(importedBy(organization)).toEqual(expected.map((one) => one.split(' ')[1]).sort());
      programs.set(`${programs.size}.ts`, programAddition(organization, 1).files.get('organization/unmanaged.ts')!);
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(typeErrors(programs)).toEqual([]);
}, 300_000);

test('an unmanaged duplicate of a managed object is not adopted', async () => {
  const seed = { groups: [{ name: 'acme', groups: [{ name: 'lab' }, { name: 'lab' }] }] };
  const { listed } = await adopt(seed);
  const groups = [...listed.objects].find(([{ kind }]) => kind === 'Group')?.[1] ?? [];
  const younger = String(groups.at(-1)?.['uid']);
  const organization = withManaged(listed, (_, uid) => uid === younger);
  const duplicates = organization.notAdopted.filter(({ reason }) => reason.startsWith('It is a duplicate'));
  expect(duplicates.map(({ reason }) => reason)).toEqual([
    `It is a duplicate: the managed group ${younger} has the same name.`,
  ]);
});
