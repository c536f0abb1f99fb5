/** Divides random organizations into stacks, and runs their programs: each object is imported by one stack. */
import { App } from 'cdktf';
import fc from 'fast-check';
import { importExisting } from '../../../constructs';
import { synthesized } from '../../../constructs/testing';
import { adoptedObjects, adoptedProject, FORMATS } from '../../../src/adopt';
import { group } from '../../../src/resources';
import { adopt, runModule } from '../adopted';
import { randomOrganization } from '../random-organization';
import { typeErrors } from '../type-errors';

type Declares = (app: App) => Readonly<Record<string, Parameters<typeof importExisting>[0]>>;

test('the stacks of a random organization compile, and import every object once', async () => {
  const programs = new Map<string, string>();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(randomOrganization, async (seed) => {
      const { organization } = await adopt(seed);
      const most = Math.max(
        ...[organization.root, ...adoptedObjects(organization)].map((one) =>
          'contents' in one ? [...one.contents].reduce((sum, [, all]) => sum + all.length, 0) : 0,
        ),
      );
      for (const format of FORMATS.filter((one) => one === 'constructs')) {
        const project = adoptedProject(organization, { hasImports: true, format, stackSize: most });
        round++;
        for (const [name, text] of project.files) if (name.endsWith('.ts')) programs.set(`${round}/${name}`, text);
        const imports = [...project.files].flatMap(([path, text]) =>
          path.startsWith('imports/') ? [[path.slice(8, -5), JSON.parse(text)] as const] : [],
        );
        const uids = imports.flatMap(([, all]) => Object.values(all as Record<string, object>).flatMap(Object.values));
        expect(uids.sort()).toEqual(
          adoptedObjects(organization)
            .map(({ uid }) => uid)
            .sort(),
        );
        expect([...project.stacks.values()].every((count) => count <= most)).toBe(true);
        const declares = runModule(project.files, 'organization/organization.ts')['organization'] as Declares;
        const org = synthesized((outdir: string) => {
          const app = new App({ outdir });
          const groups = declares(app);
          // An object without a construct, and a construct without an object, are errors of the synthesis.
          for (const [stack, all] of imports)
            importExisting(groups[stack]!, all as Parameters<typeof importExisting>[1]);
          return app;
        });
        const count = adoptedObjects(organization).filter(({ declaration }) => declaration === group).length;
        expect(Object.keys(org.groups)).toHaveLength(count);
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(typeErrors(programs)).toEqual([]);
}, 300_000);
