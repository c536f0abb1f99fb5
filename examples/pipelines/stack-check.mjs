/**
 * `node stack-check.mjs STACK.json` prints a synthesized stack as the pipeline may plan it, or says why it may not.
 *
 * A stack comes from the code of a branch, and Terraform runs beside a token. So a stack is data here: resources and data
 * sources of the provider, and nothing that runs a program, reads a file of the machine, or sends a token elsewhere. Where the
 * state lies and which providers there are is said by `settings.tf.json`, not by the stack.
 */
import { readFileSync } from 'node:fs';

/** Other providers run with the job's token: name a type here, and its provider in `settings.tf.json`, once you trust it. */
const allowedTypes = /^platform_[a-z_]+$/;
const allowedParts = new Set(['//', 'resource', 'data', 'output', 'variable', 'locals', 'import', 'moved', 'removed']);
/** Said by `settings.tf.json` and by the environment. */
const ignoredParts = new Set(['terraform', 'provider']);

const [, , file] = process.argv;
if (file === undefined) fail(['usage: node stack-check.mjs STACK.json']);
const stack = JSON.parse(readFileSync(file, 'utf8'));
const problems = [...partProblems(stack), ...typeProblems(stack), ...contentProblems(stack, '')];
if (problems.length > 0) fail(problems);

const kept = Object.entries(stack).filter(([part]) => allowedParts.has(part));
process.stdout.write(
  `${JSON.stringify(Object.fromEntries([...kept, ['provider', { platform: {} }]]), undefined, 2)}\n`,
);

function* partProblems({ provider = {}, ...parts }) {
  for (const part of Object.keys(parts))
    if (!allowedParts.has(part) && !ignoredParts.has(part)) yield `${part} is not for a stack of this pipeline`;
  for (const block of blocks(provider))
    for (const [name, settings] of Object.entries(block))
      if (name !== 'platform' || blocks(settings).some((block) => Object.keys(block).length > 0))
        yield `the provider ${name} is configured: everything comes from the environment here`;
}

function* typeProblems({ resource = {}, data = {} }) {
  for (const block of [...blocks(resource), ...blocks(data)])
    for (const type of Object.keys(block)) if (!allowedTypes.test(type)) yield `${type} belongs to another provider`;
}

/** Wherever it stands: JSON allows lists of blocks at every level. */
function* contentProblems(value, path) {
  if (typeof value === 'string') {
    // Any expression that mentions such a function: `file("/proc/self/environ")` would show the token in the report.
    const [name] = /[$%]\{/.test(value) ? (/\b(file\w*|templatefile|abspath|pathexpand)\b/.exec(value) ?? []) : [];
    if (name !== undefined) yield `${path} mentions the function ${name}, which reads the machine`;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'provisioner' || key === 'connection') yield `${path}.${key} runs a program`;
      if (/[$%]\{/.test(key)) yield* contentProblems(key, path);
      yield* contentProblems(inner, path === '' ? key : `${path}.${key}`);
    }
  }
}

function blocks(value) {
  return [value].flat().filter((block) => typeof block === 'object' && block !== null);
}

function fail(reasons) {
  for (const reason of reasons) process.stderr.write(`stack-check: ${reason}\n`);
  process.exit(1);
}
