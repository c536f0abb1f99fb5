/**
 * Runs a workflow of GitHub Actions unchanged: its scripts, conditions, expressions, permissions and its own action. It
 * replaces the parts of GitHub: checkouts, tools and artifacts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { REPOSITORY, type GitHub, type Permissions } from './github-service';
import type { Clone } from './repository';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Written;
  readonly env?: Written;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly permissions?: Permissions;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly env?: Written;
  readonly outputs?: Texts;
  readonly steps: readonly Step[];
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

type Texts = Readonly<Record<string, string>>;
/** A job in YAML. */
type Written = Readonly<Record<string, string | number>>;

/** The event and its place: the facts of a run that GitHub gets from elsewhere. */
export interface Occasion {
  readonly github: GitHub;
  /** For example `review.yml`. */
  readonly workflow: string;
  readonly event: string;
  readonly payload: object;
  readonly sha: string;
  /** The commit of the branch to check out. */
  readonly clone: () => Clone;
  readonly vars: Texts;
  readonly secrets: Texts;
  readonly inputs?: Texts;
  readonly env: Texts;
  /** Returns the OIDC token of a job that may request one. `environment`: that of the job. */
  readonly oidcToken: (audience: string, environment: string | undefined) => Promise<string>;
}

export interface FinishedJob {
  readonly name: string;
  readonly result: 'success' | 'failure' | 'skipped';
  readonly log: string;
  readonly summary: string;
  readonly outputs: Texts;
}

export interface FinishedRun {
  readonly id: number;
  readonly jobs: readonly FinishedJob[];
  readonly result: FinishedJob['result'];
}

export async function runWorkflow(occasion: Occasion): Promise<FinishedRun> {
  const { github, workflow, event } = occasion;
  const path = `.github/workflows/${workflow}`;
  const id = 1000 + github.runs.length;
  github.runs.push({
    ...{ id, event, path, head_sha: occasion.sha, head_branch: 'main' },
    head_repository: { full_name: REPOSITORY },
  });
  const document = parse(occasion.clone().read(path)) as { permissions: Permissions; jobs: Record<string, Job> };
  const jobs: FinishedJob[] = [];
  for (const [name, job] of Object.entries(document.jobs)) {
    const [axis, values] = Object.entries(job.strategy?.matrix ?? {})[0] ?? ['', ['']];
    for (const value of values) {
      const permissions = job.permissions ?? document.permissions;
      const needs = Object.fromEntries(jobs.map((before) => [before.name, before]));
      jobs.push(await runJob(name, { ...job, permissions }, { matrix: { [axis]: value }, needs }, id, occasion));
    }
  }
  const results = jobs.map(({ result }) => result);
  const result = results.includes('failure') ? 'failure' : results.includes('success') ? 'success' : 'skipped';
  Object.assign(github.runs.find((run) => run.id === id) ?? {}, { conclusion: result });
  return { id, jobs, result };
}

interface Place {
  readonly matrix: Texts;
  /** The earlier jobs, by name. */
  readonly needs: Readonly<Record<string, FinishedJob>>;
}

