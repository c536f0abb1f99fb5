/** The capabilities with which plans can be applied, and no more: what the token of whoever applies is narrowed to. */
import { type AccessGraph, EVERY_OTHER_CAPABILITY } from '../../access';
import { CAPABILITIES_VARIABLE } from '../../resources';
import type { Need, NeedFor } from '../access/needs';
import type { Report } from './types/report';

export interface LeastCapabilities {
  readonly version: 1;
  /** All of them, sorted: what `PLATFORM_CAPABILITIES` takes. */
  readonly capabilities: readonly string[];
  /** False where a role is given that holds what has no name, such as owner: no narrowed token can give it. */
  readonly isNarrowable: boolean;
  /** Where they are needed, and what for. */
  readonly groups: readonly {
    readonly group: string;
    readonly uid: string;
    readonly capabilities: readonly { readonly name: string; readonly to: readonly NeedFor[] }[];
  }[];
  /** Why it may not be all, in words. */
  readonly problems: readonly string[];
}

/** The parts of a review that decide which capabilities are needed. */
interface Reviewed {
  readonly needs: readonly Need[];
  readonly before: AccessGraph;
  readonly after: AccessGraph;
  readonly unknownRoles: ReadonlySet<string>;
  readonly report: Pick<Report, 'verdict' | 'unresolved'>;
}

/** What planning, applying and the next plan take, out of a review of the plans. */
export function leastCapabilities({ needs, before, after, report, unknownRoles }: Reviewed): LeastCapabilities {
  const groups = new Map<string, Map<string, Set<NeedFor>>>();
  for (const { capability, group, to } of needs) {
    const names = groups.get(group) ?? new Map<string, Set<NeedFor>>();
    groups.set(group, names.set(capability, (names.get(capability) ?? new Set<NeedFor>()).add(to)));
  }
  const all = new Set(needs.map(({ capability }) => capability));
  const isNarrowable = !all.delete(EVERY_OTHER_CAPABILITY);
  // As they are called when it is applied: of what goes, nothing may know the name afterwards.
  const paths = new Map([...after.groups, ...before.groups].map(({ key, path }) => [key, path]));
  return {
    version: 1,
    capabilities: [...all].sort(),
    isNarrowable,
    groups: [...groups]
      .map(([uid, names]) => ({
        group: paths.get(uid) ?? uid,
        uid,
        capabilities: [...names]
          .map(([name, to]) => ({ name, to: [...to].sort() }))
          .sort((one, other) => (one.name < other.name ? -1 : 1)),
      }))
      .sort((one, other) => (one.group < other.group ? -1 : 1)),
    problems: [
      ...report.verdict.problems,
      ...report.unresolved.map(
        ({ address, attribute, reason }) => `${attribute} of ${address} cannot be told: ${reason}.`,
      ),
      ...[...unknownRoles].map((key) => `What the role ${key} gives is not known: read it with a data source.`),
    ],
  };
}

/** For people, and for a shell. */
export function formatLeastCapabilities({ capabilities, isNarrowable, groups, problems }: LeastCapabilities): string {
  const lines = isNarrowable
    ? [`${CAPABILITIES_VARIABLE}=${capabilities.join(',')}`]
    : [
        'The token cannot be narrowed: a role is given that holds what has no name, such as owner, and nobody gives what they lack.',
      ];
  lines.push('');
  for (const { group, capabilities: names } of groups) {
    lines.push(group);
    for (const { name, to } of names)
      lines.push(`  ${name === EVERY_OTHER_CAPABILITY ? 'everything without a name' : name}  (to ${to.join(', ')})`);
  }
  if (groups.length === 0) lines.push('Nothing is needed.');
  lines.push(
    '',
    'This is what planning, applying and the next plan take. With the variable set where Terraform runs, the provider asks for a token',
    'that is narrowed to it. That limits operations, not places: in which groups is up to the roles of the identity that is assumed.',
  );
  if (problems.length > 0) lines.push('It may not be all: something could not be told.');
  return `${lines.join('\n')}\n`;
}
