import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../ensure.mjs';
import { run } from '../run.mjs';
import { Refusal } from '../say.mjs';

const typeScript = join(import.meta.dirname, 'typescript-programs.cjs');

/** An error of the user's program, not of its environment. */
export class FailedCommandError extends Refusal {}

/**
 * Runs a CDKTF program of this repository in `cwd`.
 *
 * @returns {Promise<readonly { name: string, dir: string }[]>} the stacks it made, with the folders to run Terraform in: each
 *   after those that it refers to
 */
export async function synth(program, { cwd, env }) {
  const manifest = join(cwd, 'cdktf.out/manifest.json');
  // Otherwise that of an earlier run would be taken for this one's.
  rmSync(manifest, { force: true });
  const { code, output } = await run(process.execPath, ['--require', typeScript, program], {
    cwd,
    env: { ...env, CDKTF_OUTDIR: join(cwd, 'cdktf.out') },
  });
  const name = relative(root, program);
  if (code !== 0) throw new FailedCommandError(`${name} stopped with an error:\n\n${messageIn(output, program)}`);
  if (!existsSync(manifest)) throw new FailedCommandError(`${name} creates no stack. End it with app.synth().`);
  const { stacks } = JSON.parse(readFileSync(manifest, 'utf8'));
  return inOrder(stacks).map(({ name, workingDirectory }) => ({
    name,
    dir: join(cwd, 'cdktf.out', workingDirectory),
  }));
}

/** Returns the stacks of a manifest, each after those that it depends on. */
export function inOrder(stacks) {
  const ordered = new Set();
  const add = (stack) => {
    for (const name of stack.dependencies) add(stacks[name]);
    ordered.add(stack);
  };
  for (const stack of Object.values(stacks)) add(stack);
  return [...ordered];
}

/** Returns the message of a thrown error and its line in the program; all of the output for other failures. */
function messageIn(output, program) {
  const thrown = output.slice(output.search(/^\w*Error\b/m));
  const [, message] = /^(?:\w*Error(?: \[\w+\])?: )?(.*?)(?=\n+(If you wish to ignore|\s+at ))/ms.exec(thrown) ?? [];
  if (message === undefined) return output;
  const [, line] = thrown.split(program)[1]?.match(/^:(\d+):\d+\)?$/m) ?? [];
  // Synth problems name constructs: their line is always that of app.synth().
  return line === undefined || message.startsWith('Validation failed') ? message : `${message} (line ${line})`;
}
