/** Finds constructs whose line also creates others, as in a loop or in a function: a call on that line applies to all of them. */
import type { Origin, StacksByPlan } from '../input/plan/synthesized';
import type { SharedLine } from './types/report';

interface Placed extends Partial<Origin> {
  readonly address: string;
  readonly plan: string;
}

/** Returns the object, marked if another construct of its type has the same line. */
export function withSharedLine<T extends Placed>(object: T, stacks: StacksByPlan): T & SharedLine {
  const { address, plan, source } = object;
  if (source === undefined) return object;
  const [type = ''] = address.split('.');
  const onLine = [...(stacks.get(plan)?.origins ?? [])].filter(
    ([block, origin]) =>
      block.startsWith(`${type}.`) && origin?.source?.file === source.file && origin.source.line === source.line,
  );
  return onLine.length > 1 ? { ...object, sharesLine: true } : object;
}
