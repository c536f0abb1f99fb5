/** `.demo/`: what the demonstration keeps between two runs. The organization and Terraform's state of it belong together. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';
import { Refusal } from './say.mjs';

const dir = join(root, '.demo');

export const startOver = `To start over, delete it: rm -r ${relative(process.cwd(), dir) || dir}`;

/**
 * Opens it for this run alone.
 *
 * @returns what lies where, whether an earlier run left anything, and whether it had applied something (`returning`)
 * @throws {Refusal} when another run is using it, or half of it is missing
 */
export function openDemoFolder() {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // Terraform's state and the keys that the API signs tokens with are nobody else's business.
    chmodSync(dir, 0o700);
  } catch (error) {
    throw new Refusal(`There is no room for the demonstration's state at ${dir}: ${error.message}.`);
  }
  const paths = {
    dir,
    data: join(dir, 'organization.db'),
    cliConfiguration: join(dir, 'terraform.rc'),
    /** The example as it was when it was last applied. */
    applied: join(dir, 'main-applied.ts'),
    /** A version of it that the demonstration has made. */
    edited: join(dir, 'main-edited.ts'),
    lock: join(dir, 'running'),
  };
  claim(paths.lock);
  const hasState = readdirSync(dir).some((name) => name.endsWith('.tfstate'));
  if (hasState && !existsSync(paths.data)) {
    rmSync(paths.lock);
    throw new Refusal(`.demo/ holds Terraform's state, but the organization it describes is gone. ${startOver}`);
  }
  writeFileSync(paths.cliConfiguration, '');
  const used = hasState || existsSync(paths.data);
  return { ...paths, used, returning: hasState, close: () => rmSync(paths.lock, { force: true }) };
}

function claim(lock) {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && isAlive(holder)) {
    throw new Refusal(`Another demonstration is running (process ${holder}). Wait for its end, or stop it.`);
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
