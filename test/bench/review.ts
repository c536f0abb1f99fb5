/**
 * The built `platform-iac review` on plans of 5,000, 20,000 and 50,000 resources: time, CPU and memory of the whole process, from its
 * start to the comment. CPU decides, because other work on the machine delays a command. A fifth of the identities accept patterns or tokens of other platforms, so that automata decide who else can.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './report';
import { writtenPlans, type Planned } from './written-plan';

interface Size {
  readonly total: number;
  /** The accepted seconds of CPU. */
  readonly seconds: number;
  readonly megabytes?: number;
}

const every: readonly Size[] = [
  { total: 5_000, seconds: 4, megabytes: 250 },
  { total: 50_000, seconds: 40 },
];

const updates: readonly Size[] = [
  { total: 5_000, seconds: 8, megabytes: 250 },
  { total: 20_000, seconds: 32 },
];

/** Tells, when the process ends, what it took. */
const usageTold = `data:text/javascript,${encodeURIComponent(
  `import { writeFileSync } from 'node:fs';
   process.on('exit', () => {
     const { maxRSS } = process.resourceUsage();
     const { user, system } = process.cpuUsage();
     writeFileSync(process.env.USAGE_FILE, JSON.stringify({ maxRSS, cpu: (user + system) / 1e6 }));
   });`,
)}`;

/** @param executable the built command */
export function review(executable: string, sizes = every): Bench {
  return {
    name: 'review',
    async run() {
      return [
        ...sizes.flatMap((size) => [
          ...measured(executable, size, 'first apply', 'markdown'),
          ...measured(executable, size, 'first apply', 'markdown', true),
          ...measured(executable, size, 'small change', 'markdown'),
          ...measured(executable, size, 'mass change', 'markdown', true),
          ...measured(executable, size, 'mass change', 'json'),
        ]),
        ...updates.flatMap((size) => measured(executable, size, 'update of all', 'markdown')),
      ];
    },
  };
}

function measured(
  executable: string,
  { total, seconds, megabytes }: Size,
  planned: Planned,
  format: 'markdown' | 'json',
  withReviewPlan = false,
): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = (name: string) => join(folder, name);
    const { plan, reviewPlan } = writtenPlans(total, planned);
    writeFileSync(file('plan.json'), plan);
    writeFileSync(file('review.json'), reviewPlan);
    const plans = withReviewPlan ? ['plan.json', 'review.json'] : ['plan.json'];
    const env = { ...process.env, USAGE_FILE: file('usage') };
    const began = performance.now();
    const text = execFileSync(
      process.execPath,
      ['--import', usageTold, executable, 'review', '--format', format, ...plans],
      { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 30 },
    );
    const took = (performance.now() - began) / 1000;
    const { maxRSS, cpu } = JSON.parse(readFileSync(file('usage'), 'utf8')) as { maxRSS: number; cpu: number };
    const mb = maxRSS / 1000;
    const what = `${total} resources, ${planned}${withReviewPlan ? ', with its review plan' : ''}, ${format}`;
    return [
      { what, value: `${took.toFixed(2)} s, CPU ${cpu.toFixed(2)} s`, ratio: cpu / seconds, accept: 1 },
      {
        what: `  memory at most (of plans of ${Math.round(plan.length / 1e6)} MB each)`,
        value: `${mb.toFixed(0)} MB`,
        ...(megabytes !== undefined && { ratio: mb / megabytes, accept: 1 }),
      },
      { what: '  size of the report', value: `${(text.length / 1000).toFixed(0)} kB` },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
