/** Marks cases as attacks: changes that somebody proposes to gain access unnoticed, or that a reviewer would misread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusCase } from '../../parts';

/** What the report of each case says, by name, where the case does not say so itself. */
const expected = JSON.parse(readFileSync(join(__dirname, 'expected.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

export function attacks(cases: readonly CorpusCase[]): CorpusCase[] {
  return cases.map((one) => {
    const says = one.says ?? expected[one.name];
    return { ...one, isAttack: true, ...(says !== undefined && { says }) };
  });
}
