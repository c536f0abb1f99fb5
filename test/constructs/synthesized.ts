/** Synthesizes a stack in memory, with validations, as the tests of constructs want to see it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import { PlatformProvider } from '../../constructs';

export const outdir = mkdtempSync(join(tmpdir(), 'constructs-'));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

export const rootUid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

/** The parts of a synthesized stack, as Terraform reads it. */
export interface Synthesized {
  readonly resource: Record<string, Record<string, Record<string, unknown>>>;
  readonly data: Record<string, Record<string, Record<string, unknown>>>;
  readonly provider: Record<string, Record<string, unknown>[]>;
  readonly terraform: { readonly required_providers: Record<string, { version: string; source: string }> };
  readonly import?: unknown[];
  readonly moved?: unknown[];
}

/** A stack called `org` with the provider in it. */
export function emptyStack(context: Record<string, unknown> = {}): TerraformStack {
  const stack = new TerraformStack(Testing.app({ outdir, context }), 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  return stack;
}

/** The stack that `build` fills. */
export function synth(build: (stack: TerraformStack) => unknown, context?: Record<string, unknown>): Synthesized {
  const stack = emptyStack(context);
  build(stack);
  return JSON.parse(Testing.synth(stack, true)) as Synthesized;
}

/** Returns the problems of the stack that `build` fills: a line each, with the construct's path. */
export function problemsOf(build: (stack: TerraformStack) => unknown, context?: Record<string, unknown>): string[] {
  const stack = emptyStack(context);
  build(stack);
  try {
    Testing.synth(stack, true);
    return [];
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim());
    return lines.filter((line) => line.startsWith('['));
  }
}
