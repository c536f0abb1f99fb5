/** Changes that need a new object although no single attribute says so: another of several ways that is fixed for good. */
import { isUnknown, type Path } from '../../plugin';
import { snakeCase } from '../../api';
import type { Declaration } from '../../schema';

type Values = Readonly<Record<string, unknown>>;

/** The attributes that are given up and taken up where `plan` goes over to another choice than `prior` made. */
export function switchedChoices(declaration: Declaration, prior: Values, plan: Values): Path[] {
  return (declaration.rules ?? []).flatMap((rule) => {
    if (rule.rule !== 'exactlyOneOf' || rule.fixedChoice !== true) return [];
    const attributes = rule.fields.map(snakeCase);
    const before = attributes.find((name) => isChosen(prior[name]));
    const after = attributes.find((name) => isChosen(plan[name])) ?? attributes.find((name) => isUnknown(plan[name]));
    return before === undefined || after === undefined || before === after ? [] : [[before], [after]];
  });
}

function isChosen(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !isUnknown(value);
}
