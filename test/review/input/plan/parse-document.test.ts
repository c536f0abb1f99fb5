import fc from 'fast-check';
import { shareTexts } from '../../../../src/review/input/plan/parse-document';

test('changes no document', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const document: unknown = JSON.parse(text);
      shareTexts(document);
      expect(JSON.stringify(document)).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 2000, examples: [['{"__proto__":"a","b":["a",{"__proto__":{"c":"a"}}]}']] },
  );
});

test('reads a document of any depth', () => {
  const depth = 200_000;
  const document = Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'a');
  expect(() => {
    shareTexts(document);
  }).not.toThrow();
});
