/**
 * The number of files that one change passes through, from the plan to the store: the effort of understanding it.
 * Counted by V8's coverage: a file counts when one of its functions ran meanwhile; that somebody imports from it is not
 * enough.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from '../../src/plugin/testing';
import { startWorld, type World } from '../provider/world';
import type { Bench, Row } from './report';

const root = `${dirname(dirname(__dirname))}${sep}`;

export function way(): Bench {
  return {
    name: 'way',
    async run() {
      return [
        ...rows('one PATCH', await getFiles(patch), 60),
        ...rows('a create whose response is lost', await getFiles(lostCreate), 75),
      ];
    },
  };
}

/** The setup in its own world; then the change, counted from Terraform's last plan on. */
type Story = () => Promise<{ readonly world: World; readonly change: () => Promise<unknown> }>;

const patch: Story = async () => {
  const world = await startWorld();
  const group = world.host.resource('platform_group');
  const config = { parent_uid: world.root, name: 'payments' };
  await group.apply(config);
  return { world, change: () => group.apply({ ...config, description: 'Takes the money.' }) };
};

const lostCreate: Story = async () => {
  let lost = false;
  const world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (request.method !== 'POST' || lost) return response;
      lost = true;
      throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
    },
  });
  const group = world.host.resource('platform_group');
  return { world, change: () => group.apply({ parent_uid: world.root, name: 'payments' }) };
};

/** The sources that `story` enters, in the order of their paths. */
async function getFiles(story: Story): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Debugger.enable');
  const { world, change } = await story();
  onSecondPlan(world.host, () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }));
  await change();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const entered: string[] = [];
  for (const { url, scriptId, functions } of result) {
    const file = relative(root, url.startsWith('file:') ? fileURLToPath(url) : url);
    if (!file.startsWith(`src${sep}`) || file.startsWith(`src${sep}plugin${sep}testing`)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const ran = functions.flatMap(({ ranges: [range] }) => (range !== undefined && range.count > 0 ? [range] : []));
    if (ran.some(({ startOffset, endOffset }) => !isGetter(scriptSource.slice(startOffset, endOffset))))
      entered.push(file);
  }
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  world.close();
  return entered.sort();
}

/** Matches the compiled form of a read import, `() => name`: it runs nothing of the exporting file. */
function isGetter(code: string): boolean {
  return /^\(\)\s*=>\s*[\w$.[\]]+$/.test(code);
}

/** Terraform plans twice: once to show what would change, and again when it is about to be applied. */
function onSecondPlan({ connection }: Host, start: () => Promise<unknown>): void {
  let plans = 0;
  const call = connection.call.bind(connection);
  Object.assign(connection, {
    call: async (...args: Parameters<typeof call>) => {
      if (args[0] === 'PlanResourceChange' && ++plans === 2) await start();
      return call(...args);
    },
  });
}

function rows(what: string, files: readonly string[], accept: number): Row[] {
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    const folder = file.split(sep).slice(0, 2).join('/');
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  return [
    { what, value: `${files.length} files, ${lines(files)} lines (accept ${accept} files)` },
    ...[...byFolder].map(([folder, inside]) => ({
      what: `  ${folder}`,
      value: `${inside.length} files, ${lines(inside)} lines`,
    })),
  ];
}

function lines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(root + file, 'utf8').split('\n').length - 1, 0);
}
