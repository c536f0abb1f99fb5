/** `pipeline.sh` as shellcheck sees it, where there is one. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

test.each([
  [['organization.ts', 'main.ts'], 'organization.ts'],
  [['main.ts'], 'main.ts'],
])('of the programs %j it synthesizes a stack with %s', (programs, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-'));
  cpSync('examples/pipelines/pipeline.sh', join(folder, 'pipeline.sh'));
  for (const name of programs) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'bin'));
  // A stand-in for Node: the stack is the name of the program, which is the last argument.
  const node = `#!/bin/bash\nmkdir -p cdktf.out/stacks/organization\nprintf %s "\${@: -1}" > cdktf.out/stacks/organization/cdk.tf.json\n`;
  writeFileSync(join(folder, 'bin/node'), node, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { status, stderr } = spawnSync('./pipeline.sh', ['synth'], { cwd: folder, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'out/stack.json'), 'utf8')).toBe(expected);
  rmSync(folder, { recursive: true });
});

test('every job installs what programs and commands need, and no compiler', () => {
  const files = readdirSync('examples/pipelines', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(yml|sh)$/.test(name),
  );
  const lines = files.flatMap((name) => readFileSync(join('examples/pipelines', name), 'utf8').split('\n'));
  const installations = lines
    .filter((line) => /\bnpm ci\b/.test(line))
    .map((line) => line.trim().replace(/^- (run: )?/, ''));
  expect(new Set(installations.map((line) => line.replace(' --loglevel=error', '')))).toEqual(
    new Set(['npm ci --omit=dev --ignore-scripts --no-audit --no-fund']),
  );
});
