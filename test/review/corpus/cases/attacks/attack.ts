/** Marks cases as attacks: changes that hide gained access, or that a reviewer could misread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusCase } from '../../parts';

/** The expected reports by name, for cases without their own. */
const expected = JSON.parse(readFileSync(join(__dirname, 'expected.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

export function attacks(cases: readonly CorpusCase[]): CorpusCase[] {
  return cases.map((corpusCase) => {
    const says = corpusCase.says ?? expected[corpusCase.name];
    return { ...corpusCase, isAttack: true, ...(says !== undefined && { says }) };
  });
}
