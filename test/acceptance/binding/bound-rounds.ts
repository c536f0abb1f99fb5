/**
 * Rounds of plan, review and bound apply that share one folder and one process. The engine and the sockets are real. Provider,
 * emulator and review run in this process, so a round is several times faster than with the commands of `bound-stage.ts`.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REVIEW_VARIABLE } from '../../../src/model/api';
import { unmarkedSeed } from '../../../src/model/api/placeholder-uid';
import { APPROVED_VARIABLE } from '../../../src/model/approval';
import { createClient } from '../../../src/client';
import { startEmulator, type RunningEmulator, type SeedTree } from '../../../src/emulator';
import { type Provider, type Reattached, startReattach } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import {
  createReview,
  formatJson,
  markAsReviewPlan,
  needsReviewPlans,
  type TerraformPlan,
  readContext,
  readPlan,
  readPlanConfiguration,
  type Report,
  withNote,
  withReviews,
} from '../../../src/review';
import { type Run, terraform, type Terraform } from '../../support/terraform';
import { header } from '../provider/stage';
import { administratorCall, type Call } from './administrator-call';

export interface Round extends RunningEmulator {
  readonly call: Call;
  /** The engine of the plan to apply. */
  readonly tf: Terraform;
  configure(config: string): void;
  /** Applies the configuration without a report. */
  applyUnbound(): Promise<Run>;
  /** Plans like `platform-iac plan`, and stores the report. Throws a {@link PlanFailedError}. */
  plan(options?: PlanOptions): Promise<Report>;
  /** Applies the plan, bound to the report. */
  apply(): Promise<Run>;
  /** Tries to apply a saved review plan, if the plan has some. The state stays as before. */
  applyReviewPlan(): Promise<void>;
  /** Applies the plan without a report, like `terraform apply tfplan`. */
  applyPlan(): Promise<Run>;
}

export interface PlanOptions {
  /** The seed of the placeholders. @default one for each round */
  readonly seed?: string;
  /** The token of the identity that plans and reviews. @default the administrator's */
  readonly token?: string;
  /** Makes review plans also for a plan that needs none. */
  readonly isReviewed?: boolean;
  /** Arguments of the engine for every plan. */
  readonly args?: readonly string[];
  /** Waits between the plan to apply, as JSON, and the plans for the review. */
  readonly beforeReview?: (planJson: string) => Promise<void>;
}

/** The error for a failed plan. The message is the output of the engine. */
export class PlanFailedError extends Error {
  override readonly name = 'PlanFailedError';
}

export interface BoundRounds {
  /** Starts another organization with an empty state, and closes the previous one. */
  begin(seed?: SeedTree): Promise<Round>;
  close(): Promise<void>;
}

type Variables = Record<string, string | undefined>;

/** The engine with its own provider: one provider process has one environment. */
interface Engine {
  readonly tf: Terraform;
  readonly provider: Reattached;
  /** Sets variables for the engine and its provider. */
  readonly set: (variables: Variables) => void;
}

async function startEngine(other: Reattached | undefined, dir?: string): Promise<Engine> {
  const env: Variables = {};
  const provider = await startReattach(createProvider({ env }), { env: {} });
  const variables = [provider, other].map((one) => one?.env.TF_REATTACH_PROVIDERS ?? '{}');
  // Each engine completes a short name with the address of its own registry.
  const all = variables.flatMap((text) => [text, text.replace('registry.terraform.io', 'registry.opentofu.org')]);
  const TF_REATTACH_PROVIDERS = JSON.stringify(Object.assign({}, ...all.map((text) => JSON.parse(text) as object)));
  const tf = terraform({ env: { TF_REATTACH_PROVIDERS }, ...(dir !== undefined && { dir }) });
  return { tf, provider, set: (variables) => [env, tf.env].forEach((one) => Object.assign(one, variables)) };
}

