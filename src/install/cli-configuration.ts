import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_HOST } from '../api';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the advice for a CLI configuration that keeps Terraform from searching `mirror`, or undefined. Any
 * `provider_installation` turns the implied mirrors off, so it must name ours. A file that mentions our host counts as
 * naming it.
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

/** TF_CLI_CONFIG_FILE replaces the file in the home directory even when it names nothing that exists. */
function configurationPath(env: Environment): string | undefined {
  const named = env.TF_CLI_CONFIG_FILE ?? env.TERRAFORM_CONFIG;
  const candidates =
    named !== undefined && named !== ''
      ? [named]
      : ['.terraformrc', '.tofurc'].map((name) => join(env.HOME ?? homedir(), name));
  // Terraform itself complains about a path that is no file.
  return candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
