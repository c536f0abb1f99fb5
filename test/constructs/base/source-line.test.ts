/** Tests that synthesized files contain the line of each construct, and that errors name the line of the program. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, type GroupProps } from '../../../constructs';
import { describeError } from '../../../constructs/plain-errors';
import { outdir, rootUid } from '../synthesized';

const repository = join(__dirname, '../../..');

/** The metadata of the groups and identities of a stack, by what they are called. */
function metadataOf(build: (stack: TerraformStack) => unknown, config = {}): Record<string, unknown> {
  const app = new App({ outdir, ...config });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  build(stack);
  app.synth();
  return read(outdir);
}

function read(out: string): Record<string, unknown> {
  type Blocks = Record<string, { '//': { metadata: { source?: unknown } } }>;
  const { resource } = JSON.parse(readFileSync(join(out, 'stacks/org/cdk.tf.json'), 'utf8')) as {
    resource: Record<string, Blocks>;
  };
  return Object.fromEntries(
    Object.values(resource).flatMap((blocks) =>
      Object.entries(blocks).map(([name, block]) => [name, block['//'].metadata]),
    ),
  );
}

const text = readFileSync(__filename, 'utf8').split('\n');
/** The line of this file on which that stands. */
const lineOf = (mark: string) => ({
  file: 'test/constructs/base/source-line.test.ts',
  line: text.findIndex((line) => line.includes(`// ${mark}`)) + 1,
});

class Team extends Group {
  constructor(scope: TerraformStack, id: string, props: Omit<GroupProps, 'parent'>) {
    super(scope, id, { parent: rootUid, ...props });
  }
}

test('a construct tells path, file and line of what made it; a subclass and a factory are passed over', () => {
  const metadata = metadataOf((stack) => {
    const group = new Group(stack, 'a', { parent: rootUid, name: 'a' }); // plain
    new Team(stack, 'team', { name: 'team' }); // subclass
    Group.root(stack, 'root', { name: 'root' }); // factory
    ['x', 'y'].map((name) => Identity.person(stack, name, { issuer: 'https://i.example', subject: name })); // loop
    return group;
  });
  expect(metadata).toMatchObject({
    a: { path: 'org/a', uniqueId: 'a', source: lineOf('plain') },
    team: { path: 'org/team', source: lineOf('subclass') },
    root: { source: lineOf('factory') },
  });
});

describe('a function of the program', () => {
  const addTeam = (stack: TerraformStack, id: string, name = id) => new Group(stack, id, { parent: rootUid, name }); // inner
  const addPair = (stack: TerraformStack, name: string) => ['a', 'b'].map((each) => addTeam(stack, `${name}-${each}`)); // pair

  it('that several lines call is a line of its call, and its own second', () => {
    const metadata = metadataOf((stack) => {
      addTeam(stack, 'x'); // call of x
      addTeam(stack, 'y'); // call of y
    });
    expect(metadata).toMatchObject({
      x: { source: { ...lineOf('inner'), caller: lineOf('call of x') } },
      y: { source: { ...lineOf('inner'), caller: lineOf('call of y') } },
    });
  });

  it('is located where calls through other functions begin to differ', () => {
    const metadata = metadataOf((stack) => {
      addPair(stack, 'x'); // pair x
      addPair(stack, 'y'); // pair y
    });
    expect(metadata).toMatchObject({
      'x-a': { source: { ...lineOf('inner'), caller: lineOf('pair x') } },
      'x-b': { source: { ...lineOf('inner'), caller: lineOf('pair x') } },
      'y-a': { source: { ...lineOf('inner'), caller: lineOf('pair y') } },
    });
  });

  it('that is called in a loop, or by two Apps, has one line: no other tells its objects apart', () => {
    const build = (stack: TerraformStack) => ['x', 'y'].forEach((name) => addTeam(stack, name));
    const x = { path: 'org/x', uniqueId: 'x', source: lineOf('inner') };
    expect(metadataOf(build)['x']).toEqual(x);
    expect(metadataOf(build)['x']).toEqual(x);
  });

  it('is in the error of a construct with both lines', () => {
    const build = (stack: TerraformStack) => {
      addTeam(stack, 'x', ''); // call without a name
      addTeam(stack, 'y');
    };
    const [inner, caller] = [lineOf('inner'), lineOf('call without a name')];
    expect(() => metadataOf(build)).toThrow(`at ${caller.file}:${caller.line} via ${inner.file}:${inner.line}`);
  });
});

test('an App that wants no stack traces has none of it', () => {
  const build = (stack: TerraformStack) => new Group(stack, 'a', { parent: rootUid, name: 'a' });
  expect(metadataOf(build, { stackTraces: false })).toEqual({ a: { path: 'org/a', uniqueId: 'a' } });
});

describe('an error that a program does not catch', () => {
  const [, running = ''] = process.argv;
  afterEach(() => void (process.argv[1] = running));
  const program = 'test/constructs/base/source-line.test.ts';
  const describeIn = (name: string, error: unknown): string => {
    process.argv[1] = join(repository, name);
    return describeError(error);
  };
  const sentence = (reason: string) => `Cannot run ${program}: ${reason} "npx tsx ${program}" shows all calls.`;

  it('is a sentence with its line', () => {
    const { file, line } = lineOf('thrown');
    expect(describeIn(program, new Error('No owner'))).toBe(`${sentence('No owner.')}\n    at ${file}:${line}`); // thrown
  });

  it('tells the line of a syntax error', () => {
    const place = join(repository, 'lib/team.ts');
    const error = new Error(`Transform failed with 1 error:\n${place}:3:9: ERROR: Expected ")" but found "viewer"`);
    expect(describeIn(program, error)).toBe(`${sentence('Expected ")" but found "viewer".')}\n    at lib/team.ts:3`);
  });

  it('is not the reason if the program does not exist', () => {
    expect(describeIn('before.ts', new Error('No owner'))).toBe(
      'Cannot run before.ts: the file does not exist. Correct its name in the scripts of package.json and in cdktf.json.',
    );
  });
});

describe('a program of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'source line (1) '));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (args: readonly string[], files: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const env = { ...process.env, CDKTF_OUTDIR: 'out', NODE_PATH: join(repository, 'node_modules') };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return read(join(folder, 'out'));
  };
  const tsx = ['--require', require.resolve('tsx/cjs')];
  const program = (make: string) => `
    import { App, TerraformStack } from 'cdktf';
    import { Group, PlatformProvider } from ${JSON.stringify(join(repository, 'constructs'))};
    import { team } from 'library';
    interface Longer { readonly than: 'what is left of it'; }
    const app = new App();
    const stack = new TerraformStack(app, 'org');
    new PlatformProvider(stack, 'platform', { install: false });
    ${make}
    app.synth();
  `;

  it('is located in its source lines, not in compiled code or a package', () => {
    const metadata = run([...tsx, 'lib/main.ts'], {
      'node_modules/library/index.js': `exports.team = (Group, ...args) => new Group(...args);`,
      'lib/main.ts': program(`team(Group, stack, 'a', { parent: '${rootUid}', name: 'a' });`),
    });
    expect(metadata).toMatchObject({ a: { source: { file: 'lib/main.ts', line: 9 } } });
  });
});
