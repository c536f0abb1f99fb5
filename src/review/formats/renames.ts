/** Describes probable renames: the plan deletes objects and creates others like them. */
import { displayed } from '../../base/text/visible';
import { counted, few } from '../../base/text/words';
import type { Report, ReportedChange, ReportedLine } from '../report/types/report';

/** The number of renamed objects that a sentence names. */
const MOST_RENAMES = 3;

type Rename = NonNullable<Report['lookalikes']>[number];

/** Returns the renames for which the report has blocks: they keep the objects. */
function avoidableRenames({ lookalikes = [] }: Report): readonly Rename[] {
  return lookalikes.filter(({ blocks = [] }) => blocks.length > 0);
}

/** Returns the renames with the number of their objects, and the next step. */
export function renamesText(report: Report): string[] {
  const [first, ...others] = avoidableRenames(report);
  if (first === undefined) return [];
  const names = ({ from, path }: Rename) => `${displayed(from)} → ${displayed(path)}`;
  const all = [first, ...others].reduce((sum, { blocks = [] }) => sum + blocks.length, 0);
  const step = 'To keep them, paste the blocks of this report.';
  if (others.length === 0) {
    const more = all > 1 ? `, with ${counted(all - 1, 'object')}` : '';
    return [
      `${displayed(first.from)} is probably renamed to ${displayed(first.path)}, but this plan deletes and recreates it${more}.`,
      all > 1 ? step : step.replace('them', 'it'),
    ];
  }
  const list = few([first, ...others].map(names), MOST_RENAMES);
  return [
    `${counted(others.length + 1, 'object')} are probably renamed, but this plan deletes and recreates them, ${all} objects in total: ${list}.`,
    step,
  ];
}

/** Returns a function that tests if a probable rename explains the deletion of an object. */
export function createRenameTest(report: Report): (change: ReportedChange) => boolean {
  const from = avoidableRenames(report).map((rename) => rename.from);
  const isWithin = (path: string) => from.some((former) => `${path}/`.startsWith(`${former}/`));
  return ({ path, group, connects }) =>
    [path, group, connects?.identity, connects?.role].some((name) => name !== undefined && isWithin(name));
}

/** Returns a function that tests if an identity loses the same access under the names before a probable rename. */
export function createFormerAccessTest(report: Report): (line: ReportedLine) => boolean {
  const { lookalikes = [], access } = report;
  const place = (identity: string, group: string) => JSON.stringify([identity, group]);
  const lost = new Map<string, Set<string>>();
  if (lookalikes.length > 0)
    for (const { identity, group, capabilities } of access.lines.lost) {
      const held = lost.get(place(identity, group)) ?? new Set();
      for (const name of capabilities) held.add(name);
      lost.set(place(identity, group), held);
    }
  return ({ identity, group, capabilities }) =>
    lookalikes.some(({ from, path }) => {
      const toFormer = (name: string) =>
        `${name}/`.startsWith(`${path}/`) ? `${from}${name.slice(path.length)}` : name;
      const held = lost.get(place(toFormer(identity), toFormer(group)));
      return held !== undefined && capabilities.every((name) => held.has(name));
    });
}
