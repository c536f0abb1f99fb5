/**
 * What CDK for Terraform wrote beside each resource of a stack: the path of its construct and the line that made it. A plan's
 * JSON has neither, so that it comes from the synthesized `cdk.tf.json`.
 */
import { isObject } from '../../../api';
import { splitAddress } from './configuration';
import { PlanError } from './document';
import type { Plan } from './plan';

/** A line of somebody's program. */
export interface SourceLine {
  /** With slashes; relative to where the review runs, as far as it can be told. */
  readonly file: string;
  /** From 1 on. */
  readonly line: number;
}

/** Where something is declared. */
export interface Origin {
  /** The path of the construct, from the stack on: `org/payments/ci`. */
  readonly construct: string;
  readonly source?: SourceLine;
}

/** A synthesized stack. */
export interface Synthesized {
  /** What it is called in the report: its folder. */
  readonly name: string;
  /** By the address of a block, as it stands in a configuration; `undefined` where nothing is written beside it. */
  readonly origins: ReadonlyMap<string, Origin | undefined>;
}

/**
 * Reads the text of `cdk.tf.json`.
 *
 * @param located Where a file lies that the program names relative to its own working directory.
 * @throws PlanError if it is none
 */
export function readSynthesized(
  text: string,
  name: string,
  located: (file: string) => string = (file) => file,
): Synthesized {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new PlanError(`${name} holds a cdk.tf.json that is no JSON, or was cut off.`, { cause: error });
  }
  if (!isObject(document)) throw new PlanError(`${name} holds a cdk.tf.json that is no object.`);
  const origins = new Map<string, Origin | undefined>();
  const add = (blocks: unknown, prefix: string) => {
    for (const [block, body] of membersOf(blocks)) origins.set(`${prefix}${block}`, originOf(body, located));
  };
  for (const [type, blocks] of membersOf(document['resource'])) add(blocks, `${type}.`);
  for (const [type, blocks] of membersOf(document['data'])) add(blocks, `data.${type}.`);
  add(document['module'], 'module.');
  return { name, origins };
}

function membersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function originOf(body: unknown, located: (file: string) => string): Origin | undefined {
  const comment = isObject(body) ? body['//'] : undefined;
  const metadata = isObject(comment) ? comment['metadata'] : undefined;
  if (!isObject(metadata) || typeof metadata['path'] !== 'string') return undefined;
  const source = isObject(metadata['source']) ? metadata['source'] : {};
  const { file, line } = source;
  const isKnown = typeof file === 'string' && file !== '' && Number.isSafeInteger(line) && Number(line) > 0;
  return {
    construct: metadata['path'],
    ...(isKnown && { source: { file: located(file), line: Number(line) } }),
  };
}

/** The stacks that plans were made of, by the name of the plan. */
export type StackOf = ReadonlyMap<string, Synthesized>;

/**
 * A stack belongs to a plan whose configuration has all of its blocks; of several to the one with the fewest others, and of
 * equal ones to the first, so that for stacks of the same shape the order counts.
 */
export function stacksOf(plans: readonly Plan[], stacks: readonly Synthesized[]): StackOf {
  const found = new Map<string, Synthesized>();
  for (const stack of stacks) {
    const blocks = [...stack.origins.keys()].filter((block) => !block.startsWith('module.'));
    const [plan] = plans
      .filter(({ name, configuration }) => !found.has(name) && blocks.every((block) => configuration.blocks.has(block)))
      .sort((one, other) => one.configuration.blocks.size - other.configuration.blocks.size);
    if (plan !== undefined) found.set(plan.name, stack);
  }
  return found;
}

/** Where the instance at an address is declared; of one within a module, where the module is. */
export function originIn(stack: Synthesized | undefined, address: string): Origin | undefined {
  if (stack === undefined) return undefined;
  const { block } = splitAddress(address);
  const [first, name] = block.split('.');
  return stack.origins.get(first === 'module' ? `module.${name ?? ''}` : block);
}
