import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Without a terminal: standard output is a pipe. */
function printed(program: string): string {
  const script = `import { during } from ${JSON.stringify(resolve('src/tools/progress.mjs'))};\n${program}`;
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

test('a download that pauses prints a line after each pause', () => {
  const script = `import { progress } from ${JSON.stringify(resolve('src/tools/progress.mjs'))};
    const lines = [];
    let waited;
    const out = { write: (line) => (lines.push(line), lines.length > 3 && waited()) };
    await new Promise((done) => { waited = done; progress('Terraform', 0, out, 1).add(2_000_000); });
    console.log(lines.at(-1));
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stdout).toBe('  Terraform 1.9 MB\n\n');
});

test('short works in a row print a line, too', () => {
  const work = `const pause = () => new Promise((done) => setTimeout(done, 20));
    for (let i = 0; i < 10; i++) await during('Planning', pause, { silenceMs: 50 });`;
  expect(printed(work)).toContain('\n  Planning  0 s\n');
});
