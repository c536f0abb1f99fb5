import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';
import { run } from './run.mjs';
import { Refusal } from './say.mjs';

/**
 * Runs a CDKTF program of this repository in `cwd`.
 *
 * @returns {Promise<readonly { name: string, dir: string }[]>} the stacks it made, with the folders to run Terraform in
 */
export async function synth(program, { cwd, env }) {
  const { code, output } = await run(process.execPath, ['--import', 'tsx', program], {
    cwd,
    env: { ...env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), CDKTF_OUTDIR: join(cwd, 'cdktf.out') },
  });
  if (code !== 0) throw new Refusal(`${program} stopped with an error:\n\n${output}`);
  const { stacks } = JSON.parse(readFileSync(join(cwd, 'cdktf.out/manifest.json'), 'utf8'));
  return Object.values(stacks).map(({ name, workingDirectory }) => ({
    name,
    dir: join(cwd, 'cdktf.out', workingDirectory),
  }));
}
