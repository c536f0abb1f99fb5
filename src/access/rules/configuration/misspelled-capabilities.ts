/**
 * Finds misspelled capabilities and roles in a configuration: a rule with one would check nothing. A capability that is not close to a
 * known one can be newer than this package.
 */
import { BUILT_IN_ROLES, CAPABILITIES, isKnownCapability, nearest, nearestCapability } from '../../../model/api';
import { capabilityPattern } from '../../names';
import type { ReviewConfiguration } from './configuration';

interface MisspelledCapability {
  readonly path: (string | number)[];
  readonly message: string;
}

const ROLES: readonly string[] = BUILT_IN_ROLES.map(({ name }) => name);
/** A pattern for each kind: `role_bindings.*`. */
const KINDS: readonly string[] = [...new Set(CAPABILITIES.map((name) => name.replace(/[^.]*$/, '*')))];

/** Returns the mistakes with the place of each name in the configuration. */
export function misspelledCapabilities(configuration: ReviewConfiguration): MisspelledCapability[] {
  const { invariants = [], assertions = [], noNewAccess = [] } = configuration;
  const within = (
    place: (string | number)[],
    names: readonly string[] = [],
    roles: readonly string[] = [],
  ): MisspelledCapability[] =>
    names.flatMap((name, index) => {
      const meant = findMeant(name, roles);
      const what = roles.length === 0 ? 'capability' : 'capability or role';
      return meant === undefined
        ? []
        : [
            {
              path: [...place, index],
              message: `unknown ${what} ${JSON.stringify(name)}, did you mean ${JSON.stringify(meant)}?`,
            },
          ];
    });
  return [
    ...invariants.flatMap((invariant, index) =>
      'can' in invariant ? within(['invariants', index, 'can'], invariant.can, ROLES) : [],
    ),
    ...assertions.flatMap(({ can, cannot }, index) => [
      ...within(['assertions', index, 'can'], can),
      ...within(['assertions', index, 'cannot'], cannot),
    ]),
    ...(noNewAccess === true ? [] : noNewAccess).flatMap(({ can }, index) =>
      within(['noNewAccess', index, 'can'], can),
    ),
  ];
}

/** Returns the known name that an unknown one is close to. */
function findMeant(name: string, roles: readonly string[]): string | undefined {
  if (roles.includes(name) || isKnownCapability(name)) return undefined;
  if (name.includes('*')) return capabilityPattern(name).isOfUnknown ? nearest(name, KINDS) : undefined;
  return (
    nearest(name, roles) ??
    nearestCapability(name) ??
    nearest(
      name,
      CAPABILITIES.filter((known) => !known.includes('.')),
    )
  );
}
