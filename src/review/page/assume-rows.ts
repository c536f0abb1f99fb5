/** The rows of changed trust policies: those that others can use first, and each reason once. Apart from the table, so that tests need no browser. */
import type { PageAssume } from './data';

export interface AssumeRow extends PageAssume {
  readonly warning: string | undefined;
  /** The identity of an earlier row, by the description of the outsiders. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Returns the changed trust policies, with those of strangers first. The first row with some outsiders describes them. */
export function toAssumeRows(
  assume: readonly PageAssume[],
  warningFor: (identity: string) => string | undefined,
): AssumeRow[] {
  const shown = new Map<string, string>();
  const rows = assume.map((each) => ({ ...each, warning: warningFor(each.identity), shown }));
  const isStranger = ({ warning, outsiders = [] }: AssumeRow) => warning !== undefined || outsiders.length > 0;
  const sorted = [...rows.filter(isStranger), ...rows.filter((row) => !isStranger(row))];
  for (const { identity, outsiders = [] } of sorted)
    for (const { who } of outsiders) if (!shown.has(who)) shown.set(who, identity);
  return sorted;
}
