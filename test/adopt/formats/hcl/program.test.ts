/** Adopts organizations as HCL; `test/acceptance/adopt.test.ts` plans such a configuration with Terraform. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { adoptedObjects, adoptedProject, type AdoptedOrganization } from '../../../../src/adopt';
import type { SeedTree } from '../../../../src/emulator';
import { parse } from '../../../../src/base/text/yaml';
import { adopt } from '../../adopted';
import { randomOrganization } from '../../random-organization';

function getFiles(organization: AdoptedOrganization): ReadonlyMap<string, string> {
  return adoptedProject(organization, { hasImports: true, format: 'hcl' }).files;
}

async function written(seed: SeedTree) {
  return getFiles((await adopt(seed, { isReal: true })).organization);
}

/** Returns the code without comments and texts: a reference in a text is none, and a text may contain a `#`. */
function bare(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"|#.*/g, (found) => (/^"[\w-]+"$/.test(found) ? found : '""'));
}

const company = parse(readFileSync('examples/adopt/organization.seed.yaml', 'utf8')) as SeedTree;

test('every reference of a random organization has one declaration, and every object one import', async () => {
  await fc.assert(
    fc.asyncProperty(randomOrganization, async (seed) => {
      const { organization } = await adopt(seed);
      const files = getFiles(organization);
      const text = [...files].flatMap(([path, one]) => (path.endsWith('.tf') ? [bare(one)] : [])).join('\n');
      const declared = [...text.matchAll(/^(resource|data) "(\w+)" "([^"]*)"/gm)].map(
        ([, what = '', type = '', label = '']) => `${what === 'data' ? 'data.' : ''}${type}.${label}`,
      );
      const variables = [...text.matchAll(/^variable "(\w+)"/gm)].map(([, name = '']) => `var.${name}`);
      const all = [...declared, ...variables];
      expect(new Set(all).size).toBe(all.length);
      for (const address of all) expect(address).toMatch(/^[a-z_]+(\.[a-z][a-z0-9_]*)+$/);
      const used = [...text.matchAll(/(?<![\w."])((?:data\.)?platform_\w+|var)\.(\w+)/g)].map(
        ([, before = '', label = '']) => `${before}.${label}`,
      );
      expect([...new Set(used)].filter((one) => !all.includes(one))).toEqual([]);

      const imports = files.get('imports.tf') ?? '';
      const to = [...imports.matchAll(/^ {2}to = (.*)$/gm)].map(([, address]) => address);
      const ids = [...imports.matchAll(/^(?: {2}id| {4}.*) += "([^"]*)"$/gm)].map(([, uid]) => uid);
      expect(to.filter((address) => address?.includes('["'))).toEqual([]);
      expect(new Set(to).size).toBe(to.length);
      expect(ids.sort()).toEqual(
        adoptedObjects(organization)
          .map(({ uid }) => uid)
          .sort(),
      );
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 300_000);

test.each([
  ['npx -p ../packed-0.1.0.tgz platform-iac', 'copy the file to this folder, commit it'],
  ['npx platform-iac', 'The commands use the npm package in a folder above.'],
  ['platform-iac', undefined],
])('the README of the command %s explains what another clone lacks', async (command, lacking) => {
  const { organization } = await adopt({ groups: [{ name: 'acme' }] });
  const { files } = adoptedProject(organization, { hasImports: true, format: 'hcl', command });
  expect(files.get('README.md')).toContain(lacking ?? '');
  expect(/copy the file|in a folder above/.test(files.get('README.md')!)).toBe(lacking !== undefined);
});

test('a company has a file for each department, and a table for teams of the same shape', async () => {
  const files = await written(company);
  expect([...files.keys()].sort()).toEqual([
    ...['NOT-ADOPTED.md', 'README.md', 'commerce.tf', 'data.tf', 'imports.tf', 'main.tf'],
    ...['operations.tf', 'variables.tf', 'versions.tf'],
  ]);
  const commerce = files.get('commerce.tf')!;
  expect(commerce).toContain(`    search = {
      subject = "repo:acme@1234/search@7004:ref:refs/heads/main"
      owner   = "donald"
    }
`);
  expect(commerce).toContain(`resource "platform_group" "commerce_team" {
  for_each = local.commerce_teams

  parent_uid  = platform_group.commerce.uid
  name        = each.key
  description = try(each.value.description, null)
}
`);
  expect(commerce).toContain(`resource "platform_role_binding" "commerce_team_owner" {
  for_each = local.commerce_teams

  group_uid    = platform_group.commerce_team[each.key].uid
  identity_uid = data.platform_identity.person[each.value.owner].uid
  role_uid     = data.platform_role.owner.uid
}
`);
});

// Terraform 1.16.0 imports only the first of several blocks for one resource: https://github.com/hashicorp/terraform/issues/39068.
test('a resource with for_each has one import block for all its objects', async () => {
  const root = 'ac3e'.repeat(10);
  const names = ['alpha', 'beta b', 'gamma'];
  const groups = names.map((name, index) => ({ name, uid: `${root}/000000000000000${index}` }));
  const roles = [{ uid: `${root}/0000000000000009`, name: 'auditor', capabilities: ['groups.list'] }];
  expect((await written({ groups: [{ uid: root, name: 'acme', groups, roles }] })).get('imports.tf'))
    .toBe(`# The first apply imports the existing objects. After it, delete this file.

import {
  to = platform_role.auditor
  id = "${root}/0000000000000009"
}

import {
  for_each = {
    alpha    = "${root}/0000000000000000"
    "beta b" = "${root}/0000000000000001"
    gamma    = "${root}/0000000000000002"
  }

  to = platform_group.team[each.key]
  id = each.value
}
`);
});

test('groups without contents are rows of a set', async () => {
  const groups = ['alpha', 'beta', 'gamma'].map((name) => ({ name }));
  expect((await written({ groups: [{ name: 'acme', groups }] })).get('main.tf'))
    .toBe(`# The API and the identity come from the environment when Terraform runs.
provider "platform" {}

locals {
  teams = toset(["alpha", "beta", "gamma"])
}

resource "platform_group" "team" {
  for_each = local.teams

  parent_uid = var.group_uid
  name       = each.key
}
`);
});

test('sibling groups with texts of any length are written, in a table or alone', async () => {
  for (const length of [1, 30, 60, 80, 90, 100, 120, 150, 300]) {
    const groups = ['a', 'b', 'c'].map((name) => ({ name, description: name.repeat(length) }));
    const text = (await written({ groups: [{ name: 'acme', groups }] })).get('main.tf');
    for (const { description } of groups) expect(text).toContain(`"${description}"`);
  }
});

test.each([85, 86])('the rows of a table are one line each if all have at most 120 columns: %i', async (length) => {
  const groups = ['team a', 'team b', 'team c'].map((name) => ({ name, description: name.charAt(5).repeat(length) }));
  const text = (await written({ groups: [{ name: 'acme', groups }] })).get('main.tf') ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('    "team '));
  expect(rows).toHaveLength(3);
  expect(rows[0]).toBe(length === 85 ? `    "team a" = { description = "${'a'.repeat(length)}" }` : '    "team a" = {');
});

test('texts are escaped, also before the name of a group', async () => {
  const groups = ['alpha', 'beta', 'gamma'].map((name) => ({
    name,
    description: `Costs $${name} of %{all} "here" \\ \${x}`,
    identities: [{ name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
  }));
  const text = (await written({ groups: [{ name: 'acme', groups }] })).get('main.tf');
  expect(text).toContain(`description = "Costs \\u0024\${each.key} of %%{all} \\"here\\" \\\\ $\${x}"`);
});

test('a secret that the API never returns is a variable, and no plan contains it', async () => {
  const provider = {
    name: 'staff',
    defaultRole: 'viewer',
    oidc: { issuer: 'https://login.acme.example', clientId: 'platform', clientSecret: 'secret' },
  };
  const { organization } = await adopt({ groups: [{ name: 'acme', identityProviders: [provider] }] });
  const { files, secrets } = adoptedProject(organization, { hasImports: false, format: 'hcl' });
  expect(secrets).toEqual(['staff_client_secret']);
  expect(files.get('main.tf')).toContain('    client_secret = var.staff_client_secret\n');
  expect(files.get('variables.tf')).toContain(`variable "staff_client_secret" {
  description = "The oidc.clientSecret of the identity provider staff. The API never returns it."
  type        = string
  default     = ""
  ephemeral   = true
  sensitive   = true
}
`);
  expect(files.get('versions.tf')).toContain('required_version = ">= 1.11"');
  expect(files.has('imports.tf')).toBe(false);
});

test('names of files that Terraform treats specially are not used', async () => {
  const groups = ['override', 'main', 'imports'].map((name) => ({
    name,
    roles: Array.from({ length: 8 }, (_, index) => ({ name: `${name}-${index}`, capabilities: ['groups.list'] })),
  }));
  const names = [...(await written({ groups: [{ name: 'acme', groups }] })).keys()];
  expect(names).toEqual(expect.arrayContaining(['group-override.tf', 'group-main.tf', 'group-imports.tf', 'main.tf']));
  expect(names).not.toContain('override.tf');
});
