/**
 * `platform-iac apply`, with an engine that writes down what it would apply, and with which report. It may start only for the approved
 * report, and for a plan that the report approves.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealReport } from '../../../src/model/approval';
import { runCli } from '../../../src/cli/program';
import type { ReportedWrite } from '../../../src/model/report';
import type { Report } from '../../../src/review';
import { honest } from '../changes/honest';
import { additions } from './added-parts';
import { APPLIED } from '../tally';
import { type Outcome, type Play, REFUSED, withChange } from './play';

type Json = Record<string, unknown>;

/** Prints the plan; replaces the report meanwhile; and writes down the report of an apply. */
const ENGINE = `#!${process.execPath}
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const [command, ...args] = process.argv.slice(2);
if (command === 'show') {
  process.stdout.write(readFileSync(args.at(-1)));
  if (existsSync('other.json')) renameSync('other.json', 'report.json');
} else if (command === 'apply')
  writeFileSync('applied.json', JSON.stringify({
    plan: readFileSync(args.at(-1), 'utf8'),
    report: readFileSync(process.env.PLATFORM_APPROVED_REPORT, 'utf8'),
    digest: process.env.PLATFORM_APPROVED_DIGEST,
    isReview: process.env.PLATFORM_PLAN_FOR_REVIEW !== undefined,
  }));
`;

interface Manner {
  readonly name: string;
  /** True if an honest person does so: then it must be applied. */
  readonly isHonest?: boolean;
  /** True if the plan has less than the report: then it may be applied. */
  readonly isLess?: (approved: Report, other: Report) => boolean;
  /** The files in addition to the approved ones, by name, and the arguments. */
  readonly prepare: (
    approved: { readonly text: string; readonly json: string },
    other: { readonly text: string; readonly json: string },
  ) => {
    readonly files?: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
  };
}

const digestOf = (text: string): string => String((JSON.parse(text) as Json)['digest']);
const old = (text: string): string =>
  JSON.stringify(sealReport({ ...(JSON.parse(text) as Json), provenance: { time: '2020-01-01T00:00:00Z' } }));

const manners: readonly Manner[] = [
  { name: 'the approved report', isHonest: true, prepare: () => ({}) },
  {
    name: 'the approved report and its digest',
    isHonest: true,
    prepare: ({ text }) => ({ args: ['--digest', digestOf(text)] }),
  },
  {
    name: 'a report that is replaced meanwhile',
    isHonest: true,
    prepare: (_, other) => ({ files: { 'other.json': other.text } }),
  },
  {
    name: 'the report of another plan',
    isLess: isWithinReport,
    prepare: (_, { text }) => ({ files: { 'report.json': text } }),
  },
  {
    name: 'the plan of another report',
    isLess: (one, other) => isWithinReport(other, one),
    prepare: (_, { json }) => ({ files: { tfplan: json } }),
  },
  { name: 'another digest', prepare: (_, { text }) => ({ args: ['--digest', digestOf(text)] }) },
  {
    name: 'an old report',
    prepare: ({ text }) => ({ files: { 'report.json': old(text) }, args: ['--max-age', '7d'] }),
  },
  { name: 'a report without a time', prepare: () => ({ args: ['--max-age', '7d'] }) },
  {
    name: 'an edited report',
    prepare({ text }) {
      const report = JSON.parse(text) as Json;
      const [first, ...rest] = report['approvedWrites'] as Json[];
      return {
        files: { 'report.json': JSON.stringify({ ...report, approvedWrites: [{ ...first, fields: {} }, ...rest] }) },
      };
    },
  },
  {
    name: 'an inconclusive report',
    prepare: ({ text }) => ({ files: { 'report.json': text.replace(/"digest":\s*"[0-9a-f]+",/, '') } }),
  },
  { name: 'a plan without a configuration, to be proved', prepare: () => ({ args: ['--proved'] }) },
];

/**
 * Returns true if each program of a report is in the other one, and each write can be one of the other. The command refuses what certainly
 * is not approved. The provider, which is not part of this attack, compares exactly: references to objects of another run, and fields
 * that an update omits because the object has their values.
 */
