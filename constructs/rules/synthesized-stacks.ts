/** Reads the stacks of an App as Terraform sees them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TerraformStack, type App } from 'cdktf';
import type { Values } from '../../src/model/api';
import { listMembers, type StackJson } from '../../src/access/rules';

/** A stack with the parts that rules cannot read. */
export interface SynthesizedStack extends StackJson {
  /** Clauses: `the module vpc can contain grants`. */
  readonly unread: readonly string[];
}

/**
 * Returns the stacks. Reads the JSON that the App has written. Without it (output in HCL, `Testing.synth`), calls
 * `toTerraform`.
 */
export function readSynthesizedStacks(app: App): SynthesizedStack[] {
  const files = new Set<string>();
  return app.node.findAll().flatMap((stack): SynthesizedStack[] => {
    if (!TerraformStack.isStack(stack)) return [];
    const name = stack.node.path;
    const written = app.manifest.stacks[stack.node.id];
    const file = written && join(app.outdir, written.synthesizedStackPath);
    if (file === undefined || !existsSync(file)) return [{ name, ...evaluated(stack) }];
    if (files.has(file)) return [];
    files.add(file);
    const { json, unread } = app.hclOutput ? evaluated(stack) : parsed(readFileSync(file, 'utf8'));
    return [{ name, json, unread: [...unread, ...otherFiles(file)] }];
  });
}

function evaluated(stack: TerraformStack): Omit<SynthesizedStack, 'name'> {
  return parsed(JSON.stringify(stack.toTerraform()));
}

function parsed(text: string): Omit<SynthesizedStack, 'name'> {
  const json = JSON.parse(text) as Values;
  return { json, unread: listMembers(json['module']).map(([name]) => `the module ${name} can contain grants`) };
}

/** Terraform reads every file in the folder of a stack. */
function otherFiles(file: string): string[] {
  return readdirSync(dirname(file))
    .filter((name) => /\.(tf|tofu)(\.json)?$/.test(name) && name !== basename(file))
    .map((name) => `Terraform also reads the file ${name}`);
}
