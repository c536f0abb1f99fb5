/** The least privilege for an apply: the capabilities that the token of the applying identity needs. */
import { compareNames } from '../../base/text/compare-names';
import { type AccessGraph, EVERY_OTHER_CAPABILITY } from '../../access/graph';
import { CAPABILITIES_VARIABLE } from '../../model/kinds';
import type { Need, NeedFor } from '../access/needs';
import type { Report } from './types/report';

export interface LeastCapabilities {
  readonly version: 1;
  /** All capabilities, sorted: the value of `PLATFORM_CAPABILITIES`. */
  readonly capabilities: readonly string[];
  /** False if the plan grants a role with unnamed capabilities, such as owner: a narrowed token cannot grant it. */
  readonly isNarrowable: boolean;
  /** The capabilities by group, with their purposes. */
  readonly groups: readonly {
    readonly group: string;
    readonly uid: string;
    readonly capabilities: readonly { readonly name: string; readonly to: readonly NeedFor[] }[];
  }[];
  /** Reasons why the list may be incomplete. */
  readonly problems: readonly string[];
}

/** The parts of a review that determine the capabilities. */
interface Reviewed {
  readonly needs: readonly Need[];
  readonly before: AccessGraph;
  readonly after: AccessGraph;
  readonly unknownRoles: ReadonlySet<string>;
  readonly report: Pick<Report, 'verdict' | 'unresolved'>;
}

/** Returns the capabilities that the plan, the apply and the next plan need. */
export function leastCapabilities({ needs, before, after, report, unknownRoles }: Reviewed): LeastCapabilities {
  const groups = new Map<string, Map<string, Set<NeedFor>>>();
  for (const { capability, group, to } of needs) {
    const names = groups.get(group) ?? new Map<string, Set<NeedFor>>();
    groups.set(group, names.set(capability, (names.get(capability) ?? new Set<NeedFor>()).add(to)));
  }
  const all = new Set(needs.map(({ capability }) => capability));
  const isNarrowable = !all.delete(EVERY_OTHER_CAPABILITY);
  // Names from before the apply: a deleted group has no name after it.
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
          .map(([name, to]) => ({ name, to: [...to].sort(compareNames) }))
          .sort((a, b) => compareNames(a.name, b.name)),
      }))
      .sort((a, b) => compareNames(a.group, b.group)),
    problems: [
      ...report.verdict.problems,
      ...report.unresolved.map(
        ({ address, attribute, reason }) => `Cannot resolve ${attribute} of ${address}: ${reason}.`,
      ),
      ...[...unknownRoles].map((key) => `The capabilities of role ${key} are unknown. Read it with a data source.`),
    ],
  };
}

/** Formats the capabilities: a line for a shell, and a list for people. */
export function formatLeastCapabilities({ capabilities, isNarrowable, groups, problems }: LeastCapabilities): string {
  const lines = isNarrowable
    ? [`${CAPABILITIES_VARIABLE}=${capabilities.join(',')}`]
    : [
        'Cannot narrow the token: this plan grants a role with unnamed capabilities, such as owner. A narrowed token lacks them.',
      ];
  lines.push('');
  for (const { group, capabilities: names } of groups) {
    lines.push(group);
    for (const { name, to } of names)
      lines.push(`  ${name === EVERY_OTHER_CAPABILITY ? 'all unnamed capabilities' : name}  (to ${to.join(', ')})`);
  }
  if (groups.length === 0) lines.push('No capabilities are needed.');
  lines.push(
    '',
    'The plan, the apply and the next plan need these capabilities. If the variable is set for Terraform, the provider requests a',
    'token with only these capabilities. This limits operations, not groups: the roles of the assumed identity decide the groups.',
  );
  if (problems.length > 0) lines.push('The list may be incomplete: some values are unknown.');
  return `${lines.join('\n')}\n`;
}
