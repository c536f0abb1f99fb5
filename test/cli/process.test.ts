import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Runs a program that has the functions of the file. A signal comes during its synchronous code. */
function ended(program: string) {
  const start = `import functions from './src/cli/process.ts';
    const { awaitInterruption, heardSignals, onSignals } = functions;
    const interrupt = () => { process.kill(process.pid, 'SIGINT'); for (const end = Date.now() + 20; Date.now() < end; ); };`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', `${start}\n${program}`];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, signal, stdout, stderr };
}

test('a signal that has come is heard before its listener goes', () => {
  const program = `
    const heard = [];
    const stop = onSignals((signal) => heard.push(signal));
    interrupt();
    await heardSignals();
    stop();
    console.log(heard.join());
    console.log('done');`;
  expect(ended(program)).toEqual({ status: 0, signal: null, stdout: 'SIGINT\ndone\n', stderr: '' });
});

test('the first signal interrupts a command, and the second one ends the process', () => {
  const program = `
    const interruption = awaitInterruption();
    console.log(await interruption.heard());
    interrupt();
    console.log(await interruption.heard(), interruption.signal.aborted);
    interrupt();
    setTimeout(() => console.log('alive'), 5000);`;
  expect(ended(program)).toEqual({ status: null, signal: 'SIGINT', stdout: 'undefined\n130 true\n', stderr: '' });
});
