/**
 * `node stack-check.mjs STACK.json` prints a synthesized stack as the pipeline plans it, or the reasons to refuse it.
 *
 * The code of a branch makes the stack, and Terraform runs next to a token. So a stack is data here: resources and data sources of
 * the provider, the anchors of `Settled` and `Rotation`, and outputs of sibling stacks. It must not run a program, read a file of the
 * machine, or send a token elsewhere. `settings.tf.json`, or SETTINGS with its text, sets the backend and the providers, not the stack.
 */
import { readFileSync } from 'node:fs';

/** Other providers run with the job's token. To allow one, name its types here, and the provider in `settings.tf.json`. */
const allowedTypes = {
  // Without a provisioner, null_resource and terraform_data only store values.
  resource: /^(platform_[a-z_]+|null_resource|terraform_data)$/,
  data: /^(platform_[a-z_]+|terraform_remote_state)$/,
};
const allowedProviders = new Set(['platform', 'null']);
/** The name that the CDK gives to the state of a sibling stack, with the name of that stack. */
const siblingState = /^cross-stack-reference-input-([A-Za-z0-9_-]+)$/;
const allowedParts = new Set(['//', 'resource', 'data', 'output', 'variable', 'locals', 'import', 'moved', 'removed']);
/** Set by `settings.tf.json` and by the environment. */
const ignoredParts = new Set(['terraform', 'provider']);

const [, , file] = process.argv;
if (file === undefined) fail(['usage: node stack-check.mjs STACK.json']);
const stack = JSON.parse(readFileSync(file, 'utf8'));
const problems = [...partProblems(stack), ...typeProblems(stack), ...contentProblems(stack, '')];
if (problems.length > 0) fail(problems);

const kept = Object.entries(stack)
  .filter(([part]) => allowedParts.has(part))
  .map(([part, value]) => [part, part === 'data' ? withStatesOfBackend(value) : value]);
process.stdout.write(
  `${JSON.stringify(Object.fromEntries([...kept, ['provider', { platform: {} }]]), undefined, 2)}\n`,
);

function* partProblems({ provider = {}, ...parts }) {
  for (const part of Object.keys(parts))
    if (!allowedParts.has(part) && !ignoredParts.has(part)) yield `${part} is not allowed in a stack of this pipeline`;
  for (const block of blocks(provider))
    for (const [name, settings] of Object.entries(block))
      if (!allowedProviders.has(name) || blocks(settings).some((block) => Object.keys(block).length > 0))
        yield `the provider ${name} is configured: remove its settings, they come from the environment`;
}

function* typeProblems(parts) {
  for (const [part, allowed] of Object.entries(allowedTypes))
    for (const block of blocks(parts[part] ?? {}))
      for (const type of Object.keys(block)) if (!allowed.test(type)) yield `${type} belongs to another provider`;
  for (const name of blocks(parts.data ?? {}).flatMap(statesIn))
    if (!siblingState.test(name))
      yield `terraform_remote_state.${name} is not the state of a sibling stack: refer to an object of that stack`;
}

function statesIn({ terraform_remote_state: states = {} }) {
  return blocks(states).flatMap((block) => Object.keys(block));
}

/** Reads sibling states with the backend of the main branch: an address of the stack would get the password of the state. */
function withStatesOfBackend(block) {
  if (Array.isArray(block)) return block.map(withStatesOfBackend);
  if (!Object.hasOwn(block, 'terraform_remote_state')) return block;
  const states = statesIn(block).map((name) => [name, stateOf(siblingState.exec(name)[1])]);
  return { ...block, terraform_remote_state: Object.fromEntries(states) };
}

function stateOf(sibling) {
  const { SETTINGS = readFileSync('settings.tf.json', 'utf8'), STATE_URL } = process.env;
  const [[backend, config]] = Object.entries(JSON.parse(SETTINGS.replaceAll('STACK', sibling)).terraform.backend);
  return { backend, config: backend === 'http' ? { address: `${STATE_URL}/${sibling}`, ...config } : config };
}

/** Searches every level, because JSON allows lists of blocks at each. */
function* contentProblems(value, path) {
  if (typeof value === 'string') {
    // Such a function in any expression: `file("/proc/self/environ")` would show the token in the report.
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
