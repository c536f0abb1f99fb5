/** Installs a stand-in for a public provider where the engine looks for providers before it asks a registry. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundlePlugin } from './bundle-plugin';

const fixtures = join(__dirname, '../acceptance/fixture');

/** The versions that the stand-ins have. */
const VERSIONS = { null: '3.2.4', http: '3.5.0' } as const;

/** @param home The `HOME` of the engine. */
export function installStandIn(home: string, name: keyof typeof VERSIONS): void {
  const plugin = bundlePlugin(join(fixtures, `${name}-provider.ts`), name);
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const version = VERSIONS[name];
  for (const host of ['registry.terraform.io', 'registry.opentofu.org']) {
    const folder = `.terraform.d/plugins/${host}/hashicorp/${name}/${version}/${platform}`;
    const file = join(home, folder, `terraform-provider-${name}_v${version}`);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(plugin.file, file);
  }
  plugin.remove();
}
