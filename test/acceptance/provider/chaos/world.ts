/** The environment of a history: the real terraform, the built provider, and the emulator behind a proxy with faults. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { CAPABILITIES } from '../../../../src/model/api';
import type { RunningEmulator } from '../../../../src/emulator';
import { liveLikeFaults } from '../../../../src/emulator/faults/live-like';
import { declarations } from '../../../../src/model/kinds';
import { typeName } from '../../../../src/model/schema';
import { builtCli } from '../../../support/built';
import { startFaultProxy, type Meets } from '../../../support/fault-proxy';
import { diagnosticsIn, type Run, type RunningCommand, type Terraform } from '../../../support/terraform';
import type { Diagnostic } from '../../../support/terraform-json';
import { setProcessStage } from '../process-stage';
import { header, noLag } from '../stage';
import { secretOf, typeOf, type Collection, type Configuration } from './configuration';
import { hclOf } from './hcl';
import { existingIn, make, makeBystanders, roleUid, type Existing } from './organization';
import { createWatch, type Watch } from '../../../support/watch';

export interface Passing {
  readonly method: string;
  readonly path: string;
}

export interface World {
  readonly tf: Terraform;
  readonly emulator: RunningEmulator;
  /** Sets the fault of the next requests; `undefined` for none. */
  meet(meets: ((request: Passing) => Meets) | undefined): void;
  /** Lets the service trim all values from now on. */
  normalise(): void;
  /** Lets a gateway compress all responses from now on. */
  compress(): void;
  /** Limits the page size of lists from now on. */
  shorten(pageSize: number): void;
  /** From now on, reads lag behind writes, new groups reject calls for a moment, and a rate limit applies. */
  liveLike(): Promise<void>;
  /** The runs during `work` have a token that may do everything but list these kinds. */
  whileBlind(kinds: readonly Collection[], work: () => Promise<void>): Promise<void>;
  /** Writes the configuration, with these import blocks. */
  configure(configuration: Configuration, imports?: readonly string[]): void;
  apply(...args: readonly string[]): Promise<Applied>;
  startApply(): RunningCommand;
  /** Returns the output of `platform-iac drift` for the state. */
  drift(): Promise<string>;
  /** Runs Terraform, and stores its output. */
  run(...args: readonly string[]): Promise<Run>;
  /** Returns everything under the root group except the bystanders. */
  existing(): Promise<Existing[]>;
  /** Returns the bystanders that have changed, although they must not. */
  touchedBystanders(): Promise<string[]>;
  /** The requests between the provider and the API. */
  readonly watch: Watch;
  /** Returns the files and outputs that contain a token or another secret. */
  leaks(): string[];
  close(): Promise<void>;
}

