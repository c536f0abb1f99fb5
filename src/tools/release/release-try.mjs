/**
 * Tries the executable of this machine in dist/release/ as a user without Node does: `terraform init` from the mirror, the provider
 * with `terraform validate`, and `platform-iac`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { own } from './platforms.mjs';
import { prefix } from './registry.mjs';
import { runOk } from '../run.mjs';
import { main, Refusal, say } from '../say.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const address = 'registry.terraform.io/platform-iac/platform';

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-try-'));
  try {
    const mirror = join(root, 'dist/release').replaceAll('\\', '/');
    const configuration = join(folder, 'terraform.rc');
    writeFileSync(configuration, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
    const example = readFileSync(join(root, 'examples/plain-hcl/main.tf'), 'utf8');
    writeFileSync(join(folder, 'main.tf'), example.replace(/source = ".*"/, 'source = "platform-iac/platform"'));
    const options = {
      cwd: folder,
      env: { ...process.env, TF_CLI_CONFIG_FILE: configuration, CHECKPOINT_DISABLE: '1' },
    };
    await runOk('terraform', ['init', '-no-color'], options);
    const { output } = await runOk('terraform', ['validate', '-no-color'], options);
    if (!output.includes('The configuration is valid')) throw new Refusal(output);
    const installed = join(folder, '.terraform/providers', address, version, own.name);
    const executable = join(installed, `${prefix}_v${version}${own.suffix}`);
    const help = await runOk(executable, ['review', '--help'], options);
    if (!help.output.includes('Usage: platform-iac review')) throw new Refusal(help.output);
    say(`${own.name}: terraform validate and platform-iac work.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
