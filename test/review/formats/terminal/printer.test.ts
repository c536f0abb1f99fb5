import { createPrinter } from '../../../../src/review/formats/terminal/printer';

test('paints only if colors are on', () => {
  expect(createPrinter({}).paint('x', 'red')).toBe('x');
  expect(createPrinter({ color: true }).paint('x', 'red', 'bold')).toBe('\u001b[1m\u001b[31mx\u001b[39m\u001b[22m');
});

test('wraps at words, and indents the first line separately', () => {
  const { wrap } = createPrinter({ width: 40 });
  const lines = wrap('one two three four five six seven eight nine ten', 4, 2).split('\n');
  expect(lines.length).toBe(2);
  expect(lines[0]).toMatch(/^ {2}one/);
  expect(lines[1]).toMatch(/^ {4}\w/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});

test('external text cannot end a line or control the terminal', () => {
  const text = createPrinter({}).wrap('a\nb\tc\u001b[31m', 0);
  expect(text).not.toContain('\n');
  expect(text).not.toContain('\u001b');
});
