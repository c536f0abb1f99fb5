/** An organization, a remote state and the repository of the example, after the bootstrap. */
import { startEmulator, type RunningEmulator, type StartOptions } from '../../../src/emulator';
import { startReattach } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { terraform } from '../../support/terraform';
import { exampleRepository, type Clone, type Ended, type Repository } from './repository';
import { startStateService, type StateService } from './state-service';

export type Env = Readonly<Record<string, string>>;
export type Uids = Readonly<Record<'MANAGED_GROUP_UID' | 'PLANNER_UID' | 'APPLIER_UID', string>>;

export interface Stage {
  readonly api: RunningEmulator;
  readonly state: StateService;
  readonly repository: Repository;
  readonly uids: Uids;
  /** The environment of every job. */
  readonly common: Env;
  /** Bootstraps like a person with their own token: reads the report, and applies it. */
  bootstrap(token: string): Promise<Uids>;
  /** Returns the writes since the last call, by method, path and status. */
  writes(): Promise<string[]>;
  close(): Promise<void>;
}

export interface StageOptions extends Pick<StartOptions, 'random' | 'seed'> {
  /** Changes the program of the bootstrap. */
  readonly bootstrapping?: (clone: Clone) => void;
  /** Bootstraps like a person with their own token: {@link Stage.bootstrap}. @default Terraform applies the program without a review */
  readonly isReviewed?: boolean;
}

export async function setStage({
  seed = { groups: [{ name: 'acme' }] },
  random,
  bootstrapping,
  isReviewed = false,
}: StageOptions = {}): Promise<Stage> {
  const api = await startEmulator({ seed, ...(random && { random }) });
  const state = await startStateService();
  const repository = exampleRepository();
  const common = {
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_AUTH_URL: api.authUrl,
    STATE_URL: state.url,
    TF_HTTP_USERNAME: 'ci',
  };
  const synthesized = async (token: string) => {
    const clone = repository.clone(bootstrapping);
    const credentials = { PLATFORM_TOKEN: token, TF_HTTP_PASSWORD: state.passwords.writes };
    const env = { ...common, ...credentials, ...bootstrapSettings(api), STACK: 'bootstrap', FAIL_ON: '' };
    expectDone(await clone.run(['./pipeline.sh', 'synth'], env));
    return { clone, env };
  };
  const bootstrap = async (token: string): Promise<Uids> => {
    const { clone, env } = await synthesized(token);
    expectDone(await clone.run(['./pipeline.sh', 'plan'], env));
    expectDone(await clone.run(['./pipeline.sh', 'apply', digestIn(clone)], env));
    const outputs = await clone.run(['./pipeline.sh', 'output'], env);
    expectDone(outputs);
    return Object.fromEntries(
      outputs.stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    ) as Uids;
  };
  const applied = async (token: string): Promise<Uids> => {
    const { clone, env } = await synthesized(token);
    const provider = await startReattach(createProvider({ env }), { env: {} });
    const tf = terraform({
      files: {
        'stack.tf.json': clone.read('out/stack.json'),
        'backend_override.tf': 'terraform {\n  backend "http" {}\n}\n',
      },
      env: { ...env, ...provider.env, TF_HTTP_ADDRESS: `${state.url}/bootstrap` },
    });
    try {
      await tf.init();
      await tf.apply();
      const outputs = JSON.parse((await tf.ok('output', '-json')).stdout) as Record<keyof Uids, { value: string }>;
      return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])) as Uids;
    } finally {
      tf.close();
      await provider.close();
    }
  };
  const close = async (): Promise<void> => {
    repository.close();
    await state.close();
    await api.close();
  };
  // No caller could close them.
  const uids = await (isReviewed ? bootstrap : applied)(api.token).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    api,
    state,
    repository,
    common,
    bootstrap,
    uids,
    writes: async () => {
      const entries = await api.requestLog.entries();
      await api.requestLog.clear();
      return entries
        .filter(({ method, path }) => method !== 'GET' && path.startsWith('/iam'))
        .map(({ method, path, status }) => `${method} ${path} ${status}`);
    },
    close,
  };
}

/** The environment variables of `bootstrap.ts`. */
export function bootstrapSettings({ rootGroupUid, authUrl }: RunningEmulator): Env {
  return { ROOT_GROUP_UID: rootGroupUid, OIDC_ISSUER: `${authUrl}/oidc` };
}

/** The claims of GitHub in the token of a job, with the ids of this repository. */
export const claimsOf = (workflow: string): Env => ({
  repository_owner_id: '1234',
  repository_id: '5678',
  ref: 'refs/heads/main',
  workflow_ref: `acme/organization/.github/workflows/${workflow}.yml@refs/heads/main`,
});

export const subjects = {
  main: 'repo:acme@1234/organization@5678:ref:refs/heads/main',
  production: 'repo:acme@1234/organization@5678:environment:production',
};

export function expectDone(ended: Ended): void {
  if (ended.code !== 0) throw new Error(`exit code ${ended.code}\n${ended.printed}`);
}

export const digestIn = (clone: Clone): string => clone.read('out/digest').trim();

export const describing = (from: string, to: string) => (clone: Clone) => clone.edit('organization.ts', from, to);
