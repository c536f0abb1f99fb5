import { findLine } from '../../../../src/access/rules/configuration/lines';

const text = `{
  "names": { "a": "acme, [x]" },
  "assertions": [
    { "name": "one", "where": ["acme"] },
    {
      "name": "two \\"quoted\\"",
      "where": ["acme", "shop"]
    }
  ],
  "invariants": []
}`;

test.each([
  [[], 1],
  [['names'], 2],
  [['names', 'a'], 2],
  [['assertions'], 3],
  [['assertions', 0], 4],
  [['assertions', 1], 5],
  [['assertions', 1, 'where', 1], 7],
  [['invariants'], 10],
])('finds the line of %j', (path, line) => {
  expect(findLine(text, path)).toBe(line);
});

test.each([[['assertions', 2]], [['invariants', 0]], [['suppressions']], [['names', 'b']]])(
  'finds no line of %j, which the text does not contain',
  (path) => {
    expect(findLine(text, path)).toBeUndefined();
  },
);
