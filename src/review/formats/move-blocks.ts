/** The blocks that keep objects whose address changes, one list for each plan. */
import type { Report } from '../report/types/report';

/** Returns the blocks of each plan. */
export function moveBlocks({
  moves = [],
  roleChanges = [],
  lookalikes = [],
}: Report): { readonly plan: string; readonly blocks: readonly string[] }[] {
  const all = [...moves, ...roleChanges, ...lookalikes].flatMap((move) => move.blocks ?? []);
  const plans = [...new Set(all.map(({ plan }) => plan))];
  return plans.map((plan) => ({
    plan,
    blocks: all.flatMap((part) => (part.plan === plan ? part.block : [])),
  }));
}
