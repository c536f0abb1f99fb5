/** The versions of Node that users have, each with the npm that comes with it. `.ci/` pins them. */
import { execFileSync } from 'node:child_process';
import { repository } from './installed-project';

export interface Toolchain {
  readonly node: string;
  readonly npm: string;
}

export const oldest: Toolchain = { node: '20', npm: '10' };
const toolchains: readonly Toolchain[] = [oldest, { node: '24', npm: '12' }];

/** Installs Node and npm into an existing folder. Returns the folder to put on PATH. */
export function installToolchain({ node }: Toolchain, folder: string): string {
  const program = `
    import { installNode } from './src/tools/release/newest-node.mjs';
    console.log(JSON.stringify(await installNode('${node}', ${JSON.stringify(folder)})));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: repository,
    encoding: 'utf8',
  });
  const installed = JSON.parse(output) as { readonly path?: string; readonly reason?: string };
  if (installed.path === undefined) throw new Error(`Cannot install Node ${node}: ${installed.reason ?? ''}`);
  return installed.path;
}

/** Node 24 is in the npm registry for Linux only. */
export const describeWithToolchains =
  process.platform === 'linux' ? describe.each(toolchains) : describe.skip.each(toolchains);
