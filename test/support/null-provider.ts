/** Installs the stand-in for `hashicorp/null` where the engine looks for providers before it asks a registry. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundlePlugin } from './bundle-plugin';

const FIXTURE = join(__dirname, '../acceptance/fixture/null-provider.ts');

/** @param home The `HOME` of the engine. */
export function installNullProvider(home: string): void {
  const plugin = bundlePlugin(FIXTURE, 'null');
  const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
  for (const host of ['registry.terraform.io', 'registry.opentofu.org']) {
    const folder = `.terraform.d/plugins/${host}/hashicorp/null/3.2.4/${platform}`;
    const file = join(home, folder, 'terraform-provider-null_v3.2.4');
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(plugin.file, file);
  }
  plugin.remove();
}
