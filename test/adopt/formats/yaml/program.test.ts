/** Adopts random organizations as YAML, and compares what the programs declare with them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdktf';
import fc from 'fast-check';
import { importExisting } from '../../../../constructs';
import { synthesized } from '../../../../constructs/testing';
import { adoptedObjects, adoptedProject, importsOf, type Organization } from '../../../../src/adopt';
import { adopt, runModule } from '../../adopted';
import { randomOrganization } from '../../random-organization';
import { typeErrors } from '../../type-errors';

const folder = mkdtempSync(join(tmpdir(), 'adopted-yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Declares = (app: App, groupUid: string) => Parameters<typeof importExisting>[0];

function filesOf(organization: Organization): ReadonlyMap<string, string> {
  return adoptedProject(organization, { hasImports: true, format: 'yaml' }).files;
}

/** Synthesizes a program with the imports of the organization: each object has a construct, and each construct an object. */
function declaredBy(organization: Organization) {
  const files = filesOf(organization);
  writeFileSync(join(folder, 'organization.yaml'), files.get('organization/organization.yaml')!);
  const path = 'organization/organization.ts';
  const text = files.get(path)!.replace('__dirname', JSON.stringify(folder));
  const declares = runModule(new Map([[path, text]]), path)['organization'] as Declares;
  return synthesized((outdir: string) => {
    const app = new App({ outdir });
    importExisting(declares(app, organization.root.uid), importsOf(organization));
    return app;
  });
}

test('the file and the program of a random organization declare every object once', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganization, async (seed) => {
      const { organization } = await adopt(seed);
      const sources = [...filesOf(organization)].filter(([name]) => name.endsWith('.ts'));
      expect(typeErrors(new Map(sources))).toEqual([]);
      const org = declaredBy(organization);
      const declared = [...Object.values(org.groups), ...Object.values(org.identities), ...Object.values(org.roles)];
      const named = adoptedObjects(organization).filter(({ declaration }) =>
        ['groups', 'identities', 'roles'].includes(declaration.collection),
      );
      const descriptions = (all: readonly { readonly description?: unknown }[]) =>
        all.map((one) => one.description ?? '').sort();
      expect(descriptions(declared)).toEqual(descriptions(named.map(({ values }) => values)));
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 300_000);

test('both formats declare the same variables of Terraform for secrets', async () => {
  const provider = {
    name: 'staff',
    defaultRole: 'viewer',
    oidc: { issuer: 'https://login.acme.example', clientId: 'platform', clientSecret: 'secret' },
  };
  const { organization } = await adopt({ groups: [{ name: 'acme', identityProviders: [provider] }] });
  const [constructs, yaml] = (['constructs', 'yaml'] as const).map((format) =>
    adoptedProject(organization, { hasImports: true, format }),
  );
  expect(constructs?.secrets).toEqual([expect.stringMatching(/^[a-z_]+$/)]);
  expect(yaml?.secrets).toEqual(constructs?.secrets);
  expect(yaml?.files.get('organization/organization.ts')).toContain(
    `TerraformVariable(stack, '${constructs!.secrets[0]!}'`,
  );
});
