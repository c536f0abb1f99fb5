import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Without a terminal: standard output is a pipe. */
function printed(program: string): string {
  const script = `import { createSteps } from ${JSON.stringify(resolve('src/tools/check/steps.mjs'))};
    import { Refusal } from ${JSON.stringify(resolve('src/tools/say.mjs'))};
    const steps = createSteps();\n${program}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 20_000 })
    .stdout;
}

test('each step prints its seconds, and a table lists all steps and their total', () => {
  const text = printed(`console.log(await steps.record('Types', async () => 'result'));
    await steps.record('Unused exports', async () => undefined);
    console.log(steps.table());
    console.log(steps.hasFailed());`);
  expect(text.replace(/\d+\.\d/g, '0.0')).toBe(`Types … 0.0 s
result
Unused exports … 0.0 s
Types              0.0 s
Unused exports     0.0 s
Total              0.0 s
false
`);
});

test('a failed step prints its reason, and the next step runs', () => {
  const text = printed(`await steps.record('Lint', async () => { throw new Refusal('one.ts:1:1 error'); });
    await steps.record('Types', async () => undefined);
    console.log(steps.table());
    console.log(steps.hasFailed());`);
  expect(text).toMatch(/^Lint … failed after \d+\.\d s\none\.ts:1:1 error\nTypes … /);
  expect(text).toMatch(/\nLint +\d+\.\d s {2}failed\nTypes +\d+\.\d s\nTotal +\d+\.\d s\ntrue\n$/);
});

test('lanes run in parallel, the steps of a lane in sequence', () => {
  const text = printed(`let release;
    const released = new Promise((resolve) => (release = resolve));
    await steps.inLanes([
      [['waits', () => released]],
      [['first', async () => undefined], ['second', async () => release()]],
    ]);`);
  const titles = text.match(/^\w+/gm) ?? [];
  expect(titles[0]).toBe('first');
  expect(titles.sort()).toEqual(['first', 'second', 'waits']);
});
