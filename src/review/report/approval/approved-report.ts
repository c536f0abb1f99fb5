/**
 * The report that was approved, beside the one that is made now. Their digests say whether they come to the same; what differs
 * is told here, in the words of a reviewer.
 */
import { isObject } from '../../../api';
import { approvedWritesOf } from '../../../approved';
import { CHANGE_KINDS } from '../../../page/change-kinds';
import { byWeight } from '../../access/access-lines';
import { withoutPlaceholders } from '../digest/digest';
import { capabilitiesText } from '../../access/capability-text';
import { fieldsText, shown } from '../../formats/phrases';
import { REPORT_VERSION, type Report, type ReportedChange, type ReportedFinding, type ReportedRow } from '../report';

/** A report that cannot be compared. The message names the file. */
export class ApprovedReportError extends Error {
  override readonly name: string = 'ApprovedReportError';
}

/** A report on what could not be judged: nobody can have approved it. */
export class UnjudgedReportError extends ApprovedReportError {
  override readonly name = 'UnjudgedReportError';
}

/** A report that somebody may have approved. */
export type ApprovedReport = Report & { readonly digest: string };

/** What is only in one of them. */
export interface Difference {
  readonly section: string;
  /** `new`: only in the report of now; `gone`: only in the one that was approved. */
  readonly side: 'new' | 'gone';
  /** May be shown anywhere but in markup. */
  readonly text: string;
}

const LISTS = ['findings', 'suppressed', 'assume', 'changes', 'drift', 'unresolved', 'others'] as const;

/**
 * Reads a report as `--format json` has written it.
 *
 * @throws UnjudgedReportError if it says that the plans could not be judged
 * @throws ApprovedReportError if it is none
 */
export function readApproved(text: string, name: string): ApprovedReport {
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApprovedReportError(`${name} is no JSON, or was cut off. It takes a report in the format json.`, {
      cause: error,
    });
  }
  if (isObject(report) && isObject(report['verdict']) && report['verdict']['result'] === 'unjudged')
    throw new UnjudgedReportError(
      `${name} is a report on plans that could not be judged: nobody can have approved it. Review anew.`,
    );
  if (!isObject(report) || typeof report['digest'] !== 'string' || !/^[0-9a-f]{64}$/.test(report['digest']))
    throw new ApprovedReportError(`${name} is no report: it has no digest. It takes a report in the format json.`);
  if (report['version'] !== REPORT_VERSION)
    throw new ApprovedReportError(
      `${name} is a report of version ${JSON.stringify(report['version'])}, and this is ${REPORT_VERSION}: review anew with this version.`,
    );
  const { access } = report;
  const lists = [...LISTS.map((list) => report[list]), ...(isObject(access) ? [access['gained'], access['lost']] : [])];
  if (lists.length < LISTS.length + 2 || !lists.every((list) => Array.isArray(list) && list.every(isObject)))
    throw new ApprovedReportError(`${name} is no whole report. It takes a report in the format json.`);
  try {
    approvedWritesOf(report, name);
  } catch (error) {
    throw new ApprovedReportError((error as Error).message, { cause: error });
  }
  if (!isObject(report['leastCapabilities']))
    throw new ApprovedReportError(
      `${name} does not list the capabilities that it needs: review again with this version.`,
    );
  return report as unknown as ApprovedReport;
}

/** What is only in one of the two, section by section. Nothing if only what no report shows differs. */
export function differencesOf(approved: Report, now: Report): Difference[] {
  return sections.flatMap(({ title, of }) => {
    const [was, is] = [of(approved), of(now)];
    const only = (some: Items, others: Items, side: Difference['side']) =>
      [...some].flatMap(([key, text]) => (others.has(key) ? [] : [{ section: title, side, text }]));
    return [
      ...only(is, was, 'new'),
      ...only(was, is, 'gone'),
      ...(title === ACCESS ? accessBetween(approved, now) : []),
    ];
  });
}

/** Texts by what tells them apart. */
type Items = ReadonlyMap<string, string>;

const ACCESS = 'Access';

const sections: readonly { readonly title: string; readonly of: (report: Report) => Items }[] = [
  { title: 'Judgement', of: ({ verdict }) => items(verdict.problems, (problem) => [[problem], problem]) },
  { title: 'Findings', of: ({ findings }) => items(findings, findingItem) },
  {
    title: 'Suppressed',
    of: ({ suppressed }) =>
      items(suppressed, (one) => {
        const [key, text] = findingItem(one);
        return [[...key, one.suppression.reason, one.suppression.expires], `${text} (${one.suppression.reason})`];
      }),
  },
  { title: ACCESS, of: () => new Map() },
  {
    title: 'Who can assume',
    of: ({ assume }) =>
      items(assume, ({ identity, relation, before, after, gained, outsiders }) => [
        [identity, relation, before, after, gained, JSON.stringify(outsiders)],
        `${identity}: ${[before, after].map((words) => words ?? 'nobody').join(' → ')}`,
      ]),
  },
  { title: 'Changes', of: ({ changes }) => items(changes, changeItem) },
  { title: 'Changed outside of the configuration', of: ({ drift }) => items(drift, changeItem) },
  {
    title: 'Not known before the apply',
    of: ({ unresolved }) =>
      items(unresolved, ({ address, attribute }) => [[address, attribute], `${attribute} of ${address}`]),
  },
  {
    title: 'Not judged',
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
      return [withoutPlaceholders(JSON.stringify(key)), shown(text)];
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
    `${CHANGE_KINDS[status].word} ${kind} ${path}${set === '' ? '' : ` [${set}]`}`,
  ];
}

/** By identity and group, what only one of the two gives or takes: a right more is told as that right. */
function accessBetween(approved: Report, now: Report): Difference[] {
  return (['gained', 'lost'] as const).flatMap((direction) => {
    const [was, is] = [rightsOf(approved.access[direction]), rightsOf(now.access[direction])];
    const word = direction === 'gained' ? 'gains' : 'loses';
    const only = (some: Rights, others: Rights, side: Difference['side']) =>
      [...some].flatMap(([key, { row, names }]) => {
        const missing = [...names].filter((name) => others.get(key)?.names.has(name) !== true);
        if (missing.length === 0) return [];
        const except = row.except.length === 0 ? '' : `, but not in ${row.except.join(', ')}`;
        const text = `${row.identity} ${word} ${capabilitiesText(byWeight(missing))} in ${row.group} and beneath${except}`;
        return [{ section: ACCESS, side, text: shown(text) }];
      });
    return [...only(is, was, 'new'), ...only(was, is, 'gone')];
  });
}

type Rights = ReadonlyMap<string, { readonly row: ReportedRow; readonly names: ReadonlySet<string> }>;

function rightsOf(rows: readonly ReportedRow[]): Rights {
  const found = new Map<string, { readonly row: ReportedRow; readonly names: Set<string> }>();
  for (const row of rows) {
    const key = withoutPlaceholders(JSON.stringify([row.identity, row.group, [...row.except].sort()]));
    const { names } = found.get(key) ?? { names: new Set<string>() };
    for (const name of row.capabilities) names.add(name);
    found.set(key, { row, names });
  }
  return found;
}
