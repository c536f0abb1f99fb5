/** Measures the steps of a push without this package: CDK for Terraform alone, and a provider that does nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareProgram } from './constructs';
import { dataConfig, organizationOf } from './organization';
import type { Spent } from './push-steps';
import { timed } from './timed';
import { dataState } from './written-state';

export interface PushBase {
  readonly synthesis: Spent;
  readonly plan: Spent;
  readonly apply: Spent;
}

/** @param project a project with installed packages */
export async function measureBase(project: string, engine: string, total: number): Promise<PushBase> {
  // `adopt` writes projects for CDK Terrain.
  writeFileSync(join(project, 'bare.cjs'), bareProgram(total, 'cdktn'));
  const env = { ROOT_GROUP_UID: 'a'.repeat(40), CHECKPOINT_DISABLE: '1' };
  const synthesis = await timed(process.execPath, ['--import', 'tsx', 'bare.cjs'], { cwd: project, env });
  const cwd = join(project, 'bare');
  const counts = organizationOf(total);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'terraform.tfstate'), dataState(counts));
  writeFileSync(join(cwd, 'main.tf'), `${dataConfig(counts)}\nresource "terraform_data" "pushed" {\n}\n`);
  const run = (...args: readonly string[]) => timed(engine, args, { cwd, env });
  await run('init', '-input=false');
  const plan = await run('plan', '-input=false', '-no-color', '-out=pushed');
  if (!plan.stdout.includes('1 to add, 0 to change, 0 to destroy'))
    throw new Error('The plan without this package contains more than the change.');
  return { synthesis, plan, apply: await run('apply', '-input=false', 'pushed') };
}
