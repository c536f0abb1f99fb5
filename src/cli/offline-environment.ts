/** The environment of an engine that plans against a snapshot: without credentials, and with the API that serves the snapshot. */
import { providerBlock, SNAPSHOT_VARIABLE } from '../resources';

/** Names of variables that hold credentials or say where to get them, of our provider, CI systems, backends and clouds. */
const CREDENTIAL =
  /^(PLATFORM|ACTIONS|TF_HTTP|TF_TOKEN|AWS|AZURE|ARM|GOOGLE|VAULT)_|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|PRIVATE_KEY|ACCESS_KEY|API_KEY|_JWT|^PGPASS|^SSH_AUTH_SOCK$/i;

/** Variables of the configuration: they are values like those in a file. */
const INPUT = /^TF_VAR_/;

/** Settings of Terraform that would lead away from the copy of the stack. */
const PLACE = ['TF_DATA_DIR', 'TF_WORKSPACE'];

/** Returns the variables without credentials. */
export function withoutCredentials(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => INPUT.test(name) || !(CREDENTIAL.test(name) || PLACE.includes(name))),
  );
}

/** Returns the environment of the engine, whose provider reaches only this API. */
export function offlineEnvironment(
  env: NodeJS.ProcessEnv,
  api: { readonly baseUrl: string; readonly token: string },
): NodeJS.ProcessEnv {
  return { ...withoutCredentials(env), ...snapshotVariables(env, api) };
}

/** Returns the variables of a provider that reaches only this API. */
export function snapshotVariables(
  env: NodeJS.ProcessEnv,
  api: { readonly baseUrl: string; readonly token: string },
): NodeJS.ProcessEnv {
  const direct = [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1'].filter(Boolean).join(',');
  return { NO_PROXY: direct, no_proxy: direct, [SNAPSHOT_VARIABLE]: JSON.stringify(api) };
}

/** Returns the settings of a client of this API. */
export function clientEnvironment({
  baseUrl,
  token,
}: {
  readonly baseUrl: string;
  readonly token: string;
}): NodeJS.ProcessEnv {
  return { [providerBlock.base_url.environment]: baseUrl, [providerBlock.token.environment]: token };
}
