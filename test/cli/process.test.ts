import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** Runs a program that has the functions of the file. A signal comes during its synchronous code. */
function ended(program: string) {
  const start = `import functions from './src/cli/process.ts';
    const { heardSignals, onSignals, undivided } = functions;
    const interrupt = () => { process.kill(process.pid, 'SIGINT'); for (const end = Date.now() + 20; Date.now() < end; ); };`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', `${start}\n${program}`];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, signal, stdout, stderr };
}

test('a signal that has come is heard before its listener goes, and ends the process after an undivided action', () => {
  const program = `
    const heard = [];
    const stop = onSignals((signal) => heard.push(signal));
    interrupt();
    await heardSignals();
    stop();
    console.log(heard.join());
    await undivided(() => { interrupt(); console.log('done'); });
    setTimeout(() => console.log('alive'), 5000);`;
  expect(ended(program)).toEqual({ status: null, signal: 'SIGINT', stdout: 'SIGINT\ndone\n', stderr: '' });
});
