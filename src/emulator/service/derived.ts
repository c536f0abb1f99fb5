/** Values kept beside the declared ones, for filters; never answered. */
import { camelCase } from '../../api';
import { isInclusion, type Declaration } from '../../schema';
import type { Behaviour, Values } from './behaviour';

/** Where a record says that lists leave it out unless the filter includes it. */
export const inclusionField = camelCase;

/** What follows from the values: by the declaration's filters, and by the kind's own behaviour. */
export function derivedValues({ filters }: Declaration, behaviour: Behaviour, values: Values): Values {
  const leftOut = Object.entries(filters).flatMap(([name, filter]) => {
    const value = values[filter.matches];
    const matches = typeof value === 'string' && new RegExp(filter.pattern ?? '', 'u').test(value);
    return isInclusion(filter) && matches ? [[inclusionField(name), true] as const] : [];
  });
  return { ...Object.fromEntries(leftOut), ...behaviour.derive?.(values) };
}
