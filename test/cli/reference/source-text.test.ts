import { toTypeScript } from '../../../src/cli/reference/source-text';
import { Verbatim } from '../../../src/base/text/write-hcl';

test('a text of TypeScript cannot end early', () => {
  expect(toTypeScript("it's \\d")).toBe("'it\\'s \\\\d'");
});

test('lists, objects and expressions as TypeScript', () => {
  expect(toTypeScript({ list: ['a', new Verbatim('group')], inner: { on: true } })).toBe(
    "{\n  list: ['a', group],\n  inner: {\n    on: true,\n  },\n}",
  );
});
