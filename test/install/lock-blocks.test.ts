import fc from 'fast-check';
import { lockBlocks } from '../../src/install/lock-blocks';

const block = (address: string, version: string) =>
  `provider "${address}" {\n  version     = "${version}"\n  hashes = [\n    "h1:x=",\n  ]\n}\n`;

test('each block has its address, its line and its place in the text', () => {
  const text = `# head\n\n${block('a.example/x/y', '1.0.0')}\n${block('b.example/x/y', '2.0.0')}`;
  const blocks = lockBlocks(text);
  expect(blocks.map(({ address, line }) => [address, line])).toEqual([
    ['a.example/x/y', 3],
    ['b.example/x/y', 10],
  ]);
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
    block('a.example/x/y', '1.0.0').trimEnd(),
    block('b.example/x/y', '2.0.0').trimEnd(),
  ]);
  expect(blocks.map((lockBlock) => lockBlock.attribute('version'))).toEqual(['1.0.0', '2.0.0']);
  expect(blocks[0]?.attribute('constraints')).toBeUndefined();
});

test.each([
  ['a comment', '# provider "x" {\n// }\n/* provider "y" {\n*/'],
  ['a string', 'a = "provider \\"x\\" { /* "\n'],
  ['a heredoc', 'a = <<-END\nprovider "x" {\n  END\n'],
  ['another word', 'my-provider "x" {\n}\nprovider_meta "x" {\n}\n'],
  ['another block', 'terraform {\n  provider "x" {\n  }\n}\n'],
])('a block in %s is not an entry', (_, text) => {
  expect(lockBlocks(`${text}\n${block('a/b/c', '1.0.0')}`).map(({ address }) => address)).toEqual(['a/b/c']);
});

test('an attribute in a comment, a nested block or another word is not an attribute of the block', () => {
  const [one] = lockBlocks('provider "a/b/c" {\n  # version = "1"\n  my_version = "2"\n  version = "3"\n}\n');
  expect(one?.attribute('version')).toBe('3');
});

test.each([
  ['a { is never closed', 2, '\nprovider "a" {\n'],
  ['a } closes nothing', 3, '\n\n}'],
  ['the text from " has no end', 1, 'a = "b'],
  ['the text from /* has no end', 2, 'a = 1\n/* b'],
])('%s is an error with its line', (problem, line, text) => {
  expect(() => lockBlocks(text)).toThrow(`in line ${line} ${problem}, so Terraform cannot read it`);
});

test('blocks are found at their places between any comments and strings', () => {
  const noise = fc.constantFrom(
    '# provider "x" {\n',
    '// }\n',
    '/* { " */',
    'a = "} {"\n',
    'b = <<E\n{ " /*\nE\n',
    '\n',
  );
  const addresses = fc.constantFrom('a/b/c', 'd.example/e/f');
  fc.assert(
    fc.property(fc.array(fc.tuple(noise, fc.option(addresses))), (parts) => {
      const text = parts
        .map(([before, address]) => `${before}\n${address === null ? '' : block(address, '1')}`)
        .join('');
      const expected = parts.flatMap(([, address]) => (address === null ? [] : [address]));
      const blocks = lockBlocks(text);
      expect(blocks.map(({ address }) => address)).toEqual(expected);
      for (const { address, start, end } of blocks) expect(text.slice(start, end)).toBe(block(address, '1').trimEnd());
    }),
  );
});
