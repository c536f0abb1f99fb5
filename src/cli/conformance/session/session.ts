/** A session with a service: the group of the run, the tools of the cases, and the removal of everything at the end. */
import type { ApiVersion } from '../../../model/api';
import type { Fetch, Whoami } from '../../../client';
import { holdsCapability, realRuntime, type TransportOptions } from '../../../client/internal';
import { RuleDifference, NotTried, requireCode } from '../http/difference';
import { type HttpAnswer, createAnswer, textMember } from '../http/answer';
import { createAssume } from './assume';
import type { Kit } from './kit';
import { measureLag } from './lag';
import { createMark } from './marked-group';
import { createObjects, createOnce } from './objects';
import { removeAbandoned, type Remover, removeRun } from './removal';
import { createRequests } from './requests';
import { getGroupByRpc } from './rpc';
import { createTokenSigner } from './signed-token';

export interface SessionOptions extends Pick<TransportOptions, 'clock' | 'random' | 'sleep' | 'requestsPerSecond'> {
  readonly baseUrl: string;
  /** @default the base URL */
  readonly authUrl?: string | undefined;
  readonly version: ApiVersion;
  readonly parent: string;
  readonly throwawayRoot?: string | undefined;
  /** Returns a valid token of the caller of the run. */
  readonly token: (signal: AbortSignal) => Promise<string>;
  /** The capabilities of the caller. Absent: unknown. */
  readonly whoami?: Whoami | undefined;
  /** The package of gRPC services, before domain and version. @default platform */
  readonly grpcPackage?: string | undefined;
  /** @default requests over the network */
  readonly fetch?: Fetch | undefined;
  /** Ends the cases. The removal continues. */
  readonly signal: AbortSignal;
}

export interface ConformanceSession {
  readonly kit: Kit;
  /** Texts that no report may contain. */
  readonly secrets: readonly string[];
  /** Removes everything. Returns a line for each object that is left. */
  close(): Promise<readonly string[]>;
}

const NEW_GROUP_MS = 40_000;
const POLL_MS = 500;
const GRPC_PACKAGE = 'chainguard.platform';