async function runJob(
  name: string,
  job: Job,
  { matrix, needs }: Place,
  run: number,
  occasion: Occasion,
): Promise<FinishedJob> {
  const { github, payload, vars, secrets, inputs = {} } = occasion;
  const tokens = github.tokenFor(job.permissions ?? {}, (audience) => occasion.oidcToken(audience, job.environment));
  const clone = occasion.clone();
  const files = join(clone.dir, '..', `job-${run}-${name}-${Object.values(matrix).join('-')}`);
  mkdirSync(files);
  const { GITHUB_TOKEN: token, ...oidc } = tokens;
  const facts = { event: payload, repository: REPOSITORY, ref: 'refs/heads/main', sha: occasion.sha, token };
  const contexts = { github: facts, runner: { temp: files }, vars, secrets, inputs, matrix, needs };
  const needed = [job.needs ?? []].flat().map((each) => needs[each]?.result);
  const before = needed.every((each) => each === 'success') ? 'success' : 'failure';
  if (!holds(job.if ?? 'success()', contexts, before, clone))
    return { name, result: 'skipped', log: '', summary: '', outputs: {} };
  const progress = new Progress(clone, files, run, occasion);
  const environment = {
    ...occasion.env,
    ...oidc,
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_SHA: occasion.sha,
    GITHUB_RUN_ID: String(run),
    RUNNER_TEMP: files,
    GITHUB_EVENT_PATH: join(files, 'event.json'),
    GITHUB_STEP_SUMMARY: join(files, 'summary.md'),
  };
  writeFileSync(environment.GITHUB_EVENT_PATH, JSON.stringify(payload));
  writeFileSync(environment.GITHUB_STEP_SUMMARY, '');
  const result = await progress.steps(job.steps, contexts, { ...environment, ...texts(job.env, contexts) });
  const outputs = texts(job.outputs, { ...contexts, steps: progress.done });
  return { name, result, log: progress.log, summary: readFileSync(environment.GITHUB_STEP_SUMMARY, 'utf8'), outputs };
}

/** Runs the steps of a job in order, including those of actions. */
class Progress {
  log = '';
  /** The steps of the job that have an id. */
  readonly done: Record<string, { outputs: Texts }> = {};
  private outputFiles = 0;
  private readonly clone: Clone;
  private readonly files: string;
  private readonly run: number;
  private readonly occasion: Occasion;

  constructor(clone: Clone, files: string, run: number, occasion: Occasion) {
    this.clone = clone;
    this.files = files;
    this.run = run;
    this.occasion = occasion;
  }

  async steps(steps: readonly Step[], contexts: Contexts, env: Texts): Promise<'success' | 'failure'> {
    let result: 'success' | 'failure' = 'success';
    for (const step of steps) {
      const known = { ...contexts, steps: this.done };
      if (!holds(step.if ?? 'success()', known, result, this.clone)) continue;
      this.log += `\n> ${step.run ?? step.uses ?? ''}\n`;
      const ended = await this.step(step, known, { ...env, ...texts(step.env, known) });
      if (step.id !== undefined) this.done[step.id] = { outputs: ended.outputs };
      if (!ended.ok) result = 'failure';
    }
    return result;
  }

  private async step(step: Step, contexts: Contexts, env: Texts): Promise<{ ok: boolean; outputs: Texts }> {
    if (step.run !== undefined) return this.script(step.run, env);
    const [action = ''] = (step.uses ?? '').split('@');
    const given = texts(step.with, contexts);
    if (action.startsWith('./')) return this.action(action, given, contexts, env);
    if (action === 'actions/checkout') this.checkout(given);
    if (action === 'actions/upload-artifact') this.upload(given);
    if (action === 'actions/download-artifact') return { ok: this.download(given), outputs: {} };
    return { ok: true, outputs: {} };
  }