function isWithinReport(one: Report, other: Report): boolean {
  const programs = new Set(other.executes.map((execution) => JSON.stringify(execution)));
  return (
    one.executes.every((execution) => programs.has(JSON.stringify(execution))) &&
    one.approvedWrites.every((write) => other.approvedWrites.some((approved) => canBe(write, approved)))
  );
}

function canBe(write: ReportedWrite, approved: ReportedWrite): boolean {
  if (write.action !== approved.action || write.kind !== approved.kind) return false;
  if (write.action !== 'create' && write.uid !== approved.uid) return false;
  const toText = (value: unknown) =>
    JSON.stringify(value ?? null).replaceAll(/[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g, 'UID');
  const isOmittable = write.action === 'update';
  return [...new Set([...Object.keys(approved.fields), ...Object.keys(write.fields)])].every(
    (name) => toText(write.fields[name]) === toText(approved.fields[name]) || (isOmittable && !(name in write.fields)),
  );
}

/** Ways to apply one change. */
const TRIED = 3;

export const applyCommand: readonly Play[] = [
  {
    name: 'the command applies',
    play: (random) =>
      withChange(random, honest, async ({ world, input, drawAgain }) => {
        const approved = await world.review(input, 'seed');
        const other = random.chance(50)
          ? await world.review(drawAgain(), 'seed')
          : await world.review(input, 'seed', random.pick(additions.filter(({ name }) => !name.includes('removed'))));
        const isOther = other.report.digest !== undefined && other.report.digest !== approved.report.digest;
        if (approved.report.digest === undefined || approved.report.approvedWrites.length === 0 || !isOther)
          return { result: 'the same', beyond: [] };
        const outcomes: Outcome[] = [];
        const wrong = manners.filter(({ isLess }) => isLess?.(approved.report, other.report) !== true);
        for (let tried = 0; tried < TRIED; tried++) outcomes.push(await run(random.pick(wrong)!, approved, other));
        return { result: outcomes[0]!.result, beyond: outcomes.flatMap(({ beyond }) => beyond) };
      }),
  },
];

async function run(
  { name, isHonest = false, prepare }: Manner,
  approved: { readonly text: string; readonly json: string },
  other: { readonly text: string; readonly json: string },
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'attack-apply-'));
  const { files = {}, args = [] } = prepare(approved, other);
  const engine = join(folder, 'engine.cjs');
  const named = process.env['TERRAFORM_BINARY_NAME'];
  try {
    writeFileSync(engine, ENGINE);
    chmodSync(engine, 0o755);
    for (const [name, text] of Object.entries({ tfplan: approved.json, 'report.json': approved.text, ...files }))
      writeFileSync(join(folder, name), text);
    process.env['TERRAFORM_BINARY_NAME'] = engine;
    let said = '';
    const output = { out: () => undefined, err: (text: string) => void (said += text) };
    const names = [join(folder, 'tfplan'), '--approved', join(folder, 'report.json'), '--dir', folder, '--no-narrow'];
    await runCli(['apply', ...names, ...args], output);
    const written = join(folder, 'applied.json');
    const applied = existsSync(written) ? (JSON.parse(readFileSync(written, 'utf8')) as Json) : undefined;
    if (applied === undefined) return { result: REFUSED, beyond: isHonest ? [`Refused with ${name}: ${said}`] : [] };
    const isApproved =
      isHonest &&
      (JSON.parse(String(applied['report'])) as Json)['checksum'] === (JSON.parse(approved.text) as Json)['checksum'] &&
      applied['digest'] === digestOf(approved.text) &&
      applied['plan'] === approved.json &&
      applied['isReview'] === false;
    return { result: APPLIED, beyond: isApproved ? [] : [`Applied with ${name}: ${said}`] };
  } finally {
    if (named === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
    else process.env['TERRAFORM_BINARY_NAME'] = named;
    rmSync(folder, { recursive: true });
  }
}
