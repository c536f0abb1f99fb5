/** Finds paths of groups in a configuration that no group can have: a rule with one would check nothing. */
import { NAME_PATTERN, uidProblem } from '../../../model/api';
import type { ReviewConfiguration } from './configuration';

interface ImpossiblePath {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Returns the problems with the place of each path in the configuration. */
export function impossiblePaths(configuration: ReviewConfiguration): ImpossiblePath[] {
  const { invariants = [], assertions = [], noNewAccess = [], exclusive, names = {} } = configuration;
  const limits = noNewAccess === true ? [] : noNewAccess;
  const shown = new Set(Object.values(names));
  const within = (place: (string | number)[], patterns: readonly string[] = []): ImpossiblePath[] =>
    patterns.flatMap((pattern, index) => {
      const message = findProblem(pattern, shown);
      return message === undefined ? [] : [{ path: [...place, index], message }];
    });
  return [
    ...invariants.flatMap(({ where }, index) => within(['invariants', index, 'where'], where)),
    ...invariants.flatMap((invariant, index) =>
      invariant.rule === 'atLeast' ? within(['invariants', index, 'except'], invariant.except) : [],
    ),
    ...assertions.flatMap(({ where }, index) => within(['assertions', index, 'where'], where)),
    ...limits.flatMap(({ where }, index) => within(['noNewAccess', index, 'where'], where)),
    ...within(['exclusive'], exclusive),
  ];
}

const namePattern = new RegExp(NAME_PATTERN, 'u');

/** @param shown names that the configuration gives to groups */
function findProblem(pattern: string, shown: ReadonlySet<string>): string | undefined {
  if (uidProblem(pattern) === undefined) return undefined;
  const segments = pattern.split('/');
  if (segments.includes(''))
    return `no group has the path ${JSON.stringify(pattern)}: a name between two slashes, or at an end, is empty`;
  // Equal paths end with a part of the uid or the address.
  const wrong = segments.find((segment) => {
    const name = segment.replace(/#.*$/, '');
    return !shown.has(segment) && !namePattern.test(name.replaceAll('*', 'a'));
  });
  if (wrong === undefined) return undefined;
  return `no group has the path ${JSON.stringify(pattern)}: ${JSON.stringify(wrong)} is not a name (lowercase letters, digits, spaces, ".", "_" and "-")`;
}
