/**
 * Compares what an apply did with what its report shows. What it did are answers of the API and files of programs; tables of the review
 * are read only as what the report shows.
 */
import { basename } from 'node:path';
import type { Report, ReportedRow, Severity } from '../../src/review';
import { isAtLeast } from '../../src/access/rules';
import { questions } from '../review/random-access';
import { type Observed, rootOf } from './organization';

/** The gate of the generated pipelines. */
export const GATE: Severity = 'high';

export interface Deed {
  readonly before: Observed;
  readonly after: Observed;
  /** The uid of the root group of the change, and its name. */
  readonly root: string;
  readonly id: string;
  /** The files that programs left. */
  readonly programs: readonly string[];
  /** False if the apply of the change stopped early: then only a part of the shown losses and gains has taken effect. */
  readonly isWhole: boolean;
}

/**
 * Returns the findings at or above the gate that are about the change, or about the whole plan.
 *
 * @param explain replaces a place without a name, such as "removed[2]"
 * @param isNamed true without findings about the whole plan
 */
export function stoppedBy(
  report: Report,
  id: string,
  explain: (text: string) => string = (text) => text,
  isNamed = false,
): string[] {
  const own = new RegExp(`\\b${id}(?![0-9])`);
  const isAbout = (part: object): boolean => {
    const text = explain(JSON.stringify(part));
    return own.test(text) || (!isNamed && !/\bs[0-9]+(?![0-9A-Za-z])/.test(text));
  };
  return report.findings
    .filter(({ severity, affected, ...finding }) => isAtLeast(severity, GATE) && (affected ?? [finding]).some(isAbout))
    .map((finding) => finding.id);
}

/** Returns everything that the apply did and the report does not show. */
export function beyondReport(deed: Deed, report: Report): string[] {
  return [
    ...programsBeyond(deed),
    ...accessBeyond(deed, report),
    ...trustBeyond(deed, report),
    ...objectsBeyond(deed, report),
  ];
}

/** A line of the report is no consent to a program: the gate must have stopped it. */
function programsBeyond({ programs }: Deed): string[] {
  return programs.map((file) => `A program ran: ${file}`);
}

function accessBeyond({ before, after, root, id, isWhole }: Deed, { access }: Report): string[] {
  // An object with the same uid keeps its identity: its new path identifies it on both sides.
  const key = (moment: Observed, uid: string) => after.paths.get(uid) ?? moment.paths.get(uid) ?? uid;
  const held = (moment: Observed): Set<string> =>
    new Set(
      moment.allowed
        .filter(([who]) => rootOf(who) === root)
        .map(([who, capability, at]) => [key(moment, who), capability, key(moment, at)].join(' ')),
    );
  // A report shows the uid of a root group whose name it has not read.
  const named = (path: string) => path.replace(root, id);
  const shown = (rows: readonly ReportedRow[], moment: Observed): Set<string> => {
    const uids = new Map([...moment.paths].map(([uid, path]) => [path, uid]));
    // It shows the uid of an object that it has not read, with the name of a root group that it has read.
    const keyOfPath = (path: string) => {
      const uid = path.startsWith(`${id}/`) ? path.replace(id, root) : path;
      return key(moment, moment.paths.has(uid) ? uid : (uids.get(path) ?? path));
    };
    return new Set(
      rows.flatMap(({ identity, group, except, capabilities }) =>
        [...uids.keys()]
          .filter((path) => isWithin(path, named(group)) && !except.some((end) => isWithin(path, named(end))))
          .flatMap((path) =>
            Object.keys(questions)
              // An owner has every capability.
              .filter((name) => capabilities.includes(name) || capabilities.includes('*'))
              .map((name) =>
                [keyOfPath(moment.paths.has(identity) ? identity : named(identity)), name, keyOfPath(path)].join(' '),
              ),
          ),
      ),
    );
  };
  const [had, has] = [held(before), held(after)];
  const [gained, lost] = [shown(access.gained, after), shown(access.lost, before)];
  const gains = [...has].filter((one) => !had.has(one) && !gained.has(one));
  const losses = [...had].filter((one) => !has.has(one) && !lost.has(one));
  // Between two writes of a change, access can be lost that a later write would have given again.
  return [...gains.map((gain) => `Gained: ${gain}`), ...(isWhole ? losses.map((loss) => `Lost: ${loss}`) : [])];
}

function isWithin(path: string, scope: string): boolean {
  return path === scope || path.startsWith(`${scope}/`);
}

/** The report must show the repository of every workload that an identity newly accepts. */
function trustBeyond({ before, after, root, id }: Deed, { assume }: Report): string[] {
  const subjectsByPath = ({ paths, subjects }: Observed) =>
    new Map(
      [...subjects].filter(([uid]) => rootOf(uid) === root).map(([uid, subject]) => [paths.get(uid) ?? '', subject]),
    );
  const [old, now] = [subjectsByPath(before), subjectsByPath(after)];
  const renamed = new Map(
    [...after.subjects.keys()].map((uid) => [after.paths.get(uid) ?? '', before.paths.get(uid) ?? '']),
  );
  return (
    [...now]
      .filter(([path, subject]) => (old.get(path) ?? old.get(renamed.get(path) ?? '')) !== subject)
      // Recreated in another group: the path is another one, and the workload is the same.
      .filter(
        ([path, subject]) =>
          ![...old].some(([one, same]) => same === subject && basename(one) === basename(path) && !now.has(one)),
      )
      .filter(([path, subject]) => {
        const [, owner = subject] = /^repo:([a-z]+)/.exec(subject) ?? [];
        return !assume.some(
          (row) => row.identity.replace(root, id) === path && `${row.after} ${row.gained}`.includes(owner),
        );
      })
      .map(([path, subject]) => `Workload of ${path}: ${subject}`)
  );
}

function objectsBeyond({ before, after, root }: Deed, { approvedWrites }: Report): string[] {
  const kindsByCapability = (moment: Observed) => [...moment.kinds].filter(([uid]) => rootOf(uid) === root);
  const deleted = new Set(approvedWrites.flatMap(({ action, uid }) => (action === 'delete' ? [uid] : [])));
  const gone = kindsByCapability(before).filter(([uid]) => !after.kinds.has(uid) && !deleted.has(uid));
  const created = kindsByCapability(after).filter(([uid]) => !before.kinds.has(uid));
  const creates = approvedWrites.filter(({ action, parent = '' }) => action === 'create' && rootOf(parent) === root);
  const tooMany = [...new Set(created.map(([, kind]) => kind))].filter(
    (kind) => created.filter((one) => one[1] === kind).length > creates.filter((write) => write.kind === kind).length,
  );
  return [
    ...gone.map(([uid, kind]) => `Deleted: ${kind} ${before.paths.get(uid) ?? uid}`),
    ...tooMany.map((kind) => `Created: another ${kind}`),
  ];
}
