/**
 * The environment of a child process that must not see credentials. It lists what passes, because nobody can list every
 * name of a credential.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { providerBlock } from '../../model/kinds';
import { ENGINES } from './run-engine';

/** The variables that pass, with the reason. `docs/security.md` shows this list. */
export const PASSED_VARIABLES = {
  'Language and time zone of messages': ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'TZ'],
  'Folder of temporary files': ['TMPDIR', 'TMP', 'TEMP'],
  'Proxies for downloads': [
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
    ...['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
  ],
  'Certificates of your network': ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  'CLI configuration and plugin cache of Terraform': [
    'TF_CLI_CONFIG_FILE',
    'TF_PLUGIN_CACHE_DIR',
    'TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE',
  ],
  'Turns off the search of Terraform for a newer version': ['CHECKPOINT_DISABLE'],
  'Required by programs on Windows': ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT'],
} as const;

const passed: ReadonlySet<string> = new Set(Object.values(PASSED_VARIABLES).flat());

/** The variables of our provider that say where the API is, and how to get a token. Only Terraform gets them. */
const ofProvider: ReadonlySet<string> = new Set([
  ...Object.values(providerBlock).flatMap((field) => ('environment' in field ? [field.environment] : [])),
  ...['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'NODE_TLS_REJECT_UNAUTHORIZED'],
]);

/** Returns the variables that pass to every child process, without PATH and HOME. */
export function passedVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return selected(env, passed);
}

/** Returns the address and the credentials of the API, for a Terraform that plans with our provider. */
export function providerVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return selected(env, ofProvider);
}

function selected(env: NodeJS.ProcessEnv, names: ReadonlySet<string>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.has(name)));
}

export interface ChildEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** Deletes the temporary home. */
  close(): void;
}

/**
 * Returns the variables that pass, PATH, and a temporary home. The home has a link to the plugins that
 * `platform-iac install --user` installs, and no credential or configuration.
 */
export function createChildEnvironment(env: NodeJS.ProcessEnv = process.env): ChildEnvironment {
  const home = mkdtempSync(join(tmpdir(), 'platform-iac-home-'));
  linkPlugins(env['HOME'] ?? homedir(), home);
  return {
    env: { ...passedVariables(env), PATH: searchPath(env), HOME: home, USERPROFILE: home, APPDATA: home },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function linkPlugins(home: string, target: string): void {
  const plugins = join(resolve(home), '.terraform.d', 'plugins');
  if (!existsSync(plugins)) return;
  mkdirSync(join(target, '.terraform.d'));
  symlinkSync(plugins, join(target, '.terraform.d', 'plugins'), 'junction');
}

/** The folders of the engine and of Node come first, so that the same programs run as in this process. */
function searchPath(env: NodeJS.ProcessEnv): string {
  // A relative entry would name another folder in the folder of the child.
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).map((folder) => resolve(folder));
  const engine = engineFolder(env, folders);
  return [...new Set([...(engine === undefined ? [] : [engine]), dirname(process.execPath), ...folders])].join(
    delimiter,
  );
}

function engineFolder({ TERRAFORM_BINARY_NAME: chosen }: NodeJS.ProcessEnv, folders: readonly string[]) {
  if (chosen?.includes(sep)) return dirname(resolve(chosen));
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const hasCommand = (folder: string, command: string): boolean =>
    suffixes.some((suffix) => existsSync(join(folder, `${command}${suffix}`)));
  const commands = chosen ? [chosen] : ENGINES;
  const found = commands.map((command) => folders.find((folder) => hasCommand(folder, command)));
  return found.find((folder) => folder !== undefined);
}
