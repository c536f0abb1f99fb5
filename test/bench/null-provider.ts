/**
 * The null provider, which is written in Go and does nothing: the least that a provider costs. npm does not contain it, so `NULL_PROVIDER`
 * names the file `terraform-provider-null` that `go build` made of its sources. Without it, the benches omit their ratios to it.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Terraform } from '../support/terraform';
import { organizationOf } from './organization';

export const nullProvider = process.env['NULL_PROVIDER'];

/** Any version: Terraform accepts the folder's name. */
const VERSION = '3.2.4';
const PLATFORM = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** Returns a configuration with the references of `platformConfig`. */
export function nullConfig(total: number): string {
  const { groups } = organizationOf(total);
  return Array.from({ length: total }, (_, index) => {
    const group = index < groups ? '"root"' : `null_resource.n${index % groups}.id`;
    return `resource "null_resource" "n${index}" {\n triggers = { group = ${group}, name = "n${index}" }\n}`;
  }).join('\n');
}

/** Returns the state of `nullConfig`. */
export function nullState(total: number): string {
  const { groups } = organizationOf(total);
  const provider = 'provider["registry.terraform.io/hashicorp/null"]';
  const resources = Array.from({ length: total }, (_, index) => {
    const triggers = { group: index < groups ? 'root' : `id-${index % groups}`, name: `n${index}` };
    const instances = [{ schema_version: 0, attributes: { id: `id-${index}`, triggers } }];
    return { mode: 'managed', type: 'null_resource', name: `n${index}`, provider, instances };
  });
  return JSON.stringify({ version: 4, serial: 1, lineage: 'bench', outputs: {}, resources });
}

/** Installs it as users install a provider. Terraform then verifies its checksum in each command. */
export async function installNullProvider(tf: Terraform): Promise<void> {
  const folder = join(tf.dir, 'terraform.d/plugins/registry.terraform.io/hashicorp/null', VERSION, PLATFORM);
  mkdirSync(folder, { recursive: true });
  copyFileSync(nullProvider ?? '', join(folder, `terraform-provider-null_v${VERSION}`));
  await tf.init();
}
