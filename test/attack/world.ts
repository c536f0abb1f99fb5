/** An organization in this process, for the tiers without an engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROVIDER_ADDRESS, REVIEW_VARIABLE, type Values } from '../../src/model/api';
import { unmarkedSeed } from '../../src/model/api/placeholder-uid';
import { APPROVED_VARIABLE } from '../../src/model/approval';
import { createClient, role } from '../../src/client';
import { createEmulator, type SeedObject } from '../../src/emulator';
import { type Host, startHost } from '../../src/plugin/testing';
import { createProvider } from '../../src/provider/provider';
import {
  createReview,
  formatJson,
  markAsReviewPlan,
  needsReviewPlans,
  readContext,
  readPlan,
  type Report,
  type Review,
  withNote,
  withReviews,
} from '../../src/review';
import type { Call } from '../acceptance/binding/administrator-call';
import { applyInProcess, type ChooseStep, type EngineInput, planInProcess, type State } from './in-process-engine';
import { builtInRoles } from './changes/organization';
import { type DrawnChange, joinBlocks, type Slot } from './drawn-change';
import { observe } from './organization';

/** The JSON of a plan. */
export type PlanDocument = Record<string, unknown>;

/** Changes of a plan that no engine of this process makes. */
export interface Altered {
  /** Changes the plan, and the files of its configuration by name. */
  readonly alter?: ((plan: PlanDocument, files: Record<string, string>) => void) | undefined;
  /** The arguments of the plan that the report lists. */
  readonly args?: readonly string[];
}

export interface Reviewed {
  readonly review: Review;
  /** The plan. */
  readonly json: string;
  /** The report as a file. */
  readonly text: string;
  readonly report: Report;
}

export type InProcess = Awaited<ReturnType<typeof createInProcess>>;

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

  /** Starts a process of the provider with attributes of its block. */
  const host = (env: Readonly<Record<string, string>> = {}, block: Values = {}): Promise<Host> =>
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
      block,
      { terraformVersion: 'in-process' },
    );
  const input = (change: DrawnChange, blocks: DrawnChange['after']): EngineInput => ({
    ...{ blocks, roles: { viewer: roles['viewer']!, editor: roles['editor']!, owner: roles['owner']! } },
    meanings: change.meanings ?? {},
  });

  return {
    ...{ emulator, state, input, host, client },
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
    /** Plans like `platform-iac plan`, and reviews. */
    async review(
      engineInput: EngineInput,
      seedOfReview: string,
      { alter, args = [] }: Altered = {},
    ): Promise<Reviewed> {
      const planned = async (variables: Readonly<Record<string, string>>) => {
        const phase = variables[REVIEW_VARIABLE] === undefined ? 'planned' : 'reviewed';
        const json = JSON.parse(await planInProcess(engineInput, state, await host(variables), phase)) as PlanDocument;
        const files = { 'attack.tf.json': savedText(engineInput) };
        alter?.(json, files);
        const saved = [
          { module: '', dir: '.', files: Object.entries(files).map(([file, text]) => ({ name: file, text })) },
        ];
        const text = JSON.stringify(json);
        return phase === 'planned' ? withNote(text, { saved, arguments: args }) : markAsReviewPlan(text);
      };
      const json = await planned({});
      const ordinary = readPlan(json, 'plan');
      const reviews = needsReviewPlans(ordinary)
        ? [
            readPlan(await planned({ [REVIEW_VARIABLE]: seedOfReview }), 'review'),
            readPlan(await planned({ [REVIEW_VARIABLE]: unmarkedSeed(seedOfReview) }), 'review-2'),
          ]
        : [];
      const context = await readContext(client, [ordinary]);
      const review = createReview([withReviews(ordinary, reviews)], { context });
      return { review, json, text: formatJson(review.report), report: JSON.parse(formatJson(review.report)) as Report };
    },
    /** Applies with a new process of the provider, bound to the text of a report if there is one. */
    async apply(engineInput: EngineInput, report?: string, choose?: ChooseStep): Promise<ReadonlyMap<string, Error>> {
      return applyInProcess(engineInput, state, await host(report === undefined ? {} : this.bindTo(report)), choose);
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

/** Returns the configuration as a saved plan contains it. A synthesized stack is whole. */
function savedText({ blocks }: EngineInput): string {
  if ('terraform' in blocks) return JSON.stringify(blocks);
  const terraform = { required_providers: { platform: { source: PROVIDER_ADDRESS } } };
  return JSON.stringify({ terraform, ...joinBlocks([builtInRoles, blocks]) });
}
