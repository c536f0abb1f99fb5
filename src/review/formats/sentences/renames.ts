/** Describes probable renames: the plan deletes objects and creates others like them. */
import { displayed } from '../../../base/text/visible';
import { counted, few } from '../../../base/text/words';
import type { Report, ReportedChange, ReportedLine } from '../../report/types/report';

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
      `${displayed(first.from)} is probably renamed to ${displayed(first.path)}, but this plan deletes and recreates it${more}. ${all > 1 ? step : step.replace('them', 'it')}`,
    ];
  }
  const list = few([first, ...others].map(names), MOST_RENAMES);
  return [
    `${counted(others.length + 1, 'object')} are probably renamed, but this plan deletes and recreates them, ${all} objects in total: ${list}. ${step}`,
  ];
}

/** Returns a function that tests if a probable rename explains the deletion of an object. */
export function createRenameTest(report: Report): (change: ReportedChange) => boolean {
  const from = avoidableRenames(report).map((rename) => rename.from);
  const isWithin = (path: string) => from.some((former) => `${path}/`.startsWith(`${former}/`));
  return ({ path, group, connects }) =>
    [path, group, connects?.identity, connects?.role].some((name) => name !== undefined && isWithin(name));
}

interface FormerAccessTests {
  /** Tests if an identity loses the same access under the names before a probable rename. */
  readonly isGainedAgain: (line: ReportedLine) => boolean;
  /** Tests if an identity gains the same access under the names after it. */
  readonly isKept: (line: ReportedLine) => boolean;
}

/** Returns tests for access that a probable rename only moves. */
export function createFormerAccessTests(report: Report): FormerAccessTests {
  const { lookalikes = [], access } = report;
  const test = (there: readonly ReportedLine[], way: (rename: Rename) => readonly [string, string]) => {
    const held = new Map<string, Set<string>>();
    const place = (identity: string, group: string) => JSON.stringify([identity, group]);
    for (const { identity, group, capabilities } of lookalikes.length === 0 ? [] : there) {
      const known = held.get(place(identity, group)) ?? new Set();
      for (const name of capabilities) known.add(name);
      held.set(place(identity, group), known);
    }
    return ({ identity, group, capabilities }: ReportedLine) =>
      lookalikes.some((rename) => {
        const [here, other] = way(rename);
        const toOther = (name: string) =>
          `${name}/`.startsWith(`${here}/`) ? `${other}${name.slice(here.length)}` : name;
        const known = held.get(place(toOther(identity), toOther(group)));
        return known !== undefined && capabilities.every((name) => known.has(name));
      });
  };
  return {
    isGainedAgain: test(access.lines.lost, ({ path, from }) => [path, from]),
    isKept: test(access.lines.gained, ({ path, from }) => [from, path]),
  };
}
