import { OPTION_RULES } from '../../src/cli/option-rules';
import { runCli } from '../../src/cli/program';

async function run(args: readonly string[]) {
  let [out, err] = ['', ''];
  const terminal = { width: 10_000, color: false };
  const code = await runCli(args, { out: (text) => (out += text), err: (text) => (err += text), terminal });
  return { code, out, err };
}

/** The required arguments and options of a command. */
const required: Readonly<Record<string, readonly string[]>> = {
  adopt: ['--out', 'x'],
  'who-can': ['*', 'acme'],
  'where-can': ['acme'],
  why: ['acme', 'groups.list', 'acme'],
  'access test': ['assertions.json'],
  'access-review': ['--live', '--out', 'x'],
};

/** A value that each option accepts, if it takes one. */
const values: Readonly<Record<string, string>> = {
  '--cdk': 'cdktf',
  '--pipeline': 'github',
  '--max-requests': '10',
  '--max-age': '7',
  '--fail-on': 'high',
  '--port': '0',
  '--public-url': 'https://emulator.example',
  '--no-new-access-to': 'groups.create',
};

async function takesValue(command: string, option: string): Promise<boolean> {
  const { out } = await run([...command.split(' '), '--help']);
  const [found, value] = new RegExp(`^  ${option}( <| )`, 'm').exec(out) ?? [];
  // A rule must not name an option that does not exist.
  expect([command, option, found !== undefined]).toEqual([command, option, true]);
  return value === ' <';
}

async function inWords(command: string, option: string): Promise<string[]> {
  return (await takesValue(command, option)) ? [option, values[option] ?? 'x'] : [option];
}

const cases = Object.entries(OPTION_RULES).flatMap(([command, rules]) =>
  rules.flatMap(({ option, needs, excludes = [] }) => [
    ...(needs === undefined ? [] : [{ command, option, needs, other: undefined }]),
    ...excludes.map((other) => ({ command, option, needs: [], other })),
  ]),
);

test.each(cases)('$command: $option is a usage error without $needs, or with $other', async (each) => {
  const { command, option, needs, other } = each;
  const args = [...command.split(' '), ...(required[command] ?? []), ...(await inWords(command, option))];
  for (const needed of needs) await takesValue(command, needed);
  const orders = other === undefined ? [[]] : [await inWords(command, other)];
  for (const more of orders)
    for (const all of [
      [...args, ...more],
      [...command.split(' '), ...more, ...args.slice(command.split(' ').length)],
    ]) {
      const { code, out, err } = await run(all);
      expect({ all, code, out }).toEqual({ all, code: 2, out: '' });
      expect(err).toMatch(/^error: /);
      for (const named of [option, ...needs, ...(other === undefined ? [] : [other])]) expect(err).toContain(named);
    }
});

test('the error names the option that is ignored and its source', async () => {
  const { code, err } = await run(['why', 'a', 'b', 'c', '--live', '--synth', 'cdktf.out/stacks/org']);
  expect(code).toBe(2);
  expect(err).toContain(
    'error: --synth has no effect with --live alone: it needs --plan or --state. Add it, or omit --synth\n',
  );
});
