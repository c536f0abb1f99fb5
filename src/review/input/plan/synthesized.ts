/**
 * Reads the path of the construct and the line of each resource from the synthesized `cdk.tf.json`. The JSON of a plan contains
 * neither.
 */
import { isObject } from '../../../model/api';
import { findOrigin, type Origin, type SourceLine } from '../../../access/rules';
import { splitAddress } from './configuration';
import { PlanError } from './document';
import type { Plan } from './plan';

export type { Origin, SourceLine } from '../../../access/rules';

/** A synthesized stack. */
export interface Synthesized {
  /** The name in the report: the folder. */
  readonly name: string;
  /** The origins by address of the block; `undefined` for a block without metadata. */
  readonly origins: ReadonlyMap<string, Origin | undefined>;
}

/**
 * Reads the text of `cdk.tf.json`.
 *
 * @param located resolves a path that is relative to the working directory of the program
 * @throws PlanError if the text is invalid
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
    throw new PlanError(`Cannot read cdk.tf.json in ${name}: it is not complete JSON.`, { cause: error });
  }
  if (!isObject(document)) throw new PlanError(`Cannot read cdk.tf.json in ${name}: it is not an object.`);
  const origins = new Map<string, Origin | undefined>();
  const add = (blocks: unknown, prefix: string) => {
    for (const [block, body] of getMembers(blocks)) {
      const { construct, source } = findOrigin(body) ?? {};
      const placed = source && { source: locatedLine(source, located) };
      origins.set(`${prefix}${block}`, construct === undefined ? undefined : { construct, ...placed });
    }
  };
  for (const [type, blocks] of getMembers(document['resource'])) add(blocks, `${type}.`);
  for (const [type, blocks] of getMembers(document['data'])) add(blocks, `data.${type}.`);
  add(document['module'], 'module.');
  return { name, origins };
}

function locatedLine({ file, line, caller }: SourceLine, located: (file: string) => string): SourceLine {
  return { file: located(file), line, ...(caller && { caller: locatedLine(caller, located) }) };
}

function getMembers(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The stacks of plans, by the name of the plan. */
export type StackOf = ReadonlyMap<string, Synthesized>;

/**
 * Assigns stacks to plans. A stack belongs to the plan whose configuration has all of its blocks and the fewest others. If several
 * plans are equal, it belongs to the first one, so that the order counts for stacks of the same shape. A state contains no
 * configuration: a stack belongs to the first state whose objects it declares, all of them.
 */
export function readStacks(plans: readonly Plan[], stacks: readonly Synthesized[]): StackOf {
  const found = new Map<string, Synthesized>();
  for (const stack of stacks) {
    const blocks = [...stack.origins.keys()].filter((block) => !block.startsWith('module.'));
    const [plan] = plans
      .filter((one) => !found.has(one.name) && belongsTo(one, stack, blocks))
      .sort((one, other) => one.configuration.blocks.size - other.configuration.blocks.size);
    if (plan !== undefined) found.set(plan.name, stack);
  }
  return found;
}

function belongsTo(
  { configuration, changes, prior }: Plan,
  { origins }: Synthesized,
  blocks: readonly string[],
): boolean {
  if (changes !== undefined || configuration.blocks.size > 0)
    return blocks.every((block) => configuration.blocks.has(block));
  const managed = prior.filter(({ mode }) => mode === 'managed').map(({ address }) => splitAddress(address).block);
  return managed.length > 0 && managed.every((block) => block.startsWith('module.') || origins.has(block));
}

/** Returns the origin of the instance at an address, or the origin of its module. */
export function originIn(stack: Synthesized | undefined, address: string): Origin | undefined {
  if (stack === undefined) return undefined;
  const { block } = splitAddress(address);
  const [first, name] = block.split('.');
  return stack.origins.get(first === 'module' ? `module.${name ?? ''}` : block);
}
