/** CDKTF resolves only the members of a resource that can contain tokens. The stack is the same as with all members. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, DefaultTokenResolver, Fn, Lazy, StringConcat, TerraformStack, Token, Tokenization } from 'cdktf';
import fc from 'fast-check';
import { resolveTokensOnly } from '../../../constructs/base/resolved-tokens';
import { Group } from '../../../constructs';
import type { Values } from '../../../src/model/api';

const stack = new TerraformStack(new App(), 'org');
const resolver = new DefaultTokenResolver(new StringConcat());
const resolve = (value: unknown, preparing = false): unknown =>
  Tokenization.resolve(value, { scope: stack, resolver, preparing });

const wrapped = (attributes: Values): Values => ({ resource: { platform_group: { acme: attributes } } });

/** New tokens for each value: CDKTF supports the most uses for the first value of a token. */
const token = fc.constantFrom(
  () => Lazy.stringValue({ produce: () => 'late' }),
  () => `a-${Lazy.stringValue({ produce: () => 'late' })}-b`,
  () => Lazy.numberValue({ produce: () => 7 }),
  () => `n${String(Lazy.numberValue({ produce: () => 7 }))}`,
  () => Lazy.listValue({ produce: () => ['x', 'y'] }),
  () => Token.asStringMap({ k: 'v' }),
  () => Lazy.anyValue({ produce: () => ({ inner: 'v' }) }),
  () => Lazy.anyValue({ produce: () => undefined }),
  () => Fn.upper('acme'),
  () => Fn.join('-', ['a', Lazy.stringValue({ produce: () => 'b' })]),
);
const literal = fc.constantFrom(
  'acme',
  '',
  '${',
  '$${x}',
  '%{ if }',
  '1e3',
  '-1.5e+10',
  'é',
  0,
  -3,
  1.5,
  true,
  null,
  undefined,
);
const leaf = fc.oneof(
  literal,
  token.map((create) => create()),
);
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(
      tie('value').filter((one) => typeof one !== 'string' || !one.includes('#{Tf')),
      { maxLength: 3 },
    ),
    fc.dictionary(fc.constantFrom('a', 'some_key', '${k}', '//'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const attributes = fc.dictionary(fc.constantFrom('name', 'parent_uid', 'claim_match', '//', 'x-y'), value, {
  maxKeys: 4,
});

test('resolves any attributes to the same value as all of their members', () => {
  fc.assert(
    fc.property(attributes, (given) => {
      const outcome = (run: () => unknown) => {
        try {
          return { value: run() };
        } catch (error) {
          return { failed: (error as Error).name };
        }
      };
      // CDKTF resolves a stack that contains the resolved resource.
      const all = outcome(() => resolve(resolve(wrapped(given))));
      expect(outcome(() => resolve(resolve(resolveTokensOnly(wrapped(given)))))).toEqual(all);
    }),
    { numRuns: 500 },
  );
});

test('passes only members with tokens to CDKTF, and keeps the members of the object', () => {
  const uid = Lazy.stringValue({ produce: () => 'late' });
  const json = resolveTokensOnly(wrapped({ name: 'acme', parent_uid: uid, '//': { metadata: { path: 'org/acme' } } }));
  expect(json).toEqual(wrapped({ name: 'acme', parent_uid: uid, '//': { metadata: { path: 'org/acme' } } }));
  const passed: unknown[] = [];
  const counting = new (class extends DefaultTokenResolver {
    override resolveToken(...args: Parameters<DefaultTokenResolver['resolveToken']>): unknown {
      const [found, context] = args;
      passed.push(found.resolve(context));
      return super.resolveToken(...args);
    }
  })(new StringConcat());
  Tokenization.resolve(json, { scope: stack, resolver: counting });
  expect(passed).toEqual([{ parent_uid: uid }, 'late']);
});

test('keeps blocks next to the resource', () => {
  const json = { ...wrapped({ name: 'acme' }), import: [{ id: Lazy.stringValue({ produce: () => 'late' }) }] };
  expect(resolve(resolveTokensOnly({ ...json }))).toEqual({ ...wrapped({ name: 'acme' }), import: [{ id: 'late' }] });
});

test('finds references to other stacks in every place of a resource', () => {
  const app = new App({ skipValidation: true, outdir: mkdtempSync(join(tmpdir(), 'resolved-tokens-')) });
  const [there, here] = [new TerraformStack(app, 'there'), new TerraformStack(app, 'here')];
  const other = Group.root(there, 'other', { name: 'other' });
  const group = Group.root(here, 'acme', { name: 'acme' });
  group.addOverride('tags', { deep: [{ list: [`uid: ${other.uid}`] }] });
  app.synth();
  expect(here.dependencies).toEqual([there]);
  expect(JSON.stringify(here.toTerraform())).toContain('data.terraform_remote_state.');
});
