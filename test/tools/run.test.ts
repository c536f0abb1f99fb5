import { resolve } from 'node:path';
import { runModule } from './child';

jest.setTimeout(30_000);

const inModule = (program: string) =>
  runModule(
    `import { run, runOk } from '${resolve('src/tools/run.mjs')}';
     import { main } from '${resolve('src/tools/say.mjs')}';
     const node = (script, options) => run(process.execPath, ['-e', script], options);
     const show = (value) => console.log(JSON.stringify(value));
     ${program}`,
  );
const shown = async (program: string) =>
  (await inModule(program)).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('the result has the exit code and the lines of both streams', async () => {
  const both = `console.log('one'); console.error('two'); process.exit(3);`;
  const [{ code, output }] = (await shown(`show(await node(${JSON.stringify(both)}));`)) as [
    { code: number; output: string },
  ];
  expect({ code, lines: output.split('\n').sort() }).toEqual({ code: 3, lines: ['one', 'two'] });
});

test('each line is passed on as it comes', async () => {
  expect(
    await shown(`const lines = [];
      await node("process.stdout.write('a\\\\nb'); process.stdout.write('c\\\\n')", { onLine: (line) => lines.push(line) });
      show(lines);`),
  ).toEqual([['a', 'bc']]);
});

test.each([
  ['SIGKILL', 137],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('a program ended by %s has the exit code %i', async (signal, code) => {
  const killed = `process.kill(process.pid, '${signal}'); setTimeout(() => {}, 10000);`;
  expect(await shown(`show(await node(${JSON.stringify(killed)}));`)).toEqual([{ code, output: '' }]);
});

test('a program that does not exist is one sentence', async () => {
  const { code, stderr } = await inModule(`await main(() => run('/no/such/program', []));`);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\n\/no\/such\/program cannot be started: .*ENOENT\n$/);
});

test('runOk passes success on, and shows the output of a failed program', async () => {
  const { stdout, stderr, code } = await inModule(`await main(async () => {
    show(await runOk('sh', ['-c', 'echo fine']));
    await runOk('sh', ['-c', 'echo broken; exit 2']);
  });`);
  expect(JSON.parse(stdout)).toEqual({ code: 0, output: 'fine' });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '\nsh -c echo broken; exit 2 exited with 2\nbroken\n' });
});

test('SIGTERM ends the running program, too', async () => {
  const child = `process.on('SIGTERM', () => { console.log('ended'); process.exit(5); }); console.log('ready'); setInterval(() => {}, 1000);`;
  const { code, stdout } = await inModule(`
    const onLine = (line) => { if (line === 'ready') process.kill(process.pid, 'SIGTERM'); };
    show(await node(${JSON.stringify(child)}, { onLine }));`);
  expect(JSON.parse(stdout)).toEqual({ code: 5, output: 'ready\nended' });
  expect(code).toBe(143);
});
