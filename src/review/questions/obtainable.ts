/** Lists who does not have the access of a question, and can obtain it in several steps. */
import type { AccessGraph, EscalationPath, GroupNode } from '../../access/graph';
import { identitiesByPath } from '../../access/graph/paths';
import { isWithinGroup } from '../../access/graph/questions';
import { counted } from '../../base/text/words';
import type { AskedCapabilities } from '../../access/rules';
import { escalationText, findEscalations, listEscalations, listPaths } from '../access/escalations';
import type { AnswerRow } from './rows';

/** An identity that can obtain access that it does not have. */
export interface ObtainableAccess {
  readonly identity: string;
  readonly steps: number;
  /** A sentence: `acme/ci can obtain it in 2 steps: first, it can change the trust policy of acme/shop/ci.` */
  readonly text: string;
}

/**
 * Returns the identities that can obtain the capabilities in one of the groups, those with the fewest steps first.
 *
 * @param isAsked returns true for the identities of the question that do not have the access
 */
export function findObtainable(
  graph: AccessGraph,
  asked: AskedCapabilities,
  groups: readonly GroupNode[],
  isAsked: (identity: string) => boolean,
): ObtainableAccess[] {
  const giving = listPaths(graph).filter(
    (path) => isAsked(path.identity) && groups.some((group) => gives(graph, path, asked, group)),
  );
  return findEscalations(graph, giving)
    .map(({ identity, path: { steps }, step }) => ({
      identity,
      steps: steps.length,
      text: `${identity} can obtain it in ${counted(steps.length, 'step')}: ${step}.`,
    }))
    .sort((a, b) => a.steps - b.steps);
}

/** Adds to the grants of each first step what the identity can escalate to. */
export function withEscalations<T extends AnswerRow>(graph: AccessGraph, rows: readonly T[]): T[] {
  const texts = new Map(
    listEscalations(graph).flatMap((escalation) =>
      (escalation.path.steps[0]?.through ?? []).map(({ grant }) => [grant, escalationText(escalation)] as const),
    ),
  );
  return rows.map((row) => {
    const escalation = texts.get(row.grant);
    return escalation === undefined ? row : { ...row, escalation };
  });
}

/** Returns true if the path, with the access that the identity has, gives the capabilities in the group. */
function gives(graph: AccessGraph, path: EscalationPath, asked: AskedCapabilities, group: GroupNode): boolean {
  const gained = path.gains.filter((gain) => isWithinGroup(group, graph.group(gain.group)));
  const capabilities = gained.flatMap((gain) => gain.capabilities);
  if (asked.role === undefined) return capabilities.some(asked.matches);
  const grants = identitiesByPath(graph).get(path.identity)?.grants ?? [];
  const held = grants.filter((grant) => isWithinGroup(group, grant.group)).flatMap(({ role }) => role.capabilities);
  const all = new Set([...capabilities, ...held]);
  return capabilities.length > 0 && asked.role.every((name) => all.has(name));
}
