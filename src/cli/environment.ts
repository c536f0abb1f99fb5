import type { RunningEmulator } from '../emulator';

/** Variables that say who to be in another way; with a token beside them, the provider would refuse both. */
const contradicting = ['PLATFORM_IDENTITY_UID', 'PLATFORM_IDENTITY_TOKEN', 'PLATFORM_IDENTITY_TOKEN_FILE'];

type Reached = Pick<RunningEmulator, 'baseUrl' | 'authUrl' | 'token' | 'rootGroupUid'>;

/** What leads the provider, the client and our examples to an emulator, as its administrator. */
function variablesOf({ baseUrl, authUrl, token, rootGroupUid }: Reached): Readonly<Record<string, string>> {
  return {
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_AUTH_URL: authUrl,
    PLATFORM_TOKEN: token,
    ROOT_GROUP_UID: rootGroupUid,
    TF_VAR_root_group_uid: rootGroupUid,
  };
}

/** `env`, so that a command started with it works on the emulator. */
export function environmentFor(emulator: Reached, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !contradicting.includes(name));
  return { ...Object.fromEntries(kept), ...variablesOf(emulator) };
}

/** The same as lines for the `eval` of a shell that has the variables of `env`. */
export function environmentLines(emulator: Reached, env: NodeJS.ProcessEnv): string {
  const unset = contradicting.filter((name) => env[name] !== undefined).map((name) => `unset ${name}`);
  const set = Object.entries(variablesOf(emulator)).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  return [...unset, ...set].map((line) => `${line}\n`).join('');
}
