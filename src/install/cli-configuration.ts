import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_HOST } from '../model/api';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns advice for a CLI configuration that prevents Terraform from searching `mirror`, or undefined. Any
 * `provider_installation` block disables the implied mirrors, so it must name ours. A file that contains our host
 * counts as naming it.
 */
export function mirrorNotice(mirror: string, env: Environment = process.env): string | undefined {
  const path = configurationPath(env);
  if (path === undefined) return undefined;
  const text = readFileSync(path, 'utf8').replace(/^\s*(#|\/\/).*$/gm, '');
  if (!/\bprovider_installation\b/.test(text) || text.includes(PROVIDER_HOST)) return undefined;
  return [
    `${path} has a provider_installation block, so Terraform does not search ${mirror} automatically.`,
    'Add this to the block:',
    '',
    '  filesystem_mirror {',
    `    path    = ${JSON.stringify(mirror)}`,
    `    include = ["${PROVIDER_HOST}/*/*"]`,
    '  }',
    '',
    `and, to its direct or network_mirror block: exclude = ["${PROVIDER_HOST}/*/*"]`,
  ].join('\n');
}

/** Returns true if the CLI configuration replaces installed providers by those of a developer. */
export function hasDevelopmentOverrides(env: Environment): boolean {
  const path = configurationPath(env);
  return path !== undefined && /\bdev_overrides\b/.test(readFileSync(path, 'utf8'));
}

/** TF_CLI_CONFIG_FILE replaces the file in the home directory, even if its file does not exist. */
function configurationPath(env: Environment): string | undefined {
  const named = env.TF_CLI_CONFIG_FILE ?? env.TERRAFORM_CONFIG;
  const candidates =
    named !== undefined && named !== ''
      ? [named]
      : ['.terraformrc', '.tofurc'].map((name) => join(env.HOME ?? homedir(), name));
  // Terraform itself complains about a path that is no file.
  return candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
