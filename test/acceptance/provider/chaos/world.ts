/** What a history happens in: the real terraform, the built provider, and the embedded API behind a proxy that breaks things. */
import type { RunningEmulator } from '../../../../src/emulator';
import { startFaultProxy, type Meets } from '../../../support/fault-proxy';
import { diagnosticsIn, type Run, type RunningCommand, type Terraform } from '../../../support/terraform';
import type { Diagnostic } from '../../../support/terraform-json';
import type { processStages } from '../process-stage';
import { header } from '../stage';
import { hclOf, type Configuration } from './configuration';

export interface Passing {
  readonly method: string;
  readonly path: string;
}

export interface World {
  readonly tf: Terraform;
  readonly emulator: RunningEmulator;
  /** What the requests to come meet; `undefined` for nothing. */
  meet(meets: ((request: Passing) => Meets) | undefined): void;
  /** From now on the service trims what it is given; it shows it only like that. */
  normalise(): void;
  /** Writes it down, with these import blocks. */
  configure(configuration: Configuration, imports?: readonly string[]): void;
  apply(...args: readonly string[]): Promise<Applied>;
  startApply(): RunningCommand;
  /** Everything that Terraform has printed in this world. */
  readonly printed: readonly string[];
  close(): Promise<void>;
}

export interface Applied extends Run {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

const applying = ['apply', '-json', '-auto-approve', '-input=false'];

export async function startWorld(stages: ReturnType<typeof processStages>): Promise<World> {
  const stage = await stages.set('');
  const printed: string[] = [];
  let meets: ((request: Passing) => Meets) | undefined;
  let isNormalising = false;
  const proxy = await startFaultProxy(
    stage.baseUrl,
    (request) => meets?.(request) ?? (isNormalising ? { rewritten: trimmed } : undefined),
  );
  const { tf } = stage;
  tf.env['PLATFORM_BASE_URL'] = proxy.url;
  const kept = <T extends Run>(run: T): T => {
    printed.push(run.text);
    return run;
  };
  return {
    tf,
    emulator: stage,
    printed,
    meet: (next) => void (meets = next),
    normalise: () => void (isNormalising = true),
    configure: (configuration, imports = []) => {
      tf.write({ 'main.tf': [header, hclOf(configuration, stage.rootGroupUid), ...imports].join('\n') });
    },
    apply: async (...args) => {
      const run = kept(await tf.run(...applying, ...args));
      const [errors = [], warnings = []] = ['error', 'warning'].map((wanted) =>
        diagnosticsIn(run.stdout).filter(({ severity }) => severity === wanted),
      );
      return { ...run, errors, warnings };
    },
    startApply: () => {
      const command = tf.start(...applying);
      void command.done.then(kept).catch(() => undefined);
      return command;
    },
    close: async () => {
      await proxy.close();
      await stage.close();
    },
  };
}

function trimmed(body: string): string {
  return body === ''
    ? body
    : JSON.stringify(JSON.parse(body, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value)));
}
