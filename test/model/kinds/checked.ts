import { checkFields, inputFields, violationText, type Declaration } from '../../../src/model/schema';
import type { Values } from '../../../src/model/api';

const root = '0123456789abcdef0123456789abcdef01234567';
/** A uid in the root group that no object has. */
export const someUid = `${root}/${'a'.repeat(16)}`;

/** Returns the violations of a creation of the kind in words; every reference that the values leave out is valid. */
export function problems(declaration: Declaration, values: Values): string[] {
  const inputs = inputFields(declaration);
  const references = inputs.flatMap(([name, { type }]) =>
    type.is === 'string' && type.refersTo !== undefined ? [[name, someUid]] : [],
  );
  const given = { ...Object.fromEntries(references), ...values };
  return checkFields(Object.fromEntries(inputs), declaration.rules ?? [], given).map(violationText);
}

/** Returns the violations of the kind's example with other values of some fields. */
export function problemsWith(declaration: Declaration, values: Values): string[] {
  return problems(declaration, { ...declaration.examples.create, ...values });
}
