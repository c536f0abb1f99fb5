/** The settings of the user's npm that an installation without the user's files needs. */
import { spawnSync } from 'node:child_process';

/** The registry, and the file with certificates of the network. No setting with a token. */
const PASSED_SETTINGS = ['registry', 'cafile'];

/**
 * Returns the variables with these settings, as npm reads them from its files and from the environment. An address of the
 * registry that contains a password does not pass: newer versions of npm refuse to print it.
 *
 * @param dir the folder whose `.npmrc` applies
 */
export function npmSettings(dir: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const entries = PASSED_SETTINGS.map((name) => {
    const { stdout, status } = spawnSync('npm', ['config', 'get', name], { cwd: dir, env, encoding: 'utf8' });
    const value = status === 0 ? stdout.trim() : '';
    return [`npm_config_${name}`, isAbsent(value) || hasPassword(value) ? undefined : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isAbsent(value: string): boolean {
  return ['', 'null', 'undefined'].includes(value);
}

function hasPassword(value: string): boolean {
  return /^\w+:\/\/[^/?#]*@/.test(value);
}
