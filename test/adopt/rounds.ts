/** Adopts random organizations as projects, and proves each with the compiler, the linter and the real engine. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  adoptedObjects,
  adoptedProject,
  type ProjectFormat,
  isSynthesizedFormat,
  peopleByUid,
  readOrganization,
  resolveOrganization,
} from '../../src/adopt';
import { accessDifferences } from '../../src/cli/adopt/access-comparison';
import { installedPackages, linkPackages } from '../../src/cli/adopt/packages';
import { plannedChanges, planSummary, totalChanges } from '../../src/cli/adopt/planned-changes';
import { adoptedFiles } from '../../src/cli/adopt/project-files';
import { writeProject } from '../../src/cli/project/new-project';
import { createClient } from '../../src/client';
import { startEmulator, type RunningEmulator } from '../../src/emulator';
import { installProvider } from '../../src/install/install-provider';
import { locateProvider } from '../../src/install/own-package';
import { readPlan, readPlanConfiguration, reviewPlans, withNote } from '../../src/review';
import { serveProvider } from '../support/served-provider';
import { terraform } from '../support/terraform';
import { projectProblems } from './checked-projects';
import { seededOrganization } from './random-organization';

export interface Round {
  readonly seed: number;
  /** The number of objects that the project declares. */
  readonly objects: number;
  /** Sentences and lines about everything that went wrong. */
  readonly failures: readonly string[];
}

interface Variant {
  readonly format: ProjectFormat;
  readonly stackSize?: number;
}

/** The forms of projects; the seed selects one. */
const VARIANTS: readonly Variant[] = [
  { format: 'yaml' },
  { format: 'constructs' },
  { format: 'hcl' },
  { format: 'constructs', stackSize: 40 },
  { format: 'yaml', stackSize: 40 },
];

const root = resolve(__dirname, '../..');

/** Adopts and proves the organizations of these seeds in a folder. The projects share the start of the compiler and the linter. */
export async function adoptionRounds(seeds: readonly number[], folder: string): Promise<Round[]> {
  mkdirSync(folder, { recursive: true });
  linkPackages(folder, installedPackages('cdktf', root) ?? new Map());
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'junction');
  const written = [];
  try {
    for (const seed of seeds) written.push(await writtenProject(seed, join(folder, `seed-${seed}`)));
    const found = await projectProblems(
      written.filter(({ variant }) => isSynthesizedFormat(variant.format)).map(({ dir }) => dir),
    );
    const rounds: Round[] = [];
    for (const project of written) {
      const failures = [...(found.get(basename(project.dir)) ?? [])];
      if (!failures.some((failure) => failure.startsWith('synth'))) failures.push(...(await appliedProject(project)));
      rounds.push({ seed: project.seed, objects: project.objects, failures });
      if (failures.length === 0) rmSync(project.dir, { recursive: true });
    }
    return rounds;
  } finally {
    for (const { emulator } of written) await emulator.close();
  }
}

interface Written {
  readonly seed: number;
  readonly dir: string;
  readonly variant: Variant;
  readonly emulator: RunningEmulator;
  readonly objects: number;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the differences in access from the organization to the resources of a plan. */
  readonly accessOf: (resources: Parameters<typeof accessDifferences>[1]) => string[];
}

async function writtenProject(seed: number, dir: string): Promise<Written> {
  const variant = VARIANTS[seed % VARIANTS.length]!;
  const tree = seededOrganization(seed);
  const emulator = await startEmulator({ seed: tree });
  const { baseUrl, token } = emulator;
  const client = createClient({ baseUrl, token });
  const listed = await readOrganization(client);
  const now = new Date();
  const byUid = await peopleByUid(client, resolveOrganization(listed, { now }));
  await client.close();
  const organization = resolveOrganization(listed, { now, byUid });
  const project = adoptedProject(organization, { hasImports: true, ...variant });
  rmSync(dir, { recursive: true, force: true });
  writeProject(dir, adoptedFiles(project, { ...variant, cdk: 'cdktf', pipeline: 'none', name: 'acme' }));
  if (!isSynthesizedFormat(variant.format)) installProvider({ dir, ...locateProvider() });
  writeFileSync(`${dir}.seed.json`, JSON.stringify(tree, undefined, 2));
  const secrets = Object.fromEntries(project.secrets.map((name) => [`TF_VAR_${name}`, 'secret']));
  return {
    ...{ seed, variant, dir, emulator, objects: adoptedObjects(organization).length },
    env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token, ...secrets },
    accessOf: (resources) => accessDifferences(listed, resources, organization.notAdopted),
  };
}

/** Plans and applies every stack of a project. Each plan must only import, and the second one must be empty. */
async function appliedProject({ dir, variant, env, objects, emulator, accessOf }: Written): Promise<string[]> {
  const stacks = join(dir, 'cdktf.out/stacks');
  const folders = isSynthesizedFormat(variant.format) ? readdirSync(stacks).map((name) => join(stacks, name)) : [dir];
  const provider = await serveProvider({ ...process.env, ...env });
  const engines = folders.map((folder) => terraform({ dir: folder, env: { ...env, ...provider.env } }));
  try {
    const plans = [];
    const unproved: string[] = [];
    for (const tf of engines) {
      await tf.init();
      await tf.ok('plan', '-no-color', '-input=false', '-out=adopt.tfplan');
      const shown = (await tf.ok('show', '-json', 'adopt.tfplan')).stdout;
      plans.push(plannedChanges(shown));
      const saved = readPlanConfiguration(readFileSync(join(tf.dir, 'adopt.tfplan')), tf.dir);
      const { proof = { places: [{ place: 'plan', why: 'no proof' }] } } = reviewPlans([
        readPlan(withNote(shown, saved), 'adopt'),
      ]);
      unproved.push(...proof.places.map(({ place, why }) => `${place}: ${why}`));
    }
    const planned = totalChanges(plans);
    const failures = [...planned.differences, ...accessOf(planned.resources), ...unproved];
    const expected = `${objects} to import, 0 to add, 0 to change, 0 to destroy`;
    if (planSummary(planned) !== expected) failures.push(`plan: ${planSummary(planned)}, not ${expected}`);
    if (failures.length > 0) return failures;
    for (const tf of engines) await tf.ok('apply', '-no-color', '-input=false', 'adopt.tfplan');
    for (const tf of engines) {
      const second = await tf.plan();
      if (second.changed) failures.push(`second plan:\n${second.text}`);
    }
    const writes = (await emulator.requestLog.entries()).filter(({ method }) => method !== 'GET');
    return [...failures, ...writes.map(({ method, path }) => `the apply sent ${method} ${path}`)];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    for (const tf of engines) tf.close();
    provider.close();
  }
}
