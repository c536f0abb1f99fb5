import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';
import { run } from './run.mjs';
import { Refusal } from './say.mjs';

/** The program is wrong, not what surrounds it. */
export class ProgramError extends Refusal {}

/**
 * Runs a CDKTF program of this repository in `cwd`.
 *
 * @returns {Promise<readonly { name: string, dir: string }[]>} the stacks it made, with the folders to run Terraform in
 */
export async function synth(program, { cwd, env }) {
  const { code, output } = await run(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    cwd,
    env: { ...env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), CDKTF_OUTDIR: join(cwd, 'cdktf.out') },
  });
  if (code !== 0) throw new ProgramError(`${relative(root, program)} stopped with an error:\n\n${messageIn(output)}`);
  const { stacks } = JSON.parse(readFileSync(join(cwd, 'cdktf.out/manifest.json'), 'utf8'));
  return Object.values(stacks).map(({ name, workingDirectory }) => ({
    name,
    dir: join(cwd, 'cdktf.out', workingDirectory),
  }));
}

/** What a thrown error says, without where in the code it was thrown; all of it if it was something else. */
function messageIn(output) {
  return (
    /^(?:\w*Error(?: \[\w+\])?: )?(.*?)(?=\n+(If you wish to ignore|\s+at ))/ms.exec(
      output.slice(output.search(/^\w*Error\b/m)),
    )?.[1] ?? output
  );
}
