import { resolve } from 'node:path';
import { runModule } from '../child';

jest.setTimeout(30_000);

const node = async (script: string): Promise<string> => {
  const { stdout, stderr } = await runModule(script);
  return stdout + stderr;
};

describe('the versions of the example that the demo writes', () => {
  const versions = (source: string): Promise<string> =>
    node(
      `import { readVersions } from '${resolve('src/tools/demo/demo-program.mjs')}';
       const { withOneFieldChanged, withOneGroupMore } = readVersions(${JSON.stringify(source)});
       console.log(JSON.stringify([withOneFieldChanged?.program, withOneGroupMore?.program]));`,
    );
  const example = [
    `const top = Group.fromUid(org, 'acme', uid);`,
    `new Group(org, 'a', { name: 'a', description: 'It costs $& and $1.' });`,
    'app.synth();',
    '',
  ];

  test('one has another description, one a group more, with the names that the reader uses', async () => {
    const [changed, grown] = JSON.parse(await versions(example.join('\n')));
    expect(changed).toBe(example.join('\n').replace(/'It costs.*?'/, `'Changed by one line.'`));
    expect(grown).toBe(
      [
        ...example.slice(0, 2),
        `new Group(org, 'sales', { parent: top, name: 'sales' });`,
        '',
        ...example.slice(2),
      ].join('\n'),
    );
  });

  test.each([
    ['nothing to take hold of', `app.synth();`],
    ['a neighbour that a copy could not import', [`import { x } from './x';`, ...example].join('\n')],
  ])('a program with %s is left alone', async (_, source) => {
    expect(await versions(source)).toBe('[null,null]\n');
  });

  test('a program that has such a group gets no second one', async () => {
    const source = [`new Group(org, 'sales', { name: 'sales' });`, ...example].join('\n');
    expect(JSON.parse(await versions(source))[1]).toBeNull();
  });
});
