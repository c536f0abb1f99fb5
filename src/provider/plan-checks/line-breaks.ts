/** Warns about new line breaks in fields of one line: some services refuse them, and others have such objects (contract V5). */
import { snakeCase, type Values } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import { type Declaration, hasLineBreak, LINE_BREAK } from '../../model/schema';
import { inputs } from '../convert/to-api';
import { likelyMistake } from './validate';

/** Returns a warning for each new or changed text. A text that the object already has is no problem. */
export function newLineBreaks(
  declaration: Declaration,
  { prior, plan }: { readonly prior: Values | null; readonly plan: Values },
): Diagnostic[] {
  return inputs(declaration).flatMap(([name, { type }]) => {
    const attribute = snakeCase(name);
    const isNew = hasLineBreak(type, plan[attribute]) && plan[attribute] !== prior?.[attribute];
    return isNew ? [likelyMistake(LINE_BREAK, [attribute], [attribute])] : [];
  });
}
