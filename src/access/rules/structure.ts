/** Checks the rules of an organization about names, descriptions and the depth of groups. */
import type { GroupNode } from '../graph';
import { compareNames } from '../../base/text/compare-names';
import { matchesWhole } from '../../model/api';
import { pathPattern } from '../../base/text/path-pattern';
import type { Invariant } from './configuration/configuration';
import { isGroupMatched, type AccessInvariant } from './invariants';
import type { RuledObject } from './organization';
import type { RuleProblem, RuleProblems } from './result';

type InvariantByRule<R extends Invariant['rule']> = Extract<Invariant, { readonly rule: R }>;

type StructureInvariant = InvariantByRule<'naming' | 'uniqueNames' | 'described' | 'maxDepth'>;

/** The answer for one object: a clause about the violation with its facts, none, or that it is unknown. */
type Answer =
  | (Pick<RuleProblem, 'entries'> & { readonly clause: string; readonly facts: readonly unknown[] })
  | { readonly unknown: string }
  | undefined;

type Checks = {
  readonly [R in StructureInvariant['rule']]: (rule: InvariantByRule<R>) => (object: RuledObject) => Answer;
};

const unknownName = { unknown: 'its name is unknown' };
const unknownGroup = { unknown: 'its group is unknown' };

const checks: Checks = {
  naming:
    ({ pattern }) =>
    ({ name }) => {
      if (name === undefined) return unknownName;
      if (matchesWhole(pattern, name)) return undefined;
      return { clause: `has the name ${JSON.stringify(name)}, which does not match ${pattern}`, facts: [name] };
    },
  uniqueNames: ({ within = 'organization' }) => {
    const firsts = new Map<string, RuledObject>();
    return (object) => {
      const { kind, name, key, isGroup, group } = object;
      if (name === undefined) return unknownName;
      if (group === undefined) return unknownGroup;
      const place = within === 'group' ? (isGroup ? group.parent : group) : getRoot(group);
      const id = JSON.stringify([kind, name.toLowerCase(), place?.key]);
      const first = firsts.get(id) ?? object;
      firsts.set(id, first);
      if (first.key === key) return undefined;
      return { clause: `has the same name as ${first.path}`, facts: [first.path] };
    };
  },
  described:
    () =>
    ({ isDescribed }) => {
      if (isDescribed === undefined) return { unknown: 'its description is unknown' };
      return isDescribed ? undefined : { clause: 'has no description', facts: [] };
    },
  maxDepth:
    ({ levels }) =>
    ({ isGroup, group }) => {
      if (!isGroup) return undefined;
      if (group === undefined) return unknownGroup;
      const depth = getDepth(group);
      return depth <= levels
        ? undefined
        : { clause: `is at level ${depth}, and the maximum is ${levels}`, facts: [depth] };
    },
};

/** Returns the objects that violate a rule about their structure. */
export function checkStructure(invariant: StructureInvariant, objects: readonly RuledObject[]): RuleProblems {
  const check = (checks[invariant.rule] as (rule: StructureInvariant) => (object: RuledObject) => Answer)(invariant);
  const kinds: readonly string[] | undefined = 'kinds' in invariant ? invariant.kinds : undefined;
  const selected = objects.filter(({ kind }) => kinds?.includes(kind) ?? true);
  return checkObjects(invariant, selected, (object) => {
    const answer = check(object);
    return answer !== undefined && 'clause' in answer
      ? { ...answer, clause: `${object.path} ${answer.clause}` }
      : answer;
  });
}

/** Returns the results of a check for the objects that a rule applies to. */
export function checkObjects(
  { where, except = [] }: Pick<Exclude<Invariant, AccessInvariant>, 'where' | 'except'>,
  objects: readonly RuledObject[],
  check: (object: RuledObject) => Answer,
): RuleProblems {
  const exceptions = except.map(pathPattern);
  const violations: RuleProblem[] = [];
  const inconclusive: RuleProblem[] = [];
  // The same organization has the same result, regardless of the order in a plan.
  const inOrder = [...objects].sort((a, b) => compareNames(a.path, b.path));
  for (const object of inOrder) {
    const { key, path, group } = object;
    if (exceptions.some((matches) => matches(path))) continue;
    if (where !== undefined && group !== undefined && !isGroupMatched(group, where)) continue;
    const answer = check(object);
    if (answer === undefined) continue;
    const isUncertain = where !== undefined && group === undefined;
    if ('unknown' in answer) inconclusive.push({ key, path, text: `${path}: ${answer.unknown}`, facts: [path] });
    else
      (isUncertain ? inconclusive : violations).push({
        key,
        path,
        text: answer.clause,
        ...(answer.entries && { entries: answer.entries }),
        facts: [path, ...answer.facts],
      });
  }
  return { violations, inconclusive };
}

function getDepth(group: GroupNode): number {
  let depth = 0;
  for (let node: GroupNode | undefined = group; node !== undefined; node = node.parent) depth += 1;
  return depth;
}

function getRoot(group: GroupNode): GroupNode {
  let root = group;
  while (root.parent !== undefined) root = root.parent;
  return root;
}
