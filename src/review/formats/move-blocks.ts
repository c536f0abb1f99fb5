/** The blocks that keep objects whose address changes, one list for each plan. */
import type { Report } from '../report/types/report';

/** The title of the blocks. */
export const BLOCKS_TO_PASTE = 'Blocks to paste into the stack';

/** Returns the blocks of each plan as one text. */
export function moveBlocks({
  moves = [],
  roleChanges = [],
  lookalikes = [],
}: Report): { readonly plan: string; readonly text: string }[] {
  const blocks = [...moves, ...roleChanges, ...lookalikes].flatMap((move) => move.blocks ?? []);
  const plans = [...new Set(blocks.map(({ plan }) => plan))];
  return plans.map((plan) => ({
    plan,
    text: blocks
      .filter((block) => block.plan === plan)
      .map(({ block }) => block)
      .join('\n'),
  }));
}
