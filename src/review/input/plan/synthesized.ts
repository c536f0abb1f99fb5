/**
 * Reads the path of the construct and the line of each resource from the synthesized `cdk.tf.json`. The JSON of a plan contains
 * neither.
 */
import { isObject } from '../../../model/api';
import { findOrigin, type Origin, type SourceLine } from '../../../access/rules';
import { splitAddress } from './configuration';
import { PlanError } from './document';
import type { TerraformPlan } from './plan';

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
export type StacksByPlan = ReadonlyMap<string, Synthesized>;

/**
 * Assigns stacks to plans. A stack belongs to the plan whose configuration has all of its blocks and the fewest others. If several
 * plans are equal, it belongs to the first one, so that the order counts for stacks of the same shape. A state contains no
 * configuration: a stack belongs to the state that shares the most objects with it, at least half of those of the state.
 */
export function readStacks(plans: readonly TerraformPlan[], stacks: readonly Synthesized[]): StacksByPlan {
  const found = new Map<string, Synthesized>();
  const used = new Set<Synthesized>();
  const assign = (plan: TerraformPlan, stack: Synthesized): void => {
    if (found.has(plan.name) || used.has(stack)) return;
    found.set(plan.name, stack);
    used.add(stack);
  };
  const configured = plans
    .filter((plan) => !isState(plan))
    .sort((a, b) => a.configuration.blocks.size - b.configuration.blocks.size);
  for (const stack of stacks) {
    const blocks = [...stack.origins.keys()].filter((block) => !block.startsWith('module.'));
    const plan = configured.find(
      ({ name, configuration }) => !found.has(name) && blocks.every((block) => configuration.blocks.has(block)),
    );
    if (plan !== undefined) assign(plan, stack);
  }
  const states = plans.filter(isState).map((plan) => {
    const managed = plan.prior.filter(({ mode }) => mode === 'managed');
    return { plan, keys: managed.map(({ address }) => originKey(address)) };
  });
  // The state also contains the objects that the next apply deletes.
  const shared = stacks.flatMap((stack) =>
    states.map(({ plan, keys }) => {
      const common = keys.filter((key) => stack.origins.has(key)).length;
      return { plan, stack, common, others: keys.length - common };
    }),
  );
  // A state that a stack declares completely comes before another one with as many objects of the stack.
  const likely = shared
    .filter(({ common, others }) => common > 0 && common >= others)
    .sort((a, b) => b.common - a.common || a.others - b.others);
  for (const { plan, stack } of likely) assign(plan, stack);
  return found;
}

function isState({ configuration, changes }: TerraformPlan): boolean {
  return changes === undefined && configuration.blocks.size === 0;
}

/** Returns the origin of the instance at an address, or the origin of its module. */
export function findConstructOrigin(stack: Synthesized | undefined, address: string): Origin | undefined {
  return stack?.origins.get(originKey(address));
}

function originKey(address: string): string {
  const { block } = splitAddress(address);
  const [first, name] = block.split('.');
  return first === 'module' ? `module.${name ?? ''}` : block;
}
