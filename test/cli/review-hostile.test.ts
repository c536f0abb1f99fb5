// @slow
/**
 * Tests hostile contents of a plan file: the result is a report or an error, and the exit code never passes a gate by mistake.
 */
import fc from 'fast-check';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program';
import { corpusNames, corpusTexts } from '../review/corpus';
import { mutate, mutations, type JsonDocument } from '../support/json-mutations';
import { createSearchLog, search } from '../support/search';

jest.setTimeout(300_000 * search);

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'plan.json');

async function review(text: string | Uint8Array, format = 'json') {
  writeFileSync(file, text);
  return run(format);
}

async function run(format: string) {
  let [out, err] = ['', ''];
  const code = await runCli(['review', file, '--format', format], {
    out: (more) => (out += more),
    err: (more) => (err += more),
  });
  return { code, out, err };
}

const log = createSearchLog('plans');
const names = corpusNames.filter((name) => corpusTexts(name).every(({ text }) => text.length < 50_000));
const format = fc.constantFrom('json', 'json', 'markdown', 'text', 'sarif');

test('plans of the corpus with parts deleted, replaced, duplicated and renamed', async () => {
  const codes = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), mutations, format, async (name, changes, asked) => {
      const [plan] = corpusTexts(name);
      const document = JSON.parse(plan?.text ?? '{}') as JsonDocument;
      for (const change of changes) mutate(document, change);
      const { code, out, err } = await log.run({ name, changes, asked }, () => review(JSON.stringify(document), asked));
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect([0, 3]).toContain(code);
      expect(err).not.toMatch(/\n\s+at |TypeError|RangeError|undefined|\[object/);
      expect(code === 3 || out !== '').toBe(true);
      if (asked === 'json' && out !== '') {
        const { verdict } = JSON.parse(out) as { verdict: { result: string; problems: string[] } };
        expect(code).toBe(verdict.result === 'unjudged' ? 3 : 0);
        expect(verdict.result === 'unjudged').toBe(verdict.problems.length > 0);
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
    { numRuns: Number(process.env['RUNS'] ?? 100 * search) },
  );
  expect(Math.min(codes.get(0) ?? 0, codes.get(3) ?? 0)).toBeGreaterThan(5);
});

test('a truncated plan never passes', async () => {
  const [plan] = corpusTexts('owner-added');
  const text = plan?.text.trimEnd() ?? '';
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: text.length - 1 }), async (length) => {
      const { code, out, err } = await review(text.slice(0, length));
      expect({ code, out }).toEqual({ code: 3, out: '' });
      expect(err).toMatch(/plan\.json: it is (empty|not complete JSON)\./);
    }),
    { numRuns: 20 * search },
  );
});

test.each<[string, string, RegExp]>([
  [
    'lists within lists, 100,000 deep',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    /must be an object and is a list/,
  ],
  [
    'objects within objects, 100,000 deep',
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    /as a plan|format_version/,
  ],
  ['values 100,000 deep', withValue(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), /nested deeper than 100/],
  [
    'unknown values 100,000 deep',
    withValue('{}', `${'['.repeat(100_000)}true${']'.repeat(100_000)}`),
    /nested deeper than 100/,
  ],
  ['a number that is none', '{"format_version": NaN}', /is not complete JSON/],
  [
    'a version of many digits',
    `{"format_version": "${'9'.repeat(100_000)}.0", "resource_changes": []}`,
    /format version is "9{20}"/,
  ],
  ['no text at all', '\u0000\u0001\u0002', /is not complete JSON/],
  ['a page of HTML', '<!doctype html><html></html>', /is not complete JSON/],
  ['a list of plans', '[{"format_version":"1.2"}]', /must be an object and is a list/],
])('%s', async (_, text, reason) => {
  const { code, err } = await review(text);
  expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(reason) as unknown });
  expect(err.length).toBeLessThan(1000);
});

test('the last of two members with one name counts', async () => {
  const [plan] = corpusTexts('nothing-to-do');
  const text = (plan?.text ?? '').trimEnd();
  expect((await review(`${text.slice(0, -1)},"errored":true}`)).code).toBe(3);
});

test('a member with the name __proto__ is ignored like other unknown members', async () => {
  const [plan] = corpusTexts('nothing-to-do');
  const text = (plan?.text ?? '').trimEnd();
  expect((await review(`${text.slice(0, -1)},"__proto__":{"errored":true}}`)).code).toBe(0);
});

test('a file over the size limit is rejected without reading it', async () => {
  writeFileSync(file, '{');
  truncateSync(file, 600 * 1024 * 1024);
  const { code, err } = await run('json');
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining('is larger than the limit of 256 MiB') as unknown,
  });
});

test('a plan with missing changes is inconclusive', async () => {
  const [plan] = corpusTexts('owner-added');
  const document = JSON.parse(plan?.text ?? '{}') as { resource_changes?: { address: string }[] };
  const without = (address: string) =>
    JSON.stringify({
      ...document,
      resource_changes: document.resource_changes?.filter((one) => one.address !== address),
    });
  const { code, out } = await review(without('platform_role_binding.ci_owns'), 'text');
  expect(code).toBe(3);
  expect(out.replace(/\s+/g, ' ')).toContain(
    'the plan is incomplete: it contains no change for platform_role_binding.ci_owns',
  );
  delete document.resource_changes;
  expect((await review(JSON.stringify(document))).code).toBe(3);
});

/** Returns a plan that creates a group with this parent, and with these unknown values. */
function withValue(value: string, unknown = '{}'): string {
  const group = '"address":"platform_group.a","mode":"managed","type":"platform_group","name":"a"';
  const provider = '"provider_name":"platform-iac.internal/npm/platform"';
  return (
    '{"format_version":"1.2","resource_changes":[{' +
    `${group},${provider},"change":{"actions":["create"],"before":null,"after":{"name":"a","parent_uid":${value}},` +
    `"after_unknown":{"uid":true,"description":${unknown}}}}]}`
  );
}
