/** Plans with the real engine for a review. Only the saved file has the configuration that `platform-iac plan` adds to the JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseHashes } from '../../src/install/install-provider';
import { readPlan, readPlanConfiguration, withNote, type TerraformPlan } from '../../src/review';
import type { Terraform } from './terraform';

export async function planWithConfiguration(stack: Terraform, name: string): Promise<TerraformPlan> {
  const file = join(stack.dir, '../reviewed.tfplan');
  await stack.ok('plan', '-no-color', '-input=false', `-out=${file}`);
  const { stdout } = await stack.ok('show', '-json', file);
  const note = { ...readPlanConfiguration(readFileSync(file), stack.dir), releaseHashes: releaseHashes() };
  return readPlan(withNote(stdout, note), name);
}
