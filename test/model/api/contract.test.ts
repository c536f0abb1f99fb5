/** The page of rules, and the comments that cite it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const page = readFileSync(join(root, 'src/model/api/README.md'), 'utf8');
const rules = [...page.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, rule = '']) => rule);
const citations = ['src', 'constructs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .flatMap((file) => citationsIn(join(folder, file))),
);

/** `Contract L3, L4 and E1` cites three rules. A line of a comment may end in the middle of them. */
function citationsIn(file: string): { file: string; rule: string }[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\n\s*(\*|\/\/) /g, ' ');
  return [...text.matchAll(/\b[Cc]ontract ((?:[A-Z]\d+(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
    list.match(/[A-Z]\d+/g)!.map((rule) => ({ file, rule })),
  );
}

describe('the contract', () => {
  it('numbers each rule once, and each section from 1 on', () => {
    expect(new Set(rules).size).toBe(rules.length);
    for (const letter of new Set(rules.map((rule) => rule[0]))) {
      const section = rules.filter((rule) => rule[0] === letter);
      expect(section).toEqual(section.map((_, index) => `${letter}${index + 1}`));
    }
  });

  it('holds every rule that a comment cites', () => {
    expect(citations.length).toBeGreaterThan(5);
    expect(citations.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
  });

  it('refers within itself only to rules that there are', () => {
    const named = [...page.matchAll(/\(([A-Z]\d+)\)/g)].map(([, rule]) => rule);
    expect(named.filter((rule) => !rules.includes(rule!))).toEqual([]);
  });
});
