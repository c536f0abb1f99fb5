/** `pipeline.sh` as shellcheck sees it, where there is one. */
import { spawnSync } from 'node:child_process';

const { error } = spawnSync('shellcheck', ['--version']);
if (error) process.stderr.write('shellcheck is not on PATH: pipeline.sh is read by bash alone.\n');

test('bash reads it', () => {
  expect(spawnSync('bash', ['-n', 'examples/pipelines/pipeline.sh'], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

(error ? test.skip : test)('shellcheck finds nothing', () => {
  const { status, stdout } = spawnSync('shellcheck', ['examples/pipelines/pipeline.sh'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('a command that it does not know ends with how it is used', () => {
  const { status, stderr } = spawnSync('examples/pipelines/pipeline.sh', ['destroy'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('pipeline.sh apply APPROVED') });
});
