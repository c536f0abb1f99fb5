/** The blocks to paste from a message, with addresses to be replaced, and the same with constructs. */
import { type Declaration, kindInWords, typeName } from '../../model/schema';
import * as blocks from '../../base/text/state-blocks';

/**
 * Returns an import block with ADDRESS to be replaced, and the call for constructs. The block names no provider,
 * because Terraform rejects one if the resource itself names none.
 */
export function importBlockToPaste(declaration: Declaration, uid: string): string {
  const block = blocks.importBlock(`${typeName(declaration)}.ADDRESS`, uid);
  return `${block}\n\n${withConstruct(declaration, blocks.importFromCall('x', uid))}`;
}

/** Returns a moved block for a renamed resource, with both addresses to be replaced. */
export function movedBlockToPaste(declaration: Declaration): string {
  const former = `${typeName(declaration)}.FORMER_ADDRESS`;
  const block = blocks.movedBlock(former, `${typeName(declaration)}.ADDRESS`);
  return `${block}\n\n${withConstruct(declaration, blocks.wasAtCall('x', former))}`;
}

function withConstruct(declaration: Declaration, call: string): string {
  return `With constructs, if the ${kindInWords(declaration)} is x: ${call}`;
}
