/** Finds planned changes that replace an object although its schema does not require it. */
import { snakeCase, type Values } from '../../model/api';
import { isUnknown, type Path } from '../../plugin';
import { toAttribute, type Declaration } from '../../model/schema';

/** Returns the attributes that replace the object because their new value is still unknown. */
export function replacedWhileUnknown(
  { fields }: Declaration,
  plan: Values,
  isUnsettled: (value: unknown) => boolean,
): Path[] {
  return Object.entries(fields)
    .filter(([, { replacement }]) => replacement?.when === 'unknown')
    .map(([name, field]) => toAttribute(name, field))
    .filter((attribute) => isUnsettled(plan[attribute]))
    .map((attribute) => [attribute]);
}

/**
 * Returns the former and the new attribute of each immutable choice that differs between `prior` and `plan`: it needs a new
 * object.
 */
export function switchedChoices(declaration: Declaration, prior: Values, plan: Values): Path[] {
  return (declaration.rules ?? []).flatMap((rule) => {
    if (rule.immutable !== true) return [];
    const attributes = rule.fields.map(snakeCase);
    const before = attributes.find((name) => isChosen(prior[name]));
    const after = attributes.find((name) => isChosen(plan[name])) ?? attributes.find((name) => isUnknown(plan[name]));
    return before === undefined || after === undefined || before === after ? [] : [[before], [after]];
  });
}

function isChosen(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !isUnknown(value);
}
