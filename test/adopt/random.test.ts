/** Adopts random organizations, and compares what the generated programs declare with them. */
import { App } from 'cdktf';
import fc from 'fast-check';
import { importExisting } from '../../constructs';
import { synthesized } from '../../constructs/testing';
import { adoptedObjects, importsOf, type Organization } from '../../src/adopt';
import { identity, role, group } from '../../src/resources';
import type { Declaration } from '../../src/schema';
import { adopt, runModule } from './adopted';
import { randomOrganization } from './random-organization';
import { typeErrors } from './type-errors';

type Declares = (app: App, groupUid: string) => Parameters<typeof importExisting>[0];

test('the program of a random organization compiles, and declares every object once', async () => {
  const programs = new Map<string, string>();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(randomOrganization, async (seed) => {
      const { organization, project, listed } = await adopt(seed);
      const sources = [...project.files].filter(([name]) => name.endsWith('.ts'));
      round++;
      for (const [name, text] of sources) programs.set(`${round}/${name}`, text);

      const declares = runModule(project.files, 'organization/organization.ts')['organization'] as Declares;
      const org = synthesized((outdir: string) => {
        const app = new App({ outdir });
        // An object without a construct, and a construct without an object, are errors of the synthesis.
        importExisting(declares(app, organization.root.uid), importsOf(organization));
        return app;
      });
      expect(organization.notAdopted).toEqual([]);
      expect(adoptedObjects(organization)).toHaveLength([...listed.objects.values()].flat().length);
      expect(Object.keys(org.groups)).toHaveLength(ofKind(organization, group).length);
      expect(descriptions(Object.values(org.identities))).toEqual(descriptions(valuesOf(organization, identity)));
      expect(descriptions(Object.values(org.roles))).toEqual(descriptions(valuesOf(organization, role)));
      expect(descriptions(Object.values(org.groups))).toEqual(descriptions(valuesOf(organization, group)));
      expect(trusts(Object.values(org.identities))).toEqual(trusts(valuesOf(organization, identity)));
    }),
    { numRuns: 3, endOnFailure: true },
  );
  // One compiler for all programs: its start takes longer than an organization.
  expect(typeErrors(programs)).toEqual([]);
}, 300_000);

function ofKind(organization: Organization, kind: Declaration) {
  return adoptedObjects(organization).filter(({ declaration }) => declaration === kind);
}

function valuesOf(organization: Organization, kind: Declaration) {
  return ofKind(organization, kind).map(({ values }) => values);
}

function descriptions(objects: readonly { readonly description?: unknown }[]): unknown[] {
  return objects.flatMap(({ description }) => (description === undefined ? [] : [description])).sort();
}

/** Returns the methods to assume identities, in any order. */
function trusts(objects: readonly object[]): string[] {
  const methods = ['claimMatch', 'awsIdentity', 'servicePrincipal'] as const;
  return objects.flatMap((one) => methods.map((method) => sorted((one as Record<string, unknown>)[method]))).sort();
}

function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null ? Object.fromEntries(Object.entries(inner).sort()) : inner,
    ) ?? ''
  );
}
