/** Lists gained or lost access by role on a terminal: the most powerful role first, and a line for each identity and group. */
import { groupBy } from '../../../access/graph/paths';
import { countColumns } from '../../../base/text/columns';
import { counted, few } from '../../../base/text/words';
import { rightsText } from '../../access/rights';
import { countedIdentities, identityNoun } from '../../words/identity-counts';
import type { ReportedLine } from '../../report/types/report';
import { displayed, isEffect, scopeText } from '../sentences/phrases';
import type { Color, Printer } from './printer';

/** The numbers of listed lines of each role, from the shortest form to the longest. */
const LISTED = [0, 1, 3, 6] as const;
/** With more roles than this, the other roles are counted. */
const MOST_ROLES = 10;
/** Fewer identities of the same name have a line each. */
const FEW_NAMESAKES = 3;

/** Returns the forms of a section, each with more lines about each role. The roles have the order of their first lines. */
export function accessByRole(
  lines: readonly ReportedLine[],
  sign: string,
  color: Color,
  printer: Printer,
): readonly (readonly string[])[] {
  const isGain = sign === '+';
  const text = ({ roles, capabilities, cause }: ReportedLine) =>
    `${roles.map(displayed).join(', ')}: ${rightsText(roles, capabilities, isGain)} (${cause})`;
  const effective = lines.filter(isEffect);
  const roles = [...groupBy(effective, (line) => JSON.stringify([identityNoun(line.identity), text(line)])).values()];
  const { paint, wrap } = printer;
  const form = (most: number) => [
    ...roles.slice(0, MOST_ROLES).flatMap((all) => {
      const [first] = all;
      const who = `${countedIdentities(all.map(({ identity }) => identity))} in ${countGroups(all)}`;
      return [
        `  ${paint(sign, color)} ${wrap(`${who}  ${text(first)}`, 6, 4).trimStart()}`,
        ...placeLines(all, most, printer),
      ];
    }),
    ...(roles.length > MOST_ROLES ? [otherRoles(roles.slice(MOST_ROLES).flat(), roles.length - MOST_ROLES)] : []),
  ];
  return LISTED.map(form);
}

export function countGroups(lines: readonly ReportedLine[]): string {
  return counted(new Set(lines.map(({ group }) => group)).size, 'group');
}

function otherRoles(lines: readonly ReportedLine[], count: number): string {
  const who = countedIdentities(lines.map(({ identity }) => identity));
  return `    … and ${counted(count, 'other kind')} of access: ${who} in ${countGroups(lines)} (--verbose lists all)`;
}

/** Returns a line for each identity and group, or for identities of the same name, each in its own group. */
function placeLines(lines: readonly ReportedLine[], most: number, { paint, wrap }: Printer): string[] {
  if (most === 0) return [];
  const namesakes = groupBy(lines, ({ identity, group }) => {
    const name = identity.startsWith(`${group}/`) ? identity.slice(group.length + 1) : '/';
    return name.includes('/') ? '' : name;
  });
  const isSame = (all: readonly ReportedLine[], name: string) => name !== '' && all.length >= FEW_NAMESAKES;
  const same = [...namesakes].filter(([name, all]) => isSame(all, name));
  const others = [...namesakes].flatMap(([name, all]) => (isSame(all, name) ? [] : all));
  const shown = others.slice(0, Math.max(0, most - same.length));
  const width = Math.max(0, ...shown.map(({ identity }) => countColumns(displayed(identity))));
  const left = [...same.slice(most).flatMap(([, all]) => all), ...others.slice(shown.length)].length;
  return [
    ...same.slice(0, most).map(([name, all]) => {
      const where = few(all.map(({ group }) => displayed(group)));
      return wrap(`${all.length} called ${displayed(name)}, each in its own group: ${where}`, 8, 6);
    }),
    ...shown.map((line) => {
      const name = displayed(line.identity);
      return wrap(`${name}${' '.repeat(width - countColumns(name))}  in ${scopeText(line)}`, 8, 6);
    }),
    ...(left > 0 ? [paint(`      … and ${left} more (--verbose lists all)`, 'dim')] : []),
  ];
}
