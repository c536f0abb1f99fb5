/** The completion scripts, run by the shells that exist. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

/** Returns what Bash offers for the last word of a line. */
function offered(script: string, line: string): string[] {
  const words = line.split(' ');
  const list = words.map((word) => `'${word}'`).join(' ');
  const program = `${script}
COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _platform_iac; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.trimEnd().split('\n').filter(Boolean);
}

test('Bash completes commands, options, their values and arguments', async () => {
  const { code, out, err } = await printed('completion', 'bash');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(offered(out, 'platform-iac re')).toEqual(['review']);
  expect(offered(out, 'platform-iac review --form')).toEqual(['--format']);
  expect(offered(out, 'platform-iac review --format te')).toEqual(['text']);
  expect(offered(out, 'platform-iac completion ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish', '--help']));
  expect(offered(out, 'platform-iac nothing ')).toEqual([]);
});

test('a value without choices offers no word, so that Bash completes the names of files', async () => {
  const { out } = await printed('completion', 'bash');
  expect(offered(out, 'platform-iac review --config ')).toEqual([]);
});

test('every command and every visible option is in every script', async () => {
  const { out: help } = await printed('--help');
  const commands = [...help.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name!);
  expect(commands.length).toBeGreaterThan(15);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out } = await printed('completion', shell);
    for (const command of commands) {
      expect(out).toMatch(new RegExp(`\\b${command}\\b`));
      const { out: commandHelp } = await printed(command, '--help');
      for (const [, flag] of commandHelp.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm))
        expect(out).toContain(shell === 'fish' ? `-l ${flag}` : `--${flag}`);
    }
  }
});

test.each(['bash', 'zsh', 'fish'])('%s reads its script', async (shell) => {
  const { error } = spawnSync(shell, ['--version']);
  if (error !== undefined) {
    process.stderr.write(`The script for ${shell} was not read: ${shell} is not on PATH.\n`);
    return;
  }
  const { out } = await printed('completion', shell);
  const file = join(folder, shell);
  writeFileSync(file, out);
  const { stderr, status } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});

test('another shell is a usage error with the choices', async () => {
  const { code, err } = await printed('completion', 'csh');
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish');
});
