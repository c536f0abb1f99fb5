/** The blocks that keep objects whose address changes, one list for each plan. */
import type { Report } from '../report/types/report';

interface MovedObject {
  readonly construct?: string;
  readonly plan: string;
  readonly blocks?: readonly { readonly plan: string }[];
}

/** Returns the blocks of each plan, each block once: a renamed object can also have another address. */
export function moveBlocks({
  moves = [],
  roleChanges = [],
  lookalikes = [],
}: Report): { readonly plan: string; readonly blocks: readonly string[] }[] {
  const all = [...moves, ...roleChanges, ...lookalikes].filter(pastesBlocks).flatMap((move) => move.blocks ?? []);
  const plans = [...new Set(all.map(({ plan }) => plan))];
  return plans.map((plan) => ({
    plan,
    blocks: [...new Set(all.flatMap((part) => (part.plan === plan ? part.block : [])))],
  }));
}

/**
 * Returns true if blocks keep the object. A program with constructs generates the folder of its stack, and Git ignores it: blocks
 * there would be lost. Only a move between states needs them, because the call does not remove the object from the other state.
 */
export function pastesBlocks({ construct, plan, blocks = [] }: MovedObject): boolean {
  return construct === undefined || blocks.some((part) => part.plan !== plan);
}
