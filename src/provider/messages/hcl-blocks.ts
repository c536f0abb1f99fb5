/** The HCL blocks to paste from a message: `import` and `moved`, and the same with constructs. */
import { type Declaration, kindInWords, typeName } from '../../schema';

/**
 * Returns an import block with ADDRESS to be replaced, and the call for constructs. The block names no provider,
 * because Terraform rejects one if the resource itself names none.
 */
export function importBlock(declaration: Declaration, uid: string): string {
  return [
    `import {`,
    `  to = ${typeName(declaration)}.ADDRESS`,
    `  id = "${uid}"`,
    `}`,
    ``,
    `With constructs, if the ${kindInWords(declaration)} is x: x.importFrom("${uid}")`,
  ].join('\n');
}

/** Returns a moved block for a renamed resource, with both addresses to be replaced. */
export function movedBlock(declaration: Declaration): string {
  const former = `${typeName(declaration)}.FORMER_ADDRESS`;
  return [
    `moved {`,
    `  from = ${former}`,
    `  to   = ${typeName(declaration)}.ADDRESS`,
    `}`,
    ``,
    `With constructs, if the ${kindInWords(declaration)} is x: x.moveFromId("${former}")`,
  ].join('\n');
}
