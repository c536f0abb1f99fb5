/** An organization in this process, for the tiers without an engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS, REVIEW_VARIABLE } from '../../src/api';
import { unmarkedSeed } from '../../src/api/placeholder-uid';
import { APPROVED_VARIABLE } from '../../src/approval';
import { createClient, role } from '../../src/client';
import { createEmulator, type SeedObject } from '../../src/emulator';
import { type Host, startHost } from '../../src/plugin/testing';
import { createProvider } from '../../src/provider/provider';
import {
  createReview,
  formatJson,
  leavesOpen,
  markAsReviewPlan,
  readContext,
  readPlan,
  withNote,
  withReviews,
} from '../../src/review';
import type { Call } from '../acceptance/binding/administrator-call';
import { applyInProcess, type EngineInput, planInProcess, type State } from './in-process-engine';
import { builtInRoles } from './changes/organization';
import { type DrawnChange, joinBlocks, type Slot } from './drawn-change';
import { observe } from './organization';

/** @param between intercepts the requests of the provider */
export async function createInProcess(
  { id, root }: Slot,
  seed: SeedObject = {},
  between: (request: Request, service: (request: Request) => Promise<Response>) => Promise<Response> = (
    request,
    service,
  ) => service(request),
) {
  let slept = 0;
  const emulator = createEmulator({ seed: { groups: [{ uid: root, name: id, ...seed }] } });
  const token = await emulator.administratorToken();
  const baseUrl = 'http://localhost';
  const client = createClient({ baseUrl, token, fetch: (request) => emulator.handle(request) });
  const folder = mkdtempSync(join(tmpdir(), 'attack-'));
  const roles: Record<string, string> = {};
  for await (const { uid, name } of client.list(role)) roles[name] = uid;
  const state: State = new Map();

  /** Starts a process of the provider. */
  const host = (env: Readonly<Record<string, string>> = {}): Promise<Host> =>
    startHost(
      createProvider({
        env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token, ...env },
        fetch: (request) => between(request, (forwarded) => emulator.handle(forwarded)),
        clock: () => Date.now() + slept,
        sleep: (ms, signal) => {
          slept += ms;
          return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
        },
      }),
      {},
      { terraformVersion: 'in-process' },
    );
  const input = (change: DrawnChange, blocks: DrawnChange['after']): EngineInput => ({
    ...{ blocks, roles: { viewer: roles['viewer']!, editor: roles['editor']!, owner: roles['owner']! } },
    meanings: change.meanings ?? {},
  });

  return {
    ...{ emulator, state, input, host },
    /** Sends a request of the administrator. */
    call: (async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const request = new Request(`${baseUrl}/iam/v2beta1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await (await emulator.handle(request)).json()) as Record<string, unknown>;
    }) satisfies Call,
    observe: () =>
      observe({
        client,
        tokenFor: (uid) => emulator.tokenFor(uid),
        send: (path, init) => emulator.handle(new Request(`${baseUrl}/${path}`, init)),
      }),
    /** Plans like `platform-iac plan`. Returns the JSON of the report. */
    async review(one: EngineInput, seedOfReview: string): Promise<string> {
      const planned = async (variables: Readonly<Record<string, string>>, name: string) => {
        const phase = variables[REVIEW_VARIABLE] === undefined ? 'planned' : 'reviewed';
        const json = await planInProcess(one, state, await host(variables), phase);
        return readPlan(phase === 'planned' ? withNote(json, { saved: savedIn(one) }) : markAsReviewPlan(json), name);
      };
      const ordinary = await planned({}, 'plan');
      const reviews = leavesOpen(ordinary)
        ? [
            await planned({ [REVIEW_VARIABLE]: seedOfReview }, 'review'),
            await planned({ [REVIEW_VARIABLE]: unmarkedSeed(seedOfReview) }, 'review-2'),
          ]
        : [];
      const context = await readContext(client, [ordinary]);
      return formatJson(createReview([withReviews(ordinary, reviews)], { context }).report);
    },
    /** Applies with a new process of the provider, bound to the text of a report if there is one. */
    async apply(one: EngineInput, report?: string): Promise<ReadonlyMap<string, Error>> {
      return applyInProcess(one, state, await host(report === undefined ? {} : this.bindTo(report)));
    },
    /** Returns the environment of a provider that is bound to the text of a report. */
    bindTo(report: string): Readonly<Record<string, string>> {
      const file = join(folder, 'report.json');
      writeFileSync(file, report);
      return { [APPROVED_VARIABLE]: file };
    },
    async close(): Promise<void> {
      rmSync(folder, { recursive: true });
      await client.close();
      emulator.close();
    },
  };
}

/** Returns the configuration as a saved plan contains it. */
function savedIn({ blocks }: EngineInput) {
  const terraform = { required_providers: { platform: { source: PROVIDER_ADDRESS } } };
  const text = JSON.stringify({ terraform, ...joinBlocks([builtInRoles, blocks]) });
  return [{ module: '', dir: '.', files: [{ name: 'attack.tf.json', text }] }];
}
