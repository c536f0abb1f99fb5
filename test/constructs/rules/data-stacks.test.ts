/** The synthesis refuses computed values that decide access, and notes everything else that is not data. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { App, Fn, TerraformIterator, TerraformLocal, TerraformStack, TerraformVariable } from 'cdktf';
import { Group, Identity, PlatformProvider, RoleBinding, Trust } from '../../../constructs';
import { outdir, rootUid } from '../synthesized';

let printed = '';
beforeEach(() => {
  printed = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

function synthesize(build: (stack: TerraformStack, acme: Group) => unknown): string {
  const app = new App({ outdir: mkdtempSync(join(outdir, 'app-')) });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  build(stack, Group.fromUid(stack, 'acme', rootUid) as Group);
  try {
    app.synth();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const secret = 's3cr3t-in-an-expression';

test.each<[string, (stack: TerraformStack, acme: Group) => unknown, string]>([
  [
    'a name from a function',
    (stack, acme) => new Group(stack, 'a', { parent: acme, name: Fn.lower(secret) }),
    'resource.platform_group.a.name: not data: an expression with lower()',
  ],
  [
    'a subject with a condition',
    (stack, acme) =>
      new Identity(stack, 'a', {
        group: acme,
        name: 'a',
        claimMatch: { issuer: 'https://x.example', subject: `\${var.x ? "${secret}" : "b"}` },
      }),
    'resource.platform_identity.a.claim_match.subject: not data: an expression with var.x',
  ],
  [
    'a group that only the apply knows',
    (stack, acme) => {
      const first = new Group(stack, 'a', { parent: acme, name: 'a' });
      new Group(stack, 'b', { parent: acme, name: first.createTime });
    },
    'resource.platform_group.b.name: not data: the reference platform_group.a.create_time',
  ],
])('%s is an error with the line of the program', (_, build, expected) => {
  const message = synthesize(build);
  expect(message).toContain(expected);
  expect(message).toMatch(/data-stacks\.test\.ts:\d+/);
  expect(message + printed).not.toContain(secret);
});

test('what decides nothing is a note', () => {
  expect(
    synthesize((stack, acme) => {
      const first = new Group(stack, 'a', { parent: acme, name: 'a' });
      new Group(stack, 'b', { parent: acme, name: 'b', description: first.createTime });
      new Group(stack, 'c', { parent: acme, name: 'c', description: Fn.upper(secret) });
    }),
  ).toBe('');
  expect(printed).toMatch(/^\[org\] cdk\.tf\.json: resource\.platform_group\.b\.description .*: not data: /m);
  expect(printed).toContain('1 more: "platform-iac check-stack" lists them.');
  expect(printed).not.toContain(secret);
});

test('values of iterators and local values are a note: a plan can know and prove them', () => {
  expect(
    synthesize((stack, acme) => {
      const names = TerraformIterator.fromList(['a', 'b']);
      new Group(stack, 'a', { parent: acme, name: names.value as string, forEach: names });
      new Group(stack, 'b', { parent: acme, name: new TerraformLocal(stack, 'name', 'b').asString });
    }),
  ).toBe('');
  expect(printed).toContain('not data: ');
});

test('a stack that is data has neither', () => {
  expect(
    synthesize((stack, acme) => {
      const group = new Group(stack, 'a', { parent: acme, name: 'a' });
      const id = new TerraformVariable(stack, 'id', { type: 'string' }).stringValue;
      const assumedBy = Trust.gitHubActions({
        repository: 'acme/shop',
        ids: { owner: id, repository: id },
        branch: 'main',
      });
      const identity = new Identity(stack, 'ci', { group, name: 'ci', assumedBy, description: `Of ${group.uid}` });
      new RoleBinding(stack, 'ci-views', { group, identity, role: 'viewer' });
    }),
  ).toBe('');
  expect(printed).not.toContain('not data');
});
