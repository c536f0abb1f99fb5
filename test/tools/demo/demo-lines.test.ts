import { resolve } from 'node:path';
import { runModule } from '../child';

jest.setTimeout(30_000);

const printed = async (program: string): Promise<string[]> => {
  const { stdout } = await runModule(
    `import { chapters, countWithNoun, line, requestLine, wholeText } from '${resolve('src/tools/demo/demo-lines.mjs')}';
     ${program}`,
  );
  return stdout.split('\n').slice(0, -1);
};

test('a line has its mark, and at most 80 columns', async () => {
  const lines = await printed(`line('web'); line('web', '+'); line('x'.repeat(76), '-'); line('x'.repeat(77), '~');`);
  expect(lines).toEqual(['    web', '  + web', `  - ${'x'.repeat(76)}`, `  ~ ${'x'.repeat(75)}…`]);
});

test('uids are shortened, and nothing that only resembles one', async () => {
  const root = 'c0ffee'.repeat(7).slice(0, 40);
  const lines = await printed(
    `line('${root}/0123456789abcdef'); line('${root.slice(1)}'); line('0123456789ABCDEF'); line('x0123456789abcdef');`,
  );
  expect(lines.map((line) => line.trim())).toEqual([
    'c0ff…/0123…',
    root.slice(1),
    '0123456789ABCDEF',
    'x0123456789abcdef',
  ]);
});

test('a whole text continues in further lines with the same mark', async () => {
  expect(await printed(`wholeText('ab'.repeat(50), '+');`)).toEqual([
    `  + ${'ab'.repeat(38)}`,
    `  + ${'ab'.repeat(12)}`,
  ]);
});

test('a request shows its query, and a remark in a column of its own', async () => {
  expect(
    await printed(`requestLine({ method: 'GET', path: '/groups', query: 'name=x' });
      requestLine({ method: 'POST', path: '/groups', query: '' }, 'The name is free.');`),
  ).toEqual(['    GET /groups?name=x', `    ${'POST /groups'.padEnd(37)}The name is free.`]);
});

test('a count has the plural unless it is one', async () => {
  expect(await printed(`for (const n of [0, 1, 2]) console.log(countWithNoun(n, 'write'));`)).toEqual([
    ...['0 writes', '1 write', '2 writes'],
  ]);
});

test('chapters are numbered, and none begins after an interruption', async () => {
  expect(
    await printed(`let stop = false;
      const chapter = chapters(() => stop);
      chapter('One'); chapter('Two');
      stop = true;
      try { chapter('Three'); } catch (error) { console.log(error.message); }`),
  ).toEqual(['', '1  One', '', '2  Two', 'interrupted']);
});
