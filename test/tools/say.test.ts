import { resolve } from 'node:path';
import { runModule } from './child';

jest.setTimeout(30_000);

const run = (program: string, env: Readonly<Record<string, string>> = {}) =>
  runModule(
    `import { bold, colored, main, Refusal, say, timed } from '${resolve('src/tools/say.mjs')}';
     ${program}`,
    { env: { PATH: process.env['PATH'], ...env } },
  );

test('without a terminal no text is styled', async () => {
  expect(await run(`say(bold('x')); say(); console.log(colored);`)).toMatchObject({ stdout: 'x\n\nfalse\n' });
});

test('the exit code is the result of main, and 0 without one', async () => {
  expect(await run(`await main(async () => 3);`)).toEqual({ code: 3, stdout: '', stderr: '' });
  expect(await run(`await main(() => undefined);`)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a Refusal or an unknown option is its message alone, and any other error has its stack trace', async () => {
  expect(await run(`await main(async () => { throw new Refusal('Install Node.'); });`)).toEqual({
    code: 1,
    stdout: '',
    stderr: '\nInstall Node.\n',
  });
  const parsing = `import { parseArgs } from 'node:util'; await main(() => parseArgs({ args: ['--other'], options: {} }));`;
  expect(await run(parsing)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\nUnknown option '--other'.*\n$/),
  });
  const { code, stderr } = await run(`await main(async () => { throw new TypeError('x of undefined'); });`);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\nTypeError: x of undefined\n {4}at /);
  expect(await run(`await main(() => { throw 'text'; });`)).toMatchObject({ code: 1, stderr: '\ntext\n' });
});

test('timed work prints its seconds, or that it failed, and passes its result on', async () => {
  expect((await run(`say(await timed('Build', async () => 'result'));`)).stdout).toMatch(
    /^Build … \d+\.\d s\nresult\n$/,
  );
  const failing = `await main(() => timed('Build', async () => { throw new Refusal('no'); }));`;
  expect(await run(failing)).toEqual({ code: 1, stdout: 'Build … failed\n', stderr: '\nno\n' });
});