export interface Applied extends Run {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

const LIVE_LIKE = { lagMs: 300, newGroupMs: 300, requestsPerSecond: 200 };

/** Longer than the lag, but short: a history deletes objects that are not much older. */
const lagging = `
provider "platform" {
  propagation_timeout_seconds = 1
}
`;

const applying = ['apply', '-json', '-auto-approve', '-input=false'];

export async function startWorld(): Promise<World> {
  const stage = await setProcessStage('');
  const { tf, rootGroupUid: root } = stage;
  const printed: string[] = [];
  const watch = createWatch();
  const { secrets } = watch;
  secrets.add(stage.token);
  let meets: ((request: Passing) => Meets) | undefined;
  let isNormalising = false;
  let isCompressing = false;
  let pageSize: number | undefined;
  let isLiveLike = false;
  /** The test's own calls see every write, and no group rejects them. */
  const visible = async (): Promise<void> => {
    if (isLiveLike) await setTimeout(LIVE_LIKE.lagMs + 50);
  };

  /** Changes the audience of tokens to the API, whose address the provider does not know, and limits pages. */
  const forwarded = (path: string): string => {
    const url = new URL(path, stage.baseUrl);
    if (url.pathname === '/sts/exchange') url.searchParams.set('aud', stage.baseUrl);
    else if (pageSize !== undefined && url.searchParams.has('page_size'))
      url.searchParams.set('page_size', String(pageSize));
    return `${url.pathname}${url.search}`;
  };
  const always = (): Meets => (isNormalising ? { rewritten: trimmed } : undefined);
  const proxy = await startFaultProxy(stage.baseUrl, (request) => meets?.(request) ?? always(), {
    served: watch.served,
    forwarded,
    encoding: () => (isCompressing ? 'gzip' : undefined),
  });

  await makeBystanders(stage);
  const workload = await assumable(stage);
  const tokenFile = join(tf.dir, '..', 'oidc-token');
  writeFileSync(tokenFile, workload.token);
  secrets.add(workload.token);
  const identified = { PLATFORM_IDENTITY_UID: workload.uid, PLATFORM_IDENTITY_TOKEN_FILE: tokenFile };
  Object.assign(tf.env, {
    PLATFORM_TOKEN: undefined,
    PLATFORM_BASE_URL: proxy.url,
    PLATFORM_AUTH_URL: proxy.url,
    ...identified,
  });
  const bystanders = new Map((await existingIn(stage)).map((each) => [getId(each), shownOf(each)]));

  const kept = <T extends Run>(run: T): T => {
    printed.push(run.text);
    return run;
  };
  return {
    tf,
    emulator: stage,
    async whileBlind(kinds, work) {
      const hidden = declarations
        .filter((declaration) => kinds.some((kind) => typeOf[kind] === typeName(declaration)))
        .map(({ capability }) => `${capability}.list`);
      const capabilities = CAPABILITIES.filter((name) => !hidden.includes(name));
      const token = await stage.tokenFor(stage.administratorUid, capabilities);
      secrets.add(token);
      Object.assign(tf.env, {
        PLATFORM_TOKEN: token,
        PLATFORM_IDENTITY_UID: undefined,
        PLATFORM_IDENTITY_TOKEN_FILE: undefined,
      });
      try {
        await work();
      } finally {
        Object.assign(tf.env, { PLATFORM_TOKEN: undefined, ...identified });
      }
    },
    drift: () => {
      const state = join(tf.dir, 'terraform.tfstate');
      const env = { PATH: process.env['PATH'], PLATFORM_BASE_URL: stage.baseUrl, PLATFORM_TOKEN: stage.token };
      const args = [builtCli(), 'drift', '--root', root, '--state', state];
      // It ends with 1 if it finds something.
      return new Promise((resolve) => void execFile(process.execPath, args, { env }, (_, stdout) => resolve(stdout)));
    },
    meet: (next) => void (meets = next),
    normalise: () => void (isNormalising = true),
    compress: () => void (isCompressing = true),
    shorten: (size) => void (pageSize = size),
    liveLike: async () => {
      isLiveLike = true;
      for (const fault of liveLikeFaults(LIVE_LIKE)) await stage.faults.add(fault);
    },
    configure: (configuration, imports = []) => {
      const version = configuration.identityProviders[0]?.secretVersion;
      const secret = version === undefined ? undefined : secretOf(version);
      if (secret !== undefined) secrets.add(secret);
      tf.env['TF_VAR_secret'] = secret;
      tf.write({
        'main.tf': [header, isLiveLike ? lagging : noLag, hclOf(configuration, root), ...imports].join('\n'),
      });
    },
    apply: async (...args) => {
      const run = kept(await tf.run(...applying, ...args));
      const [errors = [], warnings = []] = ['error', 'warning'].map((level) =>
        diagnosticsIn(run.stdout).filter(({ severity }) => severity === level),
      );
      return { ...run, errors, warnings };
    },
    startApply: () => {
      const command = tf.start(...applying);
      void command.done.then(kept).catch(() => undefined);
      return command;
    },
    run: async (...args) => kept(await tf.run(...args)),
    existing: async () => {
      await visible();
      return (await existingIn(stage)).filter((each) => !bystanders.has(getId(each)));
    },
    touchedBystanders: async () => {
      await visible();
      const now = new Map((await existingIn(stage)).map((each) => [getId(each), shownOf(each)]));
      return [...bystanders].filter(([id, shown]) => now.get(id) !== shown).map(([id, shown]) => `${id} ${shown}`);
    },
    watch,
    leaks: () => {
      const texts = [...textsIn(tf.dir), ...printed.map((text) => ['an output', text] as const)];
      const leaking = texts.filter(([, text]) => [...secrets].some((secret) => text.includes(secret)));
      return leaking.map(([name]) => name);
    },
    close: async () => {
      await proxy.close();
      await stage.close();
    },
  };
}

/** Creates an identity that owns the organization, and the OIDC token of a workload that can assume it. */
async function assumable(emulator: RunningEmulator) {
  const { rootGroupUid: root } = emulator;
  const claimMatch = { issuer: emulator.oidcIssuer, subject: 'pipeline' };
  const uid = await make(emulator, 'identities', root, { name: 'pipeline', claimMatch });
  await make(emulator, 'roleBindings', root, { identityUid: uid, roleUid: await roleUid(emulator, 'owner') });
  return { uid, token: await emulator.oidcToken({ subject: 'pipeline', lifetimeSeconds: 7_200 }) };
}

function getId({ collection, uid }: Existing): string {
  return `${collection} ${uid}`;
}

/** Returns the object without the fields that change with its use. */
function shownOf({ object }: Existing): string {
  return JSON.stringify({ ...object, lastSeenTime: undefined });
}

/** Returns every file in the folder except the configuration, with the contents of saved plans. */
function textsIn(dir: string): (readonly [name: string, text: string])[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'main.tf')
    .flatMap(({ name }) => {
      const bytes = readFileSync(join(dir, name));
      if (name.includes('tfstate')) return [[name, withPrivateData(bytes.toString())] as const];
      if (!name.endsWith('.bin')) return [[name, bytes.toString()] as const];
      return Object.entries(unzipSync(bytes)).map(
        ([part, content]) => [`${name}: ${part}`, Buffer.from(content).toString('latin1')] as const,
      );
    });
}

/** Decodes the private state, which state files contain in Base64. */
function withPrivateData(state: string): string {
  const encoded = [...state.matchAll(/"private": "([^"]*)"/g)].map(([, text = '']) => text);
  return [state, ...encoded.map((text) => Buffer.from(text, 'base64').toString())].join('\n');
}

function trimmed(body: string): string {
  return body === ''
    ? body
    : JSON.stringify(JSON.parse(body, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value)));
}
