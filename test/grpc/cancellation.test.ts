import { Cancellation, addSignal } from '../../src/grpc/cancellation';

test('the signal is aborted with the reason, whether that comes before or after it is read', () => {
  const before = new Cancellation();
  before.abort(new Error('early'));
  expect(before.signal).toMatchObject({ aborted: true, reason: new Error('early') });
  const after = new Cancellation();
  const { signal } = after;
  expect(signal.aborted).toBe(false);
  after.abort(new Error('late'));
  expect(signal).toMatchObject({ aborted: true, reason: new Error('late') });
  expect(after.signal).toBe(signal);
});

test('the first reason stays', () => {
  const twice = new Cancellation();
  twice.abort(new Error('first'));
  twice.abort(new Error('second'));
  expect(twice.signal.reason).toEqual(new Error('first'));
});

test('a context makes its signal only when that is read, and a copy of the context has the same', () => {
  let made = 0;
  const call = new (class extends Cancellation {
    override get signal(): AbortSignal {
      made += 1;
      return super.signal;
    }
  })();
  const context = addSignal(call, { name: 'a' });
  expect(Object.keys(context)).toEqual(['name', 'signal']);
  expect(made).toBe(0);
  const copy = { ...context, more: 1 };
  expect(copy.signal).toBe(context.signal);
  call.abort(new Error('why'));
  expect(copy.signal.aborted).toBe(true);
});
