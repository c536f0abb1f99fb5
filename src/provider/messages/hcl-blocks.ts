/** The blocks of HCL that a message gives to paste: `import` and `moved`, and the same with constructs. */
import { type Declaration, kindInWords, typeName } from '../../schema';

/**
 * Ready to paste except for the resource's name in the configuration; and the same with constructs. It names no provider,
 * because Terraform refuses one where the resource itself names none.
 */
export function importBlock(declaration: Declaration, uid: string): string {
  return [
    `import {`,
    `  to = ${typeName(declaration)}.ADDRESS`,
    `  id = "${uid}"`,
    `}`,
    ``,
    `With constructs, where the ${kindInWords(declaration)} is x: x.importFrom("${uid}")`,
  ].join('\n');
}

/** For an object whose resource has got another address; ready to paste except for both addresses. */
export function movedBlock(declaration: Declaration): string {
  const former = `${typeName(declaration)}.FORMER_ADDRESS`;
  return [
    `moved {`,
    `  from = ${former}`,
    `  to   = ${typeName(declaration)}.ADDRESS`,
    `}`,
    ``,
    `With constructs, where the ${kindInWords(declaration)} is x: x.moveFromId("${former}")`,
  ].join('\n');
}
