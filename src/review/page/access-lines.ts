/** Groups lines of access, so that one row shows everybody who gets the same access for the same reason. */
import { groupBy } from '../../access/graph/paths';
import type { PageLine, PageSourceLine } from './data';
import { countedIdentities, identityNoun } from '../words/identity-counts';

/** Lines of people, or of workloads, with equal roles, capabilities and cause. */
export interface AccessGroup extends Pick<PageLine, 'roles' | 'capabilities' | 'rights' | 'cause'> {
  readonly places: readonly AccessPlace[];
  /** The number of people or workloads: `11 people`. */
  readonly identities: string;
  readonly groups: number;
  /** The lines that declare the grants, without duplicates. */
  readonly sources: readonly PageSourceLine[];
}

/** Identities with the access in one group. */
export interface AccessPlace extends Pick<PageLine, 'group' | 'beneath'> {
  readonly lines: readonly PageLine[];
}

/** The identities that one line of text shows. */
const MOST = 12;

export function groupLines(lines: readonly PageLine[]): AccessGroup[] {
  const alike = groupBy(lines, ({ identity, ...line }) =>
    JSON.stringify([line.roles, line.capabilities, line.cause, identityNoun(identity)]),
  );
  return [...alike.values()].map((all) => {
    const { roles, capabilities, rights, cause } = all[0];
    const groups = [...groupBy(all, ({ group, beneath }) => JSON.stringify([group, beneath])).values()];
    const sources = all.flatMap(({ source }) => (source === undefined ? [] : [source]));
    return {
      ...{ roles, capabilities, cause, ...(rights !== undefined && { rights }) },
      places: groups.flatMap(splitPlace),
      identities: countedIdentities(all.map(({ identity }) => identity)),
      groups: groups.length,
      sources: [...groupBy(sources, ({ file, line }) => `${file}:${line}`).values()].map(([source]) => source),
    };
  });
}

function splitPlace(lines: readonly [PageLine, ...PageLine[]]): AccessPlace[] {
  const [{ group, beneath }] = lines;
  return Array.from({ length: Math.ceil(lines.length / MOST) }, (_, index) => ({
    ...{ group, beneath },
    lines: lines.slice(index * MOST, (index + 1) * MOST),
  }));
}
