import { Group } from '../../../constructs';
import { emptyStack, rootUid } from '../synthesized';

const make = (meta: object) => () => new Group(emptyStack(), 'g', { parent: rootUid, name: 'g', ...meta });

test.each([
  [{ dependsOn: 'platform_group.a' }, 'dependsOn must be a list of resources; it is text.'],
  [{ dependsOn: make({})() }, 'dependsOn must be a list of resources; it is Group "org/g".'],
  [{ dependsOn: ['platform_group.a'] }, 'dependsOn[0] must be a resource or a data source; it is text.'],
  [{ dependsOn: [make({})(), undefined] }, 'dependsOn[1] must be a resource or a data source; it is undefined.'],
  [{ lifecycle: make({})() }, 'lifecycle must be an object, such as the lifecycle of a Rotation; it is Group "org/g".'],
  [{ provider: 'platform.b' }, 'provider must be a PlatformProvider; it is text.'],
])('%j is rejected before CDKTF drops it', (meta, message) => {
  expect(make(meta)).toThrow(`Group "org/g": ${message}`);
});

test('a group that this stack does not manage has no address to wait for', () => {
  const stack = emptyStack();
  const acme = Group.fromUid(stack, 'acme', rootUid);
  expect(() => acme.addGroup('a', { dependsOn: [acme as never] })).toThrow(
    'dependsOn[0] must be a resource or a data source; it is Group "org/acme".',
  );
});

test('the trace of an error in a list of grants contains the line of the program', () => {
  const stack = emptyStack();
  const payments = new Group(stack, 'payments', { parent: rootUid, name: 'payments' });
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = 10;
    payments.grant([payments as never], 'viewer');
    throw new Error('accepted');
  } catch (error) {
    expect((error as Error).message).toContain('identity must be an Identity');
    expect((error as Error).stack).toContain(__filename);
    expect(Error.stackTraceLimit).toBe(10);
  } finally {
    Error.stackTraceLimit = limit;
  }
});
