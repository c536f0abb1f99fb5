import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Without a terminal: standard output is a pipe. */
function printed(program: string): string {
  const script = `import { during } from ${JSON.stringify(resolve('src/setup/progress.mjs'))};\n${program}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 20_000 })
    .stdout;
}

test('long work prints its progress in lines', () => {
  const work = `const lines = (n) => new Promise((done) => { const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text) => { if (--n === 0) done(); return write(text); }; });
    console.log(await during('Installing', async () => (await lines(2), 'done'), { state: () => '3 of 7', silenceMs: 1 }));`;
  expect(printed(work)).toMatch(/^(\n {2}Installing {2}3 of 7 {2}\d+ s){2,}\ndone\n$/);
});

test('short work prints nothing', () => {
  expect(printed(`console.log(await during('Installing', async () => 'done'));`)).toBe('done\n');
});
