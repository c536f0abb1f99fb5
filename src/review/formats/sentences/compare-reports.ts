/** Compares the approved report with the current one. Their digests decide whether they have the same effect. */
import { byWeight } from '../../access/capability-weight';
import { capabilitiesText } from '../../access/capability-text';
import { CHANGE_TEXTS } from '../../words/change-texts';
import { withoutPlaceholders } from '../../report/digest/without-placeholders';
import type { Report, ReportedChange, ReportedFinding, ReportedRow } from '../../report/types/report';
import { fieldsText, displayed } from './phrases';

/** A part that only one of the two reports contains. */
export interface ReportDifference {
  readonly section: string;
  /** `new`: only in the current report; `gone`: only in the approved one. */
  readonly side: 'new' | 'gone';
  /** Plain text: escape it in markup. */
  readonly text: string;
}

/** Returns the differences by section. Empty if the reports differ only in values that no report shows. */
export function compareReports(approved: Report, now: Report): ReportDifference[] {
  return sections.flatMap(({ title, of }) => {
    const [before, after] = [of(approved), of(now)];
    const only = (some: Items, others: Items, side: ReportDifference['side']) =>
      [...some].flatMap(([key, text]) => (others.has(key) ? [] : [{ section: title, side, text }]));
    return [
      ...only(after, before, 'new'),
      ...only(before, after, 'gone'),
      ...(title === ACCESS ? accessBetween(approved, now) : []),
    ];
  });
}

/** Texts by key. */
type Items = ReadonlyMap<string, string>;

const ACCESS = 'Access';

const sections: readonly { readonly title: string; readonly of: (report: Report) => Items }[] = [
  { title: 'Inconclusive', of: ({ verdict }) => items(verdict.problems, (problem) => [[problem], problem]) },
  { title: 'Findings', of: ({ findings }) => items(findings, findingItem) },
  {
    title: 'Suppressed',
    of: ({ suppressed }) =>
      items(suppressed, (finding) => {
        const [key, text] = findingItem(finding);
        return [
          [...key, finding.suppression.reason, finding.suppression.expires],
          `${text} (${finding.suppression.reason})`,
        ];
      }),
  },
  { title: ACCESS, of: () => new Map() },
  {
    title: 'Trust policies',
    of: ({ assume }) =>
      items(assume, ({ identity, relation, before, after, gained, outsiders }) => [
        [identity, relation, before, after, gained, JSON.stringify(outsiders)],
        `${identity}: ${[before, after].map((words) => words ?? 'nobody').join(' → ')}`,
      ]),
  },
  { title: 'Changes', of: ({ changes }) => items(changes, changeItem) },
  { title: 'Changed outside of the configuration', of: ({ drift }) => items(drift, changeItem) },
  {
    title: 'Unknown until apply',
    of: ({ unresolved }) =>
      items(unresolved, ({ address, attribute }) => [[address, attribute], `${attribute} of ${address}`]),
  },
  {
    title: 'Not evaluated',
    of: ({ others }) =>
      items(
        others.flatMap(({ type, addresses }) => addresses.map((address) => ({ type, address }))),
        ({ type, address }) => [[type, address], `${type} ${address}`],
      ),
  },
];

type Item = readonly [key: readonly (string | undefined)[], text: string];

function items<T>(all: readonly T[], of: (one: T) => Item): Items {
  return new Map(
    all.map((one) => {
      const [key, text] = of(one);
      return [withoutPlaceholders(JSON.stringify(key)), displayed(text)];
    }),
  );
}

function findingItem({ id, severity, subject, address, plan, reason }: ReportedFinding): Item {
  return [[id, severity, subject === plan ? '' : subject, address], `${severity} ${id}: ${reason}`];
}

function changeItem(change: ReportedChange): Item {
  const { kind, path, status, from, address, fields } = change;
  const set = fieldsText(change);
  return [
    [kind, path, status, from, address, JSON.stringify(fields)],
    `${CHANGE_TEXTS[status].word} ${kind} ${path}${set === '' ? '' : ` [${set}]`}`,
  ];
}

/** Returns differences of access by identity and group: only the capabilities that one of the reports contains. */
function accessBetween(approved: Report, now: Report): ReportDifference[] {
  return (['gained', 'lost'] as const).flatMap((direction) => {
    const [before, after] = [getRights(approved.access[direction]), getRights(now.access[direction])];
    const word = direction === 'gained' ? 'gains' : 'loses';
    const only = (some: Rights, others: Rights, side: ReportDifference['side']) =>
      [...some].flatMap(([key, { row, names }]) => {
        const missing = [...names].filter((name) => others.get(key)?.names.has(name) !== true);
        if (missing.length === 0) return [];
        const except = row.except.length === 0 ? '' : `, but not in ${row.except.join(', ')}`;
        const text = `${row.identity} ${word} ${capabilitiesText(byWeight(missing))} in ${row.group} and beneath${except}`;
        return [{ section: ACCESS, side, text: displayed(text) }];
      });
    return [...only(after, before, 'new'), ...only(before, after, 'gone')];
  });
}

type Rights = ReadonlyMap<string, { readonly row: ReportedRow; readonly names: ReadonlySet<string> }>;

function getRights(rows: readonly ReportedRow[]): Rights {
  const found = new Map<string, { readonly row: ReportedRow; readonly names: Set<string> }>();
  for (const row of rows) {
    const key = withoutPlaceholders(JSON.stringify([row.identity, row.group, [...row.except].sort()]));
    const { names } = found.get(key) ?? { names: new Set<string>() };
    for (const name of row.capabilities) names.add(name);
    found.set(key, { row, names });
  }
  return found;
}
