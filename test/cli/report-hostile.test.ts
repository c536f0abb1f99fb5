// @slow
/**
 * Tests hostile contents of an approved report: the comparison names a difference or an error, and only the digest of the plan
 * passes the gate.
 */
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program';
import { corpusNames, corpusTexts } from '../review/corpus';
import { mutate, mutations, type JsonDocument } from '../support/json-mutations';
import { createSearchLog, search } from '../support/search';

jest.setTimeout(300_000 * search);

const folder = mkdtempSync(join(tmpdir(), 'hostile-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [plan, report] = [join(folder, 'plan.json'), join(folder, 'report.json')];

async function run(...more: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['review', plan, '--format', 'json', ...more], {
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

const log = createSearchLog('reports');
const names = corpusNames.filter((name) => corpusTexts(name).every(({ text }) => text.length < 50_000));

/** The reports of plans, by the name in the corpus. Empty for an inconclusive one. */
const reports = new Map<string, string>();

async function reportFor(name: string): Promise<string> {
  const [first] = corpusTexts(name);
  writeFileSync(plan, first?.text ?? '');
  const known = reports.get(name) ?? (await run()).out;
  reports.set(name, known);
  return known;
}

test('approved reports with parts deleted, replaced, duplicated and renamed', async () => {
  const codes = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.constantFrom(...names),
      mutations,
      async (name, approved, changes) => {
        const document = JSON.parse(await reportFor(approved)) as JsonDocument;
        for (const change of changes) mutate(document, change);
        const current = JSON.parse(await reportFor(name)) as { digest?: string };
        writeFileSync(report, JSON.stringify(document));
        const { code, err } = await log.run({ name, approved, changes }, () => run('--expect', report));
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect([0, 1, 2, 3]).toContain(code);
        expect(err).not.toMatch(/\n\s+at |TypeError|RangeError|Cannot read properties|is not (a function|iterable)/);
        expect(err).not.toMatch(/undefined|\[object/);
        const isSame = current.digest === (document as { digest?: unknown }).digest;
        if (code === 0) expect(isSame || err.includes('The approval holds')).toBe(true);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      },
    ),
    { numRuns: 100 * search },
  );
  expect(codes.get(1) ?? 0).toBeGreaterThan(0);
  expect(codes.get(2) ?? 0).toBeGreaterThan(0);
});
