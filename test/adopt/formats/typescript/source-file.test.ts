import { mentions, sourceFile, withoutTexts } from '../../../../src/adopt/formats/typescript/source-file';

test('a file imports what its code uses, types as types', () => {
  const code = `export function add(acme: IGroup): GroupData {\n  return new Team(acme, 'Trust', {});\n}`;
  expect(sourceFile([code], [{ from: './shared', names: ['person'] }])).toBe(
    `import { Team, type GroupData, type IGroup } from 'cdktf-provider-platform';\n\n${code}\n`,
  );
});

test('texts, comments, keys and members are no uses; expressions in templates are', () => {
  const bare = withoutTexts(["const a = 'name'; // name", '/* name */ b.name({ name: c });'].join('\n'));
  expect(mentions(bare, 'name')).toBe(false);
  expect(mentions(bare, 'c')).toBe(true);
  expect(mentions(withoutTexts('`acme/${name}`'), 'name')).toBe(true);
});