/** @param other another provider that configurations can use */
export async function createBoundRounds(other?: Provider): Promise<BoundRounds> {
  const reattached = other && (await startReattach(other, { env: {} }));
  const main = await startEngine(reattached);
  const { dir } = main.tf;
  const [first, second] = await Promise.all([startEngine(reattached, dir), startEngine(reattached, dir)]);
  const engines = [main, first, second];
  const planFile = join(dir, 'tfplan');
  const reportFile = join(dir, 'report.json');
  let emulator: RunningEmulator | undefined;
  let count = 0;

  async function planned({ tf }: Engine, file: string, ...args: readonly string[]): Promise<string> {
    rmSync(file, { force: true });
    const { text, code } = await tf.run('plan', '-input=false', '-no-color', ...args, `-out=${file}`);
    if (code !== 0) throw new PlanFailedError(text);
    return (await tf.ok('show', '-json', file)).stdout;
  }

  async function reviewPlan(
    engine: Engine,
    name: string,
    seed: string,
    args: readonly string[],
  ): Promise<TerraformPlan | PlanFailedError> {
    engine.set({ [REVIEW_VARIABLE]: seed });
    try {
      const output = await planned(engine, join(dir, name), '-refresh=false', '-lock=false', ...args);
      return readPlan(markAsReviewPlan(output), name);
    } catch (error) {
      if (error instanceof PlanFailedError) return error;
      throw error;
    }
  }

  async function reviewed(
    plan: TerraformPlan,
    seed: string,
    isForced: boolean,
    args: readonly string[],
  ): Promise<{ readonly plan: TerraformPlan; readonly problems: string[] }> {
    if (!isForced && !needsReviewPlans(plan)) return { plan, problems: [] };
    const made = await Promise.all([
      reviewPlan(first, 'review', seed, args),
      reviewPlan(second, 'review-2', unmarkedSeed(seed), args),
    ]);
    const problems = made.flatMap((one) => (one instanceof PlanFailedError ? [one.message] : []));
    const reviews = made.flatMap((one) => (one instanceof PlanFailedError ? [] : [one]));
    return { plan: withReviews(plan, problems.length > 0 ? [] : reviews), problems };
  }

  return {
    async begin(seed) {
      await emulator?.close();
      const running = await startEmulator({ ...(seed !== undefined && { seed }) });
      emulator = running;
      count++;
      const { baseUrl, token } = running;
      for (const { set } of engines) set({ PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token });
      for (const name of ['terraform.tfstate', 'terraform.tfstate.backup', 'review', 'review-2'])
        rmSync(join(dir, name), { force: true });
      return {
        ...running,
        call: administratorCall(running),
        tf: main.tf,
        configure: (config) => main.tf.write({ 'main.tf': header + config.replaceAll('ROOT', running.rootGroupUid) }),
        applyUnbound: () => main.tf.run('apply', '-input=false', '-no-color', '-auto-approve'),
        async plan({
          seed: digits = `round-${count}`,
          isReviewed = false,
          token: own = token,
          args = [],
          beforeReview,
        } = {}) {
          for (const { set } of engines) set({ PLATFORM_TOKEN: own });
          const output = await planned(main, planFile, ...args);
          const shown = withNote(output, readPlanConfiguration(await readFile(planFile), dir));
          const ordinary = readPlan(shown, 'plan');
          await beforeReview?.(shown);
          const { plan, problems } = await reviewed(ordinary, digits, isReviewed, args);
          const client = createClient({ baseUrl, token: own });
          const context = await readContext(client, [ordinary]);
          await client.close();
          for (const { set } of engines) set({ PLATFORM_TOKEN: token });
          const text = formatJson(createReview([plan], { context, problems }).report);
          writeFileSync(reportFile, text);
          return JSON.parse(text) as Report;
        },
        async applyReviewPlan() {
          const state = join(dir, 'terraform.tfstate');
          const before = existsSync(state) ? readFileSync(state) : undefined;
          for (const name of ['review', 'review-2'])
            if (existsSync(join(dir, name))) await main.tf.run('apply', '-input=false', '-no-color', join(dir, name));
          if (before === undefined) rmSync(state, { force: true });
          else writeFileSync(state, before);
        },
        applyPlan: () => main.tf.run('apply', '-input=false', '-no-color', planFile),
        async apply() {
          main.set({ [APPROVED_VARIABLE]: reportFile });
          try {
            return await main.tf.run('apply', '-input=false', '-no-color', planFile);
          } finally {
            main.set({ [APPROVED_VARIABLE]: undefined });
          }
        },
      };
    },
    async close() {
      for (const { tf } of engines) tf.close();
      await Promise.all([...engines.map(({ provider }) => provider.close()), reattached?.close()]);
      await emulator?.close();
    },
  };
}
