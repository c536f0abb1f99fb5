/** The writes that a report approves, as the page shows them: with the names of known objects instead of their uids. */
import type { AccessGraph } from '../../../access/graph';
import { getDeclaration } from '../../../model/kinds';
import type { ReportedWrite } from '../../../model/report';
import { kindInWords } from '../../../model/schema';
import type { PageWrite } from '../../page/data';

/** Returns a write for the page, with names instead of uids. */
export function approvedWrite(
  { action, kind, uid = '', path, fields, hashed = {}, unknown = [] }: ReportedWrite,
  { toPath, getName }: UidNames,
  staying: ReadonlySet<string>,
): PageWrite {
  const toText = (value: unknown): string =>
    (typeof value === 'string' ? getName(value) : undefined) ?? (value === null ? 'cleared' : JSON.stringify(value));
  return {
    action,
    kind: kindInWords(getDeclaration(kind)),
    path: toPath(path),
    ...(action === 'delete' && staying.has(uid) && { isRefused: true }),
    fields: [
      ...Object.entries(fields).map(([name, value]) => ({ name, value: toText(value) })),
      ...Object.keys(hashed).map((name) => ({ name, value: '(sensitive)' })),
      ...unknown.map((name) => ({ name, value: 'unknown until apply, not approved' })),
    ],
  };
}

export interface UidNames {
  /** Returns the path of a write with the paths of known groups instead of their uids. */
  readonly toPath: (path: string) => string;
  /** Returns the path of a known group, identity or role. */
  readonly getName: (uid: string) => string | undefined;
}

export function findUidNames(graphs: readonly AccessGraph[]): UidNames {
  const nodes = graphs.flatMap(({ groups, identities, roles }) => [...groups, ...identities, ...roles]);
  const paths = new Map(nodes.map(({ key, path }) => [key, path]));
  const uids = /(?<=^| )[0-9a-f]{40}(?:\/[0-9a-f]{16})*(?=\/| |$)/g;
  return {
    toPath: (text) => text.replace(uids, (uid) => paths.get(uid) ?? uid),
    getName: (uid) => paths.get(uid),
  };
}
