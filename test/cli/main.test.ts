import { spawnSync } from 'node:child_process';
import { builtCli } from '../support/built';

jest.setTimeout(60_000);

const cli = builtCli();

/** Runs the command with a reader that closes the pipe before or after a line. Returns the exit code of the command. */
function piped(args: string, reader: string): { status: number | null; stderr: string } {
  const command = `"${process.execPath}" "${cli}" ${args}`;
  const script = `set -o pipefail; (${command}; echo "ended with $?" >&2) | ${reader}`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', timeout: 30_000 });
  return { status, stderr };
}

test.each([
  ['--help', 'head -1 > /dev/null', 0],
  ['--help', 'true', 0],
  ['emulator --help', 'true', 0],
  ['install --help', 'true', 0],
  ['oidc-token --help', 'true', 0],
  ['--version', 'true', 0],
  ['emulator -- true', 'true', 0],
  ['install /nowhere', 'true', 1],
])('platform-iac %s | %s ends quietly, with the exit code %i', (args, reader, code) => {
  const { stderr } = piped(args, reader);
  const message = code === 0 ? '' : 'platform-iac: The folder /nowhere does not exist.\n';
  expect(stderr).toBe(`${message}ended with ${code}\n`);
});

test.each(['--help', 'emulator --help', '--version'])(
  'platform-iac %s on a full disk reports it in one line',
  (args) => {
    expect(runOnFullDisk(args)).toBe(
      'platform-iac: Cannot write the output: the disk is full. Free space.\nended with 3\n',
    );
  },
);

/** Runs the command with an output that has no space. */
function runOnFullDisk(args: string): string {
  const script = `"${process.execPath}" "${cli}" ${args} > /dev/full; echo "ended with $?" >&2`;
  return spawnSync('bash', ['-c', script], { encoding: 'utf8', timeout: 30_000 }).stderr;
}
