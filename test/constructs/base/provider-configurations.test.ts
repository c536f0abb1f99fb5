import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Role } from '../../../constructs';
import { annotationsIn, quietly } from '../annotations';
import { outdir, problemsOf, rootUid } from '../synthesized';

test('each configuration of a stack needs an alias of its own', () => {
  const problems = problemsOf((stack) => {
    new PlatformProvider(stack, 'again', { install: false });
    new PlatformProvider(stack, 'b', { alias: 'b', install: false });
    new PlatformProvider(stack, 'c', { alias: 'b', install: false });
  });
  const next = 'Set another alias, and pass the provider to the resources that use it';
  expect(problems).toEqual([
    `[org/again] org/platform has no alias either. ${next}`,
    `[org/c] org/b has the alias "b", too. ${next}`,
  ]);
});

test('a resource without a provider is a warning if each configuration has an alias', () => {
  const warningsOf = (build: (stack: TerraformStack, second: PlatformProvider) => unknown) => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'org');
    build(stack, new PlatformProvider(stack, 'second', { alias: 'second', install: false }));
    return quietly(() => {
      app.synth();
      return annotationsIn(stack);
    });
  };
  const text = (path: string) =>
    `warning [org/second] ${path} selects no provider, and each PlatformProvider of the stack has an alias: only the ` +
    'environment configures it. Pass provider to it, or remove the alias.';
  expect(warningsOf((stack) => new Group(stack, 'a', { parent: rootUid, name: 'a' }))).toEqual([text('org/a')]);
  expect(warningsOf((stack) => Role.named(stack, 'viewer'))).toHaveLength(1);
  expect(warningsOf((stack, provider) => new Group(stack, 'a', { parent: rootUid, name: 'a', provider }))).toEqual([]);
});

test('a literal token is a warning, because the synthesized files contain it', () => {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  quietly(
    () => new PlatformProvider(stack, 'platform', { token: 'secret', identityToken: '${var.jwt}', install: false }),
  );
  expect(annotationsIn(stack)).toEqual([
    'warning [org/platform] token is a literal: the synthesized files and saved plans contain it in plain text. Omit it and ' +
      'set the environment variable, or use a Terraform variable.',
  ]);
});