/** Opens a session. Throws an `Error` if the caller cannot create a group beneath the parent. */
export async function openSession(options: SessionOptions): Promise<ConformanceSession> {
  const { baseUrl, authUrl = baseUrl, version, parent, signal, whoami, throwawayRoot = '' } = options;
  const { sleep: sleepUntil, clock } = realRuntime(options);
  const requests = createRequests({ ...options, authUrl });
  const { exchange, request } = requests;
  const mark = createMark(new Date(clock()));
  const once = createOnce();
  let lastProvider: Promise<unknown> = Promise.resolve();
  const removing = new AbortController();
  const sleep = (ms: number): Promise<void> => sleepUntil(ms, signal);
  let refusesNewGroups = false;
  let lagMs = 0;
  let names = 0;

  const send: Kit['send'] = async (method, url, given = {}) => {
    for (;;) {
      const answer = await request(method, url, given, signal);
      const isRefused = given.caller === undefined && answer.code === 'PERMISSION_DENIED';
      if (isRefused && refusesNewGroups && requests.namesNewGroup(answer.sent.url, NEW_GROUP_MS)) {
        await sleep(POLL_MS);
        continue;
      }
      if (method !== 'GET' && answer.code === 'OK' && lagMs > 0) await sleep(lagMs);
      return answer;
    }
  };

  const ok: Kit['ok'] = async (method, url, given = {}) => {
    const answer = await send(method, url, given);
    if (answer.code === 'OK') return answer;
    if (answer.code === 'PERMISSION_DENIED' && given.caller === undefined && whoami === undefined)
      throw new NotTried(`the caller may not do this: ${String(answer.json['message'])}`);
    throw new RuleDifference('the request succeeds', answer);
  };

  const fails: Kit['fails'] = async (code, method, target, { field, ...given } = {}) => {
    const answer = await send(method, target, given);
    requireCode(answer, code, field);
    return answer;
  };

  /** Creates a group and waits until the service accepts calls in it (contract F1). */
  async function makeGroup(parentUid: string, body: object): Promise<string> {
    const answer = await send('POST', `groups/${parentUid}`, { body });
    const { uid } = answer.json;
    if (answer.code !== 'OK' || typeof uid !== 'string') throw new RuleDifference('the group is created', answer);
    const until = clock() + NEW_GROUP_MS;
    for (;;) {
      const { code } = await request('GET', `groups/${uid}`, {}, signal);
      if (code === 'PERMISSION_DENIED') refusesNewGroups = true;
      if ((code !== 'PERMISSION_DENIED' && code !== 'NOT_FOUND') || clock() > until) return uid;
      await sleep(POLL_MS / 5);
    }
  }

  const subgroup: Kit['subgroup'] = (of) =>
    once(`group ${of}`, async () => {
      const end = of.lastIndexOf('/');
      const above = end < 0 ? kit.group : await subgroup(of.slice(0, end));
      return makeGroup(above, { name: `group ${of.slice(end + 1)}` });
    });

  /** Runs the action when the previous provider is deleted. */
  const withProvider: Kit['withProvider'] = (use) => {
    const result = lastProvider.then(async () => {
      const provider = await kit.make('identityProviders', { ...mark }, throwawayRoot);
      try {
        return await use(provider);
      } finally {
        await request('DELETE', `identityProviders/${String(provider['uid'])}`, {}, removing.signal);
      }
    });
    lastProvider = result.catch(() => undefined);
    return result;
  };

  const kit: { -readonly [Name in keyof Kit]: Kit[Name] } = {
    ...({ version, parent, throwawayRoot, baseUrl, authUrl, group: '' } as Kit),
    ...{ mark, send, ok, fails, subgroup, exchange, sleep, withProvider },
    name: () => `iac conformance ${++names}`,
    signer: () => once('signer', () => createTokenSigner()),
    holds: (capability) => whoami === undefined || holdsCapability(whoami, capability, parent),
    refusesNewGroups: () => refusesNewGroups,
    getGroupByRpc: async (uid) => {
      const token = await options.token(signal);
      return getGroupByRpc({ baseUrl, version, package: options.grpcPackage ?? GRPC_PACKAGE, token }, uid);
    },
  };
  // These tools use each other.
  Object.assign(kit, createObjects(kit, once), { assume: createAssume(kit, once) });

  const remover: Remover = {
    sleep: (ms) => sleepUntil(ms, removing.signal),
    send: async (method, url, query = {}) => {
      try {
        return await request(method, url, { query }, removing.signal);
      } catch (error) {
        // A removal tries every object. The last request of the round reports the problem.
        return failedAnswer(method, url, error);
      }
    },
  };

  const close: ConformanceSession['close'] = async () => {
    try {
      return await removeRun(remover, { group: kit.group, created: requests.created });
    } finally {
      removing.abort();
      await requests.close();
    }
  };

  try {
    await removeAbandoned(remover, { parent, throwawayRoot }, clock());
    signal.throwIfAborted();
    kit.group = await makeGroup(parent, mark);
    lagMs = await measureLag(kit, clock);
  } catch (error) {
    const left = await close();
    const note = left.length === 0 ? '' : ` Left behind: ${left.join(', ')}.`;
    throw new Error(`Cannot create a group beneath ${parent}: ${getReason(error)}.${note}`, { cause: error });
  }
  return { kit, secrets: requests.secrets, close };
}

function getReason(error: unknown): string {
  const answer = error instanceof RuleDifference ? error.answers.at(-1) : undefined;
  if (answer === undefined) return (error as Error).message;
  return `HTTP ${answer.status} ${textMember(answer, 'message') || answer.code}`;
}

function failedAnswer(method: string, url: string, error: unknown): HttpAnswer {
  const text = error instanceof Error ? error.message : String(error);
  return createAnswer({ method, url, caller: '' }, { status: 599, header: () => undefined, text });
}
