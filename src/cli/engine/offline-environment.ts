/** The environment of an engine that plans against a snapshot: no credential, and the API that serves the snapshot. */
import { providerBlock, SNAPSHOT_VARIABLE } from '../../model/kinds';
import { readRootVariables, type RootVariable } from '../plan/root-variables';

export interface SnapshotApi {
  readonly baseUrl: string;
  readonly token: string;
}

/** The prefix of input variables of the configuration. */
const INPUT_PREFIX = 'TF_VAR_';

/** Parts and beginnings of names of credentials, and of settings of providers, CI systems and clouds. `docs/security.md` shows them. */
export const CREDENTIAL_NAMES = {
  contains: [
    ...['token', 'secret', 'password', 'passwd', 'credential', 'private_key', 'access_key', 'api_key', '_jwt'],
    'ssh_auth_sock',
  ],
  begins: ['platform_', 'actions_', 'tf_http_', 'aws_', 'azure_', 'arm_', 'google_', 'vault_', 'pgpass'],
};

/** The input variables of the environment for Terraform. */
export interface Inputs {
  readonly env: NodeJS.ProcessEnv;
  /** Sentences about variables that Terraform does not get although it would use them. */
  readonly withheld: readonly string[];
}

/**
 * Returns the input variables that a variable of the root module declares, unless the value can be a secret, and those that
 * the user passes by name.
 */
export function selectInputs(env: NodeJS.ProcessEnv, dir: string, passed: readonly string[] = []): Inputs {
  const given = Object.entries(env).filter(([name]) => name.startsWith(INPUT_PREFIX));
  const getReason = createRule(dir);
  const selected: NodeJS.ProcessEnv = {};
  const withheld: string[] = [];
  for (const [name, value] of given) {
    const reason = passed.includes(name) ? undefined : getReason(name.slice(INPUT_PREFIX.length));
    if (reason === undefined) selected[name] = value;
    else if (reason !== UNDECLARED)
      withheld.push(`Terraform does not get ${name}: ${reason}. If it needs the value, pass --pass ${name}.`);
  }
  return { env: selected, withheld };
}

/** Terraform ignores the value of an undeclared variable. */
const UNDECLARED = 'the configuration does not declare it';

/** Returns a function that returns the reason why a variable does not pass. */
function createRule(dir: string): (name: string) => string | undefined {
  let declared: ReadonlyMap<string, RootVariable>;
  try {
    declared = readRootVariables(dir);
  } catch (error) {
    const problem = (error as Error).message.replace(/\.$/, '');
    return () => `its declaration is unknown (${problem})`;
  }
  return (name) => {
    const variable = declared.get(name);
    if (variable === undefined) return UNDECLARED;
    if (variable.isSensitive) return 'the configuration declares it as sensitive or ephemeral';
    return isCredentialName(name.toLowerCase()) ? 'its name looks like that of a credential' : undefined;
  };
}

function isCredentialName(name: string): boolean {
  const { contains, begins } = CREDENTIAL_NAMES;
  return contains.some((part) => name.includes(part)) || begins.some((beginning) => name.startsWith(beginning));
}

/** Returns the variables without those whose names look like that of a credential. */
export function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isCredentialName(name.toLowerCase())));
}

/** Returns the problem of a name for `--pass`. */
export function passProblem(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (!name.startsWith(INPUT_PREFIX))
    return `Cannot pass ${name}: only variables of the configuration can pass. Their names begin with ${INPUT_PREFIX}.`;
  if (env[name] === undefined) return `Cannot pass ${name}: it is not set. Set it, or omit --pass ${name}.`;
  return undefined;
}

/** Returns the variables of a provider that reaches only this API. */
export function snapshotVariables(env: NodeJS.ProcessEnv, { baseUrl, token }: SnapshotApi): NodeJS.ProcessEnv {
  const direct = [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1'].filter(Boolean).join(',');
  return { NO_PROXY: direct, no_proxy: direct, [SNAPSHOT_VARIABLE]: JSON.stringify({ baseUrl, token }) };
}

/** Returns the settings of a client of this API. */
export function clientEnvironment({ baseUrl, token }: SnapshotApi): NodeJS.ProcessEnv {
  return { [providerBlock.base_url.environment]: baseUrl, [providerBlock.token.environment]: token };
}
