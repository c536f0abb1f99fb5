/** Describes probable renames: the plan deletes objects and creates others like them. */
import { counted, few } from '../../../base/text/words';
import type { Report, ReportedChange, ReportedLine } from '../../report/types/report';
import { pastesBlocks } from '../move-blocks';
import { declaredText, displayed } from './phrases';
import { isDeletedWith } from './removal-text';

/** The number of renamed objects that a sentence names. */
const MOST_RENAMES = 3;
/** The number of trust policies of identities with administrative access that sentences describe. */
const MOST_HIGH = 2;

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
  const counts = [first, ...others].map((renamed) => countDependents(report, renamed));
  if (others.length === 0) {
    const [count = 0] = counts;
    const more = count > 0 ? `, with ${counted(count, 'object')}` : '';
    return [
      `${displayed(first.from)} is probably renamed to ${displayed(first.path)}, but this plan deletes and recreates it${more}. To keep ${count > 0 ? 'them' : 'it'}, ${stepText(first)}.`,
    ];
  }
  const all = counts.reduce((sum, count) => sum + 1 + count, 0);
  const list = few([first, ...others].map(names), MOST_RENAMES);
  return [
    `${counted(others.length + 1, 'object')} are probably renamed, but this plan deletes and recreates them, ${all} objects in total: ${list}. To keep them, ${[first, ...others].some(pastesBlocks) ? PASTE : 'call wasAt on their constructs'}.`,
  ];
}

/** The identities that accept other tokens than under their names before a probable rename. */
interface RenamedTrust {
  readonly policies: readonly { readonly identity: string }[];
  readonly texts: readonly string[];
}

/** Returns the new identities that a finding compares with the former ones. Of several, sentences name those with a high finding. */
export function describeRenamedTrust({ lookalikes = [], assume, findings }: Report): RenamedTrust {
  const former = new Map(
    assume.flatMap((policy) => (policy.relation === 'removed' ? [[policy.identity, policy]] : [])),
  );
  const severities = new Map(
    findings.flatMap((finding) =>
      finding.id === 'claim-widened'
        ? (finding.affected ?? [finding]).map(({ identity }) => [identity, finding.severity] as const)
        : [],
    ),
  );
  const policies = assume.flatMap(({ relation, identity, after = 'nobody' }) => {
    const severity = severities.get(identity);
    if (relation !== 'added' || severity === undefined) return [];
    const was = lookalikes.flatMap(({ path, from }) => former.get(rename(identity, path, from)) ?? []).at(0);
    if (was === undefined) return [];
    const [now, before] = [after, was.before ?? 'nobody'].map(displayed);
    const text = `${displayed(identity)} accepts other tokens than ${displayed(was.identity)}: ${now}. Before: ${before}.`;
    return [{ identity, text, severity }];
  });
  const high = policies.filter(({ severity }) => severity === 'high');
  const named = policies.length === 1 ? policies : high.length > MOST_HIGH ? [] : high;
  const others = policies.length - named.length;
  const more = named.length > 0 ? 'more ' : '';
  const who = counted(others, `${more}renamed identity trusts`, `${more}renamed identities trust`);
  return {
    policies,
    texts: [...named.map(({ text }) => text), ...(others > 0 ? [`${who} other workloads than before.`] : [])],
  };
}

/** Returns the number of objects that are deleted with it, as its finding counts them: no block keeps those that also change. */
function countDependents({ changes }: Report, { from }: Rename): number {
  const ends = new Set([from]);
  return changes.filter(
    (change) =>
      change.status === 'removed' &&
      change.path !== from &&
      (isDeletedWith(ends, change) || change.connects?.identity === from || change.connects?.role === from),
  ).length;
}

const PASTE = 'paste the blocks of this report';

/** Returns the next step. With constructs, one call keeps all objects of a group. */
function stepText({ call, construct, source, sharesLine }: Rename): string {
  if (call === undefined || construct === undefined) return PASTE;
  const place = displayed(declaredText({ source }) ?? construct);
  return sharesLine === true
    ? `call ${displayed(call)} for this construct alone at ${place}, which creates several`
    : `call ${displayed(call)} on the construct at ${place}`;
}

/** Returns a function that tests if a probable rename explains the deletion of an object: the plan creates its new place. */
export function createRenameTest(report: Report): (change: ReportedChange) => boolean {
  const renames = avoidableRenames(report);
  const created = new Set(report.changes.flatMap((change) => (change.status === 'added' ? toPlace(change) : [])));
  return (change) => renames.some(({ from, path }) => created.has(toPlace(change, (name) => rename(name, from, path))));
}

/** Returns a text that is equal for objects of one kind with the same names. */
function toPlace({ kind, path, group, connects }: ReportedChange, toName = (name: string) => name): string {
  // An object without a name has its group in its path: `group invite auditors in acme`.
  const own = path.endsWith(` in ${group}`) ? path.slice(0, -` in ${group}`.length) : path;
  const names = connects === undefined ? [own, group] : [connects.identity, connects.role, group];
  return JSON.stringify([kind, ...names.map((name) => toName(name ?? ''))]);
}

/** Returns a path after the rename of a group or of an object on it. */
function rename(path: string, from: string, to: string): string {
  return `${path}/`.startsWith(`${from}/`) ? `${to}${path.slice(from.length)}` : path;
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
      lookalikes.some((lookalike) => {
        const [here, other] = way(lookalike);
        const toOther = (name: string) => rename(name, here, other);
        const known = held.get(place(toOther(identity), toOther(group)));
        return known !== undefined && capabilities.every((name) => known.has(name));
      });
  };
  return {
    isGainedAgain: test(access.lines.lost, ({ path, from }) => [path, from]),
    isKept: test(access.lines.gained, ({ path, from }) => [from, path]),
  };
}
