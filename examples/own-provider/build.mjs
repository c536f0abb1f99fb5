/** Bundles the provider into one executable, in the folder that `terraform init` searches. Run it with `node build.mjs`. */
import { chmodSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

// The same as in provider.ts.
const address = 'registry.example/acme/notes';
const version = '0.1.0';
const target = `${platform()}_${arch() === 'x64' ? 'amd64' : arch()}`;

// The file has no extension, so Node may load it as an ES module, depending on its folder. A module has no `require`.
const banner = `#!/usr/bin/env node
var require = process.getBuiltinModule('module').createRequire(process.execPath);`;

const outfile = join('terraform.d/plugins', address, version, target, 'terraform-provider-notes');
await build({
  entryPoints: [join(import.meta.dirname, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  format: 'iife',
  banner: { js: banner },
});
chmodSync(outfile, 0o755);
console.log(`Built ${outfile}`);
