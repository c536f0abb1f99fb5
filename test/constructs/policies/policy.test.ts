import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App, Aspects, TerraformStack, Testing } from 'cdktf';
import { Group, PlatformProvider, Policies } from '../../../constructs';
import { builtConstructs } from '../../support/built';
import { outdir, rootUid } from '../synthesized';
import { annotationsIn, quietly, reported } from './reported';

const deep = Policies.maxDepth(1);

describe('a policy', () => {
  it('evaluates only the construct that it is added to', () => {
    const stack = new TerraformStack(Testing.app({ outdir }), 'org');
    const acme = Group.root(stack, 'acme', { name: 'acme' });
    const [a, b] = ['a', 'b'].map((id) => acme.addGroup(id));
    Aspects.of(a!).add(deep);
    expect(quietly(() => Testing.synth(stack))).toBeDefined();
    expect(annotationsIn(a!)).toHaveLength(1);
    expect(annotationsIn(b!)).toEqual([]);
  });

  it('reports the line of the construct, and each problem once', () => {
    const stack = new TerraformStack(new App({ outdir }), 'org');
    const group = Group.root(stack, 'acme', { name: 'acme' }).addGroup('a');
    Aspects.of(stack).add(deep);
    quietly(() => [Testing.synth(stack), Testing.synth(stack)]);
    const errors = group.node.metadata.filter(({ type }) => type === '@cdktf/error');
    expect(errors.map(({ data }) => String(data))).toEqual([
      expect.stringMatching(/^Policy maxDepth\(1\): .*\.\n {4}at test\/constructs\/policies\/policy\.test\.ts:\d+$/),
    ]);
  });

  it('reports a new problem in the next synthesis', () => {
    const stack = new TerraformStack(Testing.app({ outdir }), 'org');
    const acme = Group.root(stack, 'acme', { name: 'acme' });
    Aspects.of(stack).add(deep);
    Testing.synth(stack);
    expect(annotationsIn(stack)).toEqual([]);
    acme.addGroup('a');
    Testing.synth(stack);
    expect(annotationsIn(stack)).toHaveLength(1);
  });

  it('that is added to the App evaluates all stacks', () => {
    const app = Testing.app({ outdir });
    const stacks = ['one', 'two'].map((id) => new TerraformStack(app, id));
    for (const stack of stacks) {
      Group.root(stack, 'acme', { name: 'acme' }).addGroup('a');
      new PlatformProvider(stack, 'platform', { install: false });
    }
    Aspects.of(app).add(deep);
    expect(() => app.synth()).toThrow('[one/acme/a] Policy maxDepth(1)');
    expect(stacks.map((stack) => annotationsIn(stack).length)).toEqual([1, 1]);
  });

  it('reports an exception that matches nothing', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      return Policies.maxDepth(1, { except: ['acme/x/**', acme] });
    });
    expect(found).toEqual([
      'warning [org] Policy maxDepth(1): the exception "acme/x/**" matches no object. Remove or correct it.',
    ]);
  });
});

describe('a program that nobody catches errors of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policies-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const tsx = pathToFileURL(require.resolve('tsx')).href;

  /** Returns what the program prints, which ends with `lines`. */
  function printed(lines: readonly string[], env: NodeJS.ProcessEnv = {}): { status: number | null; stderr: string } {
    const program = [
      `import { App, Aspects, TerraformStack } from 'cdktf';`,
      `import { Group, PlatformProvider, Policies, Role } from ${JSON.stringify(builtConstructs())};`,
      `const app = new App();`,
      `const stacks = ['one', 'two'].map((id) => new TerraformStack(app, id));`,
      `for (const stack of stacks) new PlatformProvider(stack, 'platform', { install: false });`,
      ...lines,
      `app.synth();`,
    ];
    writeFileSync(join(folder, 'main.ts'), program.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, ['--import', tsx, 'main.ts'], {
      cwd: folder,
      env: { ...process.env, CDKTF_OUTDIR: join(folder, 'out'), NODE_PATH: resolve('node_modules'), ...env },
      encoding: 'utf8',
    });
    return { status, stderr };
  }

  const violations = [
    `for (const stack of stacks) {`,
    `  Aspects.of(stack).add(Policies.maxDepth(1)); Aspects.of(stack).add(Policies.naming(/^x/)); Aspects.of(stack).add(Policies.ownersAtLeast(2, { severity: 'warning' }));`,
    `  Group.root(stack, 'acme', { name: 'xacme' }).addGroup('a');`,
    `}`,
  ];
  const message = (stack: string) => [
    `[${stack}/acme/a] Policy maxDepth(1): xacme/a is at level 2, and the maximum is 1.\n    at main.ts:8`,
    `[${stack}/acme/a] Policy naming: xacme/a has the name "a", which does not match /^x/.\n    at main.ts:8`,
  ];

  it('prints the problems of all policies of all stacks, each once, and no stack trace', () => {
    const { status, stderr } = printed(violations);
    expect(status).toBe(1);
    const [warnings, errors = ''] = stderr.split('Synthesis failed with the following errors:\n');
    expect(warnings).toContain(
      '[one/acme] Policy ownersAtLeast(2): xacme has 0 declared owners, and the minimum is 2.',
    );
    expect(errors.trimEnd()).toBe([...message('one'), ...message('two')].join('\n'));
  });

  it('prints them with the problems of constructs', () => {
    const { stderr } = printed([...violations, `new Group(stacks[0]!, 'b', { parent: '${rootUid}', name: 'B!' });`]);
    expect(stderr).toContain('  [one/b] name must match');
    for (const text of message('two')) expect(stderr).toContain(text);
  });

  it('leaves them to the CDKTF CLI where it prints annotations', () => {
    const { status, stderr } = printed(violations, { CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: 'true' });
    expect([status, stderr]).toEqual([0, '']);
    const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')) as {
      stacks: Record<string, { annotations: { level: string; message: string }[] }>;
    };
    const levels = Object.values(manifest.stacks).map(({ annotations }) =>
      annotations.map(({ level }) => level).sort(),
    );
    expect(levels).toEqual([
      ['@cdktf/error', '@cdktf/error', '@cdktf/warn'],
      ['@cdktf/error', '@cdktf/error', '@cdktf/warn'],
    ]);
  });
});

test('an App without policies is not evaluated', () => {
  const app = new App({ outdir });
  new PlatformProvider(new TerraformStack(app, 'org'), 'platform', { install: false });
  expect(() => app.synth()).not.toThrow();
});
