/**
 * Checks that synthesized stacks are data. A value that decides access, or which object a resource manages, must not be computed: the
 * apply evaluates an expression again, and a review cannot prove its result.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, AnnotationMetadataEntryType, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { type NotData } from '../../src/model/approval/grammar';
import { findRefusedOrigin, refusalText, type Origin, checkStack } from '../../src/model/stack';
import { formatSourceLine } from '../base/source-line';

const checked = new WeakSet<TerraformStack>();

/** Checks the stack of a provider once, after the App has written it. */
export function requireData(provider: Construct): void {
  const stack = TerraformStack.of(provider);
  const app = provider.node.root;
  if (checked.has(stack) || !App.isApp(app)) return;
  checked.add(stack);
  app.node.addValidation({ validate: () => problemsIn(stack, app) });
}

function problemsIn(stack: TerraformStack, app: App): string[] {
  const written = app.manifest.stacks[stack.node.id];
  const file = written && join(app.outdir, written.synthesizedStackPath);
  // Without a file, such as with output in HCL, the review checks the configuration inside of the plan.
  if (file === undefined || !existsSync(file) || app.hclOutput) return [];
  const { notData, documents } = checkStack([{ name: 'cdk.tf.json', text: readFileSync(file, 'utf8') }]);
  const [first] = notData;
  if (first === undefined) return [];
  const errors = notData.filter(isError);
  if (errors.length === 0)
    note(app, stack, `${refusalText(first, findRefusedOrigin(documents, first))}${more(notData.length - 1)}`);
  return errors.map((place) => errorText(place, findRefusedOrigin(documents, place)));
}

/** Returns true for a value that decides, unless it comes from an iterator, a local value or a module: a plan can know those. */
function isError({ decides, code }: NotData): boolean {
  return decides && code !== 'planned';
}

function errorText(place: NotData, origin: Origin | undefined): string {
  return `[${origin?.construct ?? place.file}] ${refusalText(place)}${formatSourceLine(origin?.source, '      ')}`;
}

function more(count: number): string {
  return count === 0 ? '' : ` ${count} more: "platform-iac check-stack" lists them.`;
}

/** The CDKTF CLI prints the annotations of the manifest. Nothing prints them for a program that runs without it. */
function note({ manifest }: App, { node }: TerraformStack, message: string): void {
  const level = AnnotationMetadataEntryType.INFO;
  manifest.stacks[node.id]?.annotations.push({ constructPath: node.path, level, message });
  if (process.env['CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS'] === undefined)
    process.stderr.write(`[${node.path}] ${message}\n`);
}
