/** Finds a Terraform or OpenTofu that is new enough, or fetches one. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../run.mjs';
import { Refusal, say } from '../say.mjs';
import { cachedTerraform, getState } from './terraform-cache.mjs';
import { fetchTerraform } from './terraform-fetch.mjs';

const oldest = [1, 8];

/**
 * The program to run: the one that TERRAFORM_BINARY_NAME names, `terraform` or `tofu` on PATH, or a pinned release
 * fetched into the user's cache folder. Fetches it only if it is missing or its checksum differs.
 *
 * @returns {Promise<{ path: string, name: string, version: string }>}
 */
export async function ensureTerraform(env = process.env) {
  const chosen = env.TERRAFORM_BINARY_NAME;
  if (chosen) {
    const found = await inspect(chosen.includes('/') ? chosen : onPath(chosen, env));
    if (found === undefined) throw new Refusal(`TERRAFORM_BINARY_NAME names ${chosen}, which does not run.`);
    if (!isNewEnough(found))
      throw new Refusal(`${describe(found)} is too old: ${oldest.join('.')} or newer is needed.`);
    return found;
  }
  const tooOld = [];
  for (const name of ['terraform', 'tofu']) {
    const found = await inspect(onPath(name, env));
    if (found === undefined) continue;
    if (isNewEnough(found)) return found;
    tooOld.push(describe(found));
  }
  const cached = cachedTerraform(env);
  const state = getState(cached);
  if (state !== 'intact') {
    const missing =
      tooOld.length > 0 ? `${tooOld.join(' and ')} is too old.` : 'Neither terraform nor tofu is on PATH.';
    const reason = state === 'changed' ? `${cached.path} has changed since its download.` : missing;
    say(`${reason} Downloading Terraform ${cached.version} to ${cached.folder}`);
    await fetchTerraform({ env });
  }
  return { path: cached.path, name: 'Terraform', version: cached.version };
}

/**
 * Returns the environment for Terraform, without the user's CLI configuration, logging and variables, so that the
 * output is the same for everyone.
 */
export function terraformEnvironment(cliConfigurationFile, env = process.env) {
  const kept = Object.entries(env).filter(([name]) => !/^(TF_|PLATFORM_|CDKTF_)/.test(name));
  return {
    ...Object.fromEntries(kept),
    TF_CLI_CONFIG_FILE: cliConfigurationFile,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
  };
}

function describe({ name, version, path }) {
  return `${name} ${version} (${path})`;
}

function isNewEnough({ version }) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

function onPath(name, env) {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

async function inspect(path) {
  if (path === undefined) return undefined;
  const answer = await run(path, ['version', '-json'], {
    env: { PATH: process.env.PATH, CHECKPOINT_DISABLE: '1' },
  }).catch(() => undefined);
  if (answer === undefined || answer.code !== 0) return undefined;
  const version = /"terraform_version"\s*:\s*"([^"]+)"/.exec(answer.output)?.[1];
  if (version === undefined) return undefined;
  return { path, version, name: path.endsWith('tofu') ? 'OpenTofu' : 'Terraform' };
}
