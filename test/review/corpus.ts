/** The plans of the corpus by name: `targeted`, or `targeted (tofu)` and `targeted (newer)` for another engine. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusCase } from './corpus/parts';
import { readPlan, reviewPlans, type Report, type ReviewOptions, type Suppression } from '../../src/review';

const folder = join(__dirname, 'corpus');
const reports = new Map<string, Report>();

const files = new Map<string, string[]>();
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()) {
  const [, name = '', engine, version] = /^([\w-]+)(?:\.\w+)?\.(terraform|tofu)-([\d.]+)/.exec(file) ?? [];
  const key = toKey(name, engine === 'tofu' ? 'tofu' : version?.startsWith('1.11.') ? 'terraform' : 'newer');
  files.set(key, [...(files.get(key) ?? []), file]);
}

export const corpusNames: readonly string[] = [...files.keys()];

/** Returns the name of a plan in the corpus. */
export function toKey(name: string, engine: NonNullable<CorpusCase['engine']> = 'terraform'): string {
  return engine === 'terraform' ? name : `${name} (${engine})`;
}

/** Returns the texts of the plans, one for each stack. Review plans follow their plan. */
export function corpusTexts(name: string): { readonly name: string; readonly text: string }[] {
  const texts = (files.get(name) ?? []).map((file) => {
    const [, stack = 'main'] = /^[\w-]+\.(\w+)\.(?:terraform|tofu)-/.exec(file) ?? [];
    return { name: stack, text: readFileSync(join(folder, file), 'utf8') };
  });
  return texts.sort((one, other) => Number(other.name === 'main') - Number(one.name === 'main'));
}

/** Returns the report of a plan. Reports without options are created once for all tests of one run. */
export function reviewOf(name: string, options: ReviewOptions = {}): Report {
  const isPlain = Object.values(options).every((option) => option === undefined);
  if (!isPlain) return createReport(name, options);
  const report = reports.get(name) ?? sharedReport(name);
  reports.set(name, report);
  return report;
}

function createReport(name: string, options: ReviewOptions): Report {
  const plans = corpusTexts(name).map((plan) => readPlan(plan.text, plan.name));
  return reviewPlans(plans, { now: new Date('2026-11-22T12:00:00Z'), ...options });
}

/** Several workers may write the same report: a rename replaces a whole file. */
function sharedReport(name: string): Report {
  const folder = process.env['CORPUS_REPORTS'];
  // A program, such as a benchmark.
  if (folder === undefined) return createReport(name, {});
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Report;
  const text = JSON.stringify(createReport(name, {}));
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return JSON.parse(text) as Report;
}

/** Returns suppressions of all findings of one kind. */
export function suppressionsOf({ findings }: Report, id: Suppression['id']): Suppression[] {
  return findings
    .filter((finding) => finding.id === id)
    .map(({ subject, fingerprint }) => ({ id, subject, fingerprint, reason: 'Agreed.', expires: '2027-01-31' }));
}

/** Returns a report as readable lines for comparisons. */
export function told({ verdict, findings, access, assume, changes, drift, unresolved, others }: Report): string[] {
  return [
    verdict.result,
    ...verdict.problems.map((problem) => `problem ${problem}`),
    ...findings.flatMap(({ severity, id, subject, affected = [] }) => [
      `${severity} ${id}: ${subject}`,
      ...affected.map((object) => `  affects ${object.subject}`),
    ]),
    ...access.lines.gained.map((line) => `gains ${lineText(line)}`),
    ...access.lines.lost.map((line) => `loses ${lineText(line)}`),
    ...access.withoutEffect.map((grant) => `changes nothing: ${grant}`),
    ...assume.map(({ identity, relation }) => `assume ${identity}: ${relation}`),
    ...changes.map(
      ({ status, kind, path, from, fields }) =>
        `${status} ${kind} ${path}${from === undefined ? '' : ` from ${from}`}${fields.length > 0 ? ` (${fields.map(({ field }) => field).join(', ')})` : ''}`,
    ),
    ...drift.map(
      ({ status, kind, path, fields }) =>
        `drift ${status} ${kind} ${path} (${fields.map(({ field }) => field).join(', ')})`,
    ),
    ...unresolved.map(({ address, attribute }) => `unresolved ${address} ${attribute}`),
    ...others.map(({ type, count }) => `others ${count} ${type}`),
  ];
}

function lineText({
  identity,
  group,
  beneath,
  roles,
  capabilities,
  cause,
}: Report['access']['lines']['gained'][number]) {
  return `${identity}: ${roles.join(', ')} in ${group} +${beneath}: ${capabilities.length}, first ${capabilities[0] ?? ''} (${cause})`;
}
