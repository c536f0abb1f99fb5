import { Token, Tokenization, type IResolvable } from 'cdktf';
import { Group } from '../../../constructs';
import { withoutTrace } from '../../../constructs/base/without-trace';
import { emptyStack, rootUid } from '../synthesized';

function traceOf(token: string): readonly string[] {
  const { firstToken } = Tokenization.reverseString(token) as { readonly firstToken: IResolvable };
  return firstToken.creationStack;
}

test('the uid of an object records no stack trace, and its other attributes do', () => {
  const group = new Group(emptyStack(), 'acme', { parent: rootUid, name: 'acme' });
  expect(traceOf(group.uid)).toEqual([]);
  expect(traceOf(group.name).length).toBeGreaterThan(0);
});

test('errors have stack traces during and after it, also if it throws', () => {
  const errors: { captureStackTrace?: unknown } = Error;
  const { captureStackTrace } = errors;
  const failed = (): unknown =>
    withoutTrace(() => {
      throw new Error('no token');
    });
  expect(failed).toThrow('no token');
  expect(errors.captureStackTrace).toBe(captureStackTrace);
  expect(withoutTrace(() => new Error('made').stack)).toContain('without-trace.test');
  expect(Token.isUnresolved(withoutTrace(() => Token.asString({})))).toBe(true);
});
