/**
 * Runs the real `terraform` (or what TERRAFORM_BINARY_NAME names) in a folder of its own, for acceptance tests.
 *
 * The environment is clean: no TF_* or PLATFORM_* of the caller, an empty CLI configuration and an empty home, so that
 * nothing on the machine changes what a test sees. Every command is bounded; one that fails unexpectedly rejects with what
 * Terraform printed. Each command leads a process group of its own, which a timeout or `signal` reaches whole.
 *
 * ```ts
 * const tf = terraform({ files: { 'main.tf': config }, env: { PLATFORM_BASE_URL: emulator.baseUrl } });
 * afterAll(() => tf.close());
 * await tf.init();
 * await tf.apply();
 * expect((await tf.plan()).changed).toBe(false);
 * ```
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Diagnostic, PlanJson, StateJson } from './terraform-json';

export interface TerraformOptions {
  /** Files to write first, by their path in the folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Added to the clean environment; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing folder (a synthesized stack); without it a temporary one, which `close` removes. */
  readonly dir?: string;
  /** Longest one command may take, in milliseconds. Default 90,000. */
  readonly timeoutMs?: number;
}

export interface Run {
  /** Exit code; 128 + n after signal n, as a shell says it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, then standard error. */
  readonly text: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly done: Promise<Run>;
  /** Resolves as soon as the output holds this text; rejects when the command ends without it. */
  seen(text: string): Promise<void>;
  /** To the whole process group, as Ctrl-C in a terminal does; `only` reaches Terraform alone. */
  signal(name: NodeJS.Signals, only?: 'terraform'): void;
}

export interface Terraform {
  readonly dir: string;
  /** Variables for the commands to come; may be changed between two. */
  readonly env: Record<string, string | undefined>;
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  /** Runs to the end, with any exit code. */
  run(...args: readonly string[]): Promise<Run>;
  /** Runs and rejects, with Terraform's words, unless the exit code is 0. */
  ok(...args: readonly string[]): Promise<Run>;
  start(...args: readonly string[]): RunningCommand;
  init(...args: readonly string[]): Promise<Run>;
  /** The plan as Terraform prints it, and whether it proposes anything. */
  plan(...args: readonly string[]): Promise<Run & { readonly changed: boolean }>;
  /** The plan as `terraform show -json` gives it. */
  planJson(...args: readonly string[]): Promise<PlanJson>;
  apply(...args: readonly string[]): Promise<Run>;
  destroy(...args: readonly string[]): Promise<Run>;
  state(): Promise<StateJson>;
  /** The diagnostics of a command that has `-json` (validate, plan, apply, …): unwrapped, with file and line. */
  diagnostics(...args: readonly string[]): Promise<readonly Diagnostic[]>;
  close(): void;
}

export function terraform(options: TerraformOptions = {}): Terraform {
  const scratch = mkdtempSync(join(tmpdir(), 'tf-'));
  const dir = options.dir ?? join(scratch, 'work');
  const env: Record<string, string | undefined> = { ...cleanEnvironment(scratch), ...options.env };
  const timeoutMs = options.timeoutMs ?? 90_000;
  const running = new Set<RunningCommand>();
  mkdirSync(dir, { recursive: true });

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
  };
  const start = (...args: readonly string[]): RunningCommand => {
    const command = startCommand(args, dir, env, timeoutMs);
    running.add(command);
    void command.done.finally(() => running.delete(command)).catch(() => undefined);
    return command;
  };
  const run = (...args: readonly string[]): Promise<Run> => start(...args).done;
  const ok = async (...args: readonly string[]): Promise<Run> => {
    const result = await run(...args);
    if (result.code !== 0) throw new Error(failure(args, result));
    return result;
  };
  write(options.files ?? {});

  return {
    dir,
    env,
    write,
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    run,
    ok,
    start,
    init: (...args) => ok('init', '-no-color', '-input=false', ...args),
    plan: async (...args) => {
      const result = await run('plan', '-no-color', '-input=false', '-detailed-exitcode', ...args);
      if (result.code !== 0 && result.code !== 2) throw new Error(failure(['plan', ...args], result));
      return { ...result, changed: result.code === 2 };
    },
    planJson: async (...args) => {
      const file = join(scratch, 'plan.bin');
      await ok('plan', '-no-color', '-input=false', `-out=${file}`, ...args);
      return JSON.parse((await ok('show', '-json', file)).stdout) as PlanJson;
    },
    apply: (...args) => ok('apply', '-no-color', '-input=false', '-auto-approve', ...args),
    destroy: (...args) => ok('destroy', '-no-color', '-input=false', '-auto-approve', ...args),
    state: async () => JSON.parse((await ok('show', '-json')).stdout) as StateJson,
    diagnostics: async (command = 'plan', ...args) => diagnosticsIn((await run(command, '-json', ...args)).stdout),
    close: () => {
      for (const command of running) command.signal('SIGKILL');
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function cleanEnvironment(scratch: string): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TF_|PLATFORM_|XDG_|CHECKPOINT_|NODE_OPTIONS)/.test(name),
  );
  const home = join(scratch, 'home');
  mkdirSync(home);
  const cliConfig = join(scratch, 'terraform.rc');
  writeFileSync(cliConfig, '');
  return { ...Object.fromEntries(kept), HOME: home, TF_CLI_CONFIG_FILE: cliConfig, CHECKPOINT_DISABLE: '1' };
}

function startCommand(
  args: readonly string[],
  dir: string,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): RunningCommand {
  const child = spawn(process.env.TERRAFORM_BINARY_NAME ?? 'terraform', args, {
    cwd: dir,
    env: { ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const signal = (name: NodeJS.Signals, only?: 'terraform'): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(only ? child.pid : -child.pid, name);
    } catch {
      // The process, or the whole group, has ended on its own.
    }
  };
  const done = new Promise<Run>((resolve, reject) => {
    const late = setTimeout(() => {
      signal('SIGKILL');
      reject(new Error(`terraform ${args.join(' ')} took longer than ${timeoutMs} ms:\n${stdout}${stderr}`));
    }, timeoutMs);
    child.once('error', (error) => {
      clearTimeout(late);
      reject(new Error(`terraform cannot be started: ${error.message}`));
    });
    child.once('close', (code, name) => {
      clearTimeout(late);
      resolve({ code: code ?? 128 + constants.signals[name ?? 'SIGKILL'], stdout, stderr, text: stdout + stderr });
    });
  });
  const seen = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (`${stdout}${stderr}`.includes(text)) resolve();
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      done.then(
        (run) => reject(new Error(`terraform ${args.join(' ')} ended without saying "${text}":\n${run.text}`)),
        reject,
      );
    });
  return { child, done, seen, signal };
}

function failure(args: readonly string[], run: Run): string {
  return `terraform ${args.join(' ')} exited with ${run.code}\n${run.stderr.trim() === '' ? run.stdout : run.stderr}`;
}

/** `validate -json` prints one document, the other commands a line each. */
export function diagnosticsIn(stdout: string): readonly Diagnostic[] {
  if (stdout.startsWith('{\n')) return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { diagnostic?: Diagnostic }).diagnostic)
    .filter((diagnostic) => diagnostic !== undefined);
}

/** A terminal's frame and line breaks taken out of what Terraform printed, so that a sentence can be searched for. */
export function unwrapped(text: string): string {
  return text.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ').trim();
}