  private async script(script: string, env: Texts): Promise<{ ok: boolean; outputs: Texts }> {
    const output = join(this.files, `output-${this.outputFiles++}`);
    writeFileSync(output, '');
    const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const { code, printed } = await this.clone.run(shell, { ...env, GITHUB_OUTPUT: output });
    this.log += printed;
    const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
    return { ok: code === 0, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s))) as Texts };
  }

  private async action(folder: string, given: Texts, contexts: Contexts, env: Texts) {
    const action = parse(this.clone.read(join(folder, 'action.yml'))) as Action;
    const unknown = Object.keys(given).filter((name) => !(name in action.inputs));
    if (unknown.length > 0) throw new Error(`${folder} has no input ${unknown.join(', ')}`);
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
    const inputs = { ...(Object.fromEntries(defaults) as Texts), ...given };
    const done: Record<string, { outputs: Texts }> = {};
    // An action has neither variables nor secrets.
    const inside = { github: contexts['github'], runner: contexts['runner'], inputs, steps: done };
    let ok = true;
    for (const step of action.runs.steps) {
      if (!holds(step.if ?? 'success()', inside, ok ? 'success' : 'failure', this.clone)) continue;
      this.log += `\n> ${step.run ?? step.uses ?? ''}\n`;
      const ended = await this.step(step, inside, { ...env, ...texts(step.env, inside) });
      if (step.id !== undefined) done[step.id] = { outputs: ended.outputs };
      ok &&= ended.ok;
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, interpolated(value, inside)]);
    return { ok, outputs: Object.fromEntries(outputs) as Texts };
  }

  /** Leaves the files of a sparse checkout, if it is one. A checkout contains no packages. */
  private checkout({ 'sparse-checkout': sparse }: Texts): void {
    const { dir } = this.clone;
    rmSync(join(dir, 'node_modules'), { force: true });
    if (sparse === undefined) return;
    const kept = new Set(sparse.split('\n').map((pattern) => pattern.split('/')[1]));
    for (const name of readdirSync(dir)) if (!kept.has(name)) rmSync(join(dir, name), { recursive: true });
  }

  private upload({ name = '', path = '' }: Texts): void {
    const found = path.split('\n').flatMap((pattern) => {
      const [, folder = '.', file = ''] = /^(?:(.*)\/)?([^/]*)$/.exec(pattern.trim()) ?? [];
      const glob = new RegExp(`^${file.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
      const from = join(this.clone.dir, folder);
      if (file === '' || !existsSync(from)) return [];
      return readdirSync(from)
        .filter((entry) => glob.test(entry) && statSync(join(from, entry)).isFile())
        .map((entry) => [entry, readFileSync(join(from, entry), 'utf8')] as const);
    });
    const { github } = this.occasion;
    github.artifacts.push({
      name,
      expired: false,
      created_at: github.now(),
      workflow_run: { id: this.run },
      files: new Map(found),
    });
  }

  private download({ name = '', path = '.', 'run-id': run = String(this.run) }: Texts): boolean {
    const { artifacts } = this.occasion.github;
    const found = artifacts.findLast((artifact) => artifact.name === name && String(artifact.workflow_run.id) === run);
    if (found === undefined) return false;
    const folder = resolve(this.clone.dir, path);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of found.files) writeFileSync(join(folder, file), content);
    return true;
  }
}

type Contexts = Readonly<Record<string, unknown>>;

function texts(given: Written | undefined, contexts: Contexts): Texts {
  return Object.fromEntries(
    Object.entries(given ?? {}).map(([name, text]) => [name, interpolated(String(text), contexts)]),
  );
}

function interpolated(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(evaluated(expression, contexts)));
}

function holds(condition: string, contexts: Contexts, result: 'success' | 'failure', clone: Clone): boolean {
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1');
  const functions = {
    success: () => result === 'success',
    failure: () => result === 'failure',
    cancelled: () => false,
    hashFiles: (file: string) => (existsSync(join(clone.dir, file)) ? 'some' : ''),
  };
  const asksForResult = /\b(success|failure|cancelled|always)\(\)/.test(expression);
  return Boolean(evaluated(asksForResult ? expression : `success() && (${expression})`, { ...contexts, ...functions }));
}

/** Evaluates GitHub's expressions, as far as JavaScript has the same ones. A missing value is an empty text. */
function evaluated(expression: string, contexts: Contexts): unknown {
  const known = Object.entries(contexts).map(([name, value]) => [name, lenient(value)]);
  // Names in these expressions may contain hyphens.
  const script = expression.replace(/\.(\w+(?:-\w+)+)/g, "['$1']");
  return runInNewContext(script, Object.fromEntries(known) as Record<string, unknown>);
}

function lenient(value: unknown): unknown {
  if (typeof value === 'function' || (typeof value !== 'object' && value !== undefined)) return value;
  return new Proxy(value ?? {}, {
    get: (object, name) =>
      name === Symbol.toPrimitive ? () => '' : lenient((object as Record<string | symbol, unknown>)[name]),
  });
}
