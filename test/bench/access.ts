/** Questions and the diff over 10,000 groups × 10,000 identities × 100 capabilities: CPU time, and memory above an empty process. */
import {
  createAccessGraph,
  diffAccess,
  escalationPaths,
  newEscalationPaths,
  whoCan,
  whereCan,
  type AccessGraph,
  type AccessInput,
} from '../../src/access/graph';
import { inMs, type Bench, type Row } from './report';

const size = 10_000;
const capabilities = Array.from({ length: 100 }, (_, n) => `service${n % 20}.verb${n}`);

export function access(): Bench {
  return { name: 'access', run: async () => measure() };
}

function measure(): Row[] {
  const rows: Row[] = [];
  let peak = 0;
  const start = memory();
  const timed = <T>(what: string, work: () => T): T => {
    const began = process.cpuUsage();
    const result = work();
    rows.push({ what, value: inMs(process.cpuUsage(began).user / 1000) });
    peak = Math.max(peak, memory() - start);
    return result;
  };
  const [before, after] = timed('two graphs of 10,000 groups, 10,000 identities, 40,000 grants', () => [
    createAccessGraph(organization(0)),
    createAccessGraph(organization(1)),
  ]);
  const diff = timed('the diff between them', () => diffAccess(before, after));
  timed('who can, in every group', () => everyGroup(after));
  timed('where can, for every identity', () =>
    after.identities.map(({ key }) => whereCan(after, key, capabilities[7]!).length),
  );
  const paths = timed('escalation paths', () => escalationPaths(after));
  timed('new escalation paths', () => newEscalationPaths(before, after));
  rows.push(
    { what: 'rows of the diff', value: String(diff.gained.length + diff.lost.length) },
    { what: 'escalation paths found', value: String(paths.length) },
    { what: 'memory, at most, limit 300 MB', value: `${Math.round(peak)} MB`, ratio: peak / 300, accept: 1 },
  );
  return rows;
}

function everyGroup(graph: AccessGraph): number {
  return graph.groups.reduce((sum, { key }) => sum + whoCan(graph, capabilities[7]!, key).length, 0);
}

/**
 * The same organization in each size. Its second version changes every hundredth grant and adds a hundredth of the
 * groups.
 */
function organization(version: 0 | 1): AccessInput {
  const random = pseudoRandom(1);
  const groups = Array.from({ length: size }, (_, n) => ({
    key: `g${n}`,
    name: `g${n}`,
    parent: n === 0 ? undefined : `g${Math.floor(random() ** 0.7 * n)}`,
  })).filter((_, n) => version === 1 || n < size * 0.99);
  const identities = Array.from({ length: size }, (_, n) => ({
    key: `i${n}`,
    name: `i${n}`,
    group: `g${Math.floor(random() * size * 0.99)}`,
  }));
  const roles = Array.from({ length: 200 }, (_, n) => ({
    key: `r${n}`,
    name: `r${n}`,
    group: 'g0',
    capabilities: [...capabilities.filter(() => random() < 0.3), ...(n % 40 === 0 ? ['identity.update'] : [])],
  }));
  const grants = Array.from({ length: 4 * size }, (_, n) => {
    const shift = version === 1 && n % 100 === 0 ? 1 : 0;
    return {
      key: `b${n}`,
      identity: `i${n % size}`,
      role: `r${(Math.floor(random() * 200) + shift) % 200}`,
      group: `g${Math.floor(random() * size * 0.98) + shift}`,
    };
  });
  return { groups, identities, roles, grants };
}

/** The same numbers each time. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function memory(): number {
  return process.memoryUsage().rss / 1e6;
}
