/** `.demo/`: the organization and the Terraform state that the demo keeps between two runs. They belong together. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../ensure.mjs';
import { Refusal } from '../say.mjs';

const dir = join(root, '.demo');

export const startOver = `To start over, delete it: rm -r ${relative(process.cwd(), dir) || dir}`;

/**
 * Opens the folder, and locks it for this run.
 *
 * @returns the paths; `used` is true if the folder has data, `returning` if an earlier run has applied something
 * @throws {Refusal} if another run uses the folder, or half of its content is missing
 */
export function openDemoFolder() {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // The folder contains Terraform's state and the keys that sign tokens.
    chmodSync(dir, 0o700);
  } catch (error) {
    throw new Refusal(`Cannot write the state of the demo to ${dir}: ${error.message}.`);
  }
  const paths = {
    dir,
    data: join(dir, 'organization.db'),
    cliConfiguration: join(dir, 'terraform.rc'),
    /** The example of the last apply. */
    applied: join(dir, 'main-applied.ts'),
    /** The version of the example that the demo writes. */
    edited: join(dir, 'main-edited.ts'),
    lock: join(dir, 'running'),
  };
  claim(paths.lock);
  const hasState = readdirSync(dir).some((name) => name.endsWith('.tfstate'));
  if (hasState && !existsSync(paths.data)) {
    rmSync(paths.lock);
    throw new Refusal(`.demo/ contains a Terraform state, but not its organization. ${startOver}`);
  }
  writeFileSync(paths.cliConfiguration, '');
  const used = hasState || existsSync(paths.data);
  return { ...paths, used, returning: hasState, close: () => rmSync(paths.lock, { force: true }) };
}

function claim(lock) {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && isAlive(holder)) {
    throw new Refusal(`Another demo is running (process ${holder}). Wait for its end, or stop it.`);
  }
  writeFileSync(lock, String(process.pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
