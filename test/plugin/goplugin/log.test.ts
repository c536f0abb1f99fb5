import fc from 'fast-check';
import { createLog, logConsole } from '../../../src/plugin/goplugin/log';

function logWith(env: Readonly<Record<string, string | undefined>>, name = 'probe') {
  const lines: string[] = [];
  const now = () => new Date('2026-01-02T03:04:05.006Z');
  const log = createLog({ name, env, now, write: (line) => lines.push(line) });
  return { log, lines };
}

function levelsWritten(env: Readonly<Record<string, string | undefined>>, name?: string): string[] {
  const { log, lines } = logWith(env, name);
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) log[level]('x');
  return lines.map((line) => JSON.parse(line)['@level']);
}

const all = ['trace', 'debug', 'info', 'warn', 'error'];

test('a line has the shape that Terraform parses, to the six digits of its timestamp', () => {
  const { log, lines } = logWith({ TF_LOG: 'info' });
  log.info('Created', { uid: 'abc', attempts: 2, done: true });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.endsWith('}\n')).toBe(true);
  expect(JSON.parse(lines[0]!)).toEqual({
    '@level': 'info',
    '@message': 'Created',
    '@module': 'provider.probe',
    '@timestamp': '2026-01-02T03:04:05.006000Z',
    uid: 'abc',
    attempts: 2,
    done: true,
  });
});

test('nothing is written unless a variable asks for it, and the most particular one decides', () => {
  expect(levelsWritten({})).toEqual([]);
  expect(levelsWritten({ TF_LOG: 'warn' })).toEqual(['warn', 'error']);
  expect(levelsWritten({ TF_LOG: 'TRACE' })).toEqual(all);
  expect(levelsWritten({ TF_LOG: 'JSON' })).toEqual(all);
  expect(levelsWritten({ TF_LOG: 'off' })).toEqual([]);
  expect(levelsWritten({ TF_LOG: 'trace', TF_LOG_PROVIDER: 'info' })).toEqual(['info', 'warn', 'error']);
  expect(levelsWritten({ TF_LOG: '', TF_LOG_PROVIDER: 'error', TF_LOG_PROVIDER_PROBE: 'warn' })).toEqual([
    'warn',
    'error',
  ]);
  expect(levelsWritten({ TF_LOG_PROVIDER_MY_THING: 'error' }, 'my-thing')).toEqual(['error']);
  expect(levelsWritten({ TF_LOG_PROVIDER_OTHER: 'trace' })).toEqual([]);
});

test('for any log record, Terraform gets strings where it requires them and a line that it can parse', () => {
  const self: Record<string, unknown> = {};
  self.self = self;
  const hostile = fc.oneof(
    fc.anything({ withBigInt: true, withNullPrototype: true }),
    fc.constant(self),
    fc.constant(() => 1),
  );
  const keys = fc.oneof(fc.constantFrom('@message', '@level', '@timestamp', '@module', '__proto__'), fc.string());
  fc.assert(
    fc.property(hostile, fc.dictionary(keys, hostile), (message, fields) => {
      const { log, lines } = logWith({ TF_LOG: 'trace' });
      log.debug(message as string, fields);
      const line = JSON.parse(lines[0]!);
      for (const key of ['@message', '@level', '@timestamp', '@module']) expect(typeof line[key]).toBe('string');
      expect(line['@level']).toBe('debug');
    }),
  );
});

test('a line stays below 64 KiB: first its fields go, then the end of its message', () => {
  const { log, lines } = logWith({ TF_LOG: 'trace' });
  log.info('short', { body: 'x'.repeat(100_000) });
  log.info('\u0001é'.repeat(100_000));
  expect(JSON.parse(lines[0]!)).toMatchObject({ '@message': 'short (shortened)' });
  expect(JSON.parse(lines[1]!)['@message']).toMatch(/^\\u0001é.*\(shortened\)$/);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(64 * 1024);
});

test('an error is logged by its message, without its stack', () => {
  const { log, lines } = logWith({ TF_LOG: 'trace' });
  log.warn('failed', { error: new Error('no route') });
  expect(JSON.parse(lines[0]!).error).toBe('no route');
});

test('every method of the console that writes is a log line of its level', () => {
  const { log, lines } = logWith({ TF_LOG: 'trace' });
  const own = Object.create(console) as Console;
  logConsole(own, log);
  const methods = ['trace', 'log', 'debug', 'dir', 'info', 'warn', 'error'] as const;
  for (const method of methods) own[method](method);
  expect(
    lines.map((line) => {
      const { '@level': level, '@message': message } = JSON.parse(line);
      return [message, level];
    }),
  ).toEqual([
    ...[
      ['trace', 'trace'],
      ['log', 'debug'],
      ['debug', 'debug'],
      ['dir', 'debug'],
    ],
    ...[
      ['info', 'info'],
      ['warn', 'warn'],
      ['error', 'error'],
    ],
  ]);
});
