import { join } from 'node:path';
import type * as cdktf from 'cdktf';
import { App, TerraformStack } from 'cdktf';
import { Group, PlatformProvider, Role } from '../../../constructs';
import { outdir, rootUid } from '../synthesized';

/** The CDK that the Jest project of this run uses. */
declare const CDK: 'cdktf' | 'cdktn';

const [other, entry] =
  CDK === 'cdktf' ? ['cdktn', 'cdktf-provider-platform/cdktn'] : ['cdktf', 'cdktf-provider-platform'];
const theirs = jest.requireActual<Pick<typeof cdktf, 'App' | 'TerraformStack'>>(
  join(__dirname, '../../../node_modules', other),
);

class Organization extends theirs.TerraformStack {}

test('a stack of the other CDK is rejected with the entry to import from', () => {
  const stack = new Organization(new theirs.App({ outdir }), 'org');
  expect(() => new Group(stack, 'payments', { parent: rootUid, name: 'payments' })).toThrow(
    `Group "org/payments" is created in a stack of ${other}, but its class is built for ${CDK}. Import the class from "${entry}".`,
  );
  expect(() => new PlatformProvider(stack, 'platform')).toThrow(`Import the class from "${entry}".`);
  expect(() => Role.named(stack, 'auditor').uid).toThrow(`Import the class from "${entry}".`);
});

test('a stack of this CDK is accepted, also as a subclass of a jsii library', () => {
  class LibraryStack extends TerraformStack {}
  Object.defineProperty(LibraryStack, Symbol.for('jsii.rtti'), { value: { fqn: '@acme/library.LibraryStack' } });
  const stack = new LibraryStack(new App({ outdir }), 'library');
  expect(new Group(stack, 'payments', { parent: rootUid, name: 'payments' }).node.path).toBe('library/payments');
});
