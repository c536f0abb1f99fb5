/** Counts people and workloads. Reports and pages share it. */
import { groupBy } from '../../access/graph/paths';
import { listed, nounFor } from '../../base/text/words';

export type IdentityNoun = 'person' | 'workload' | 'identity';

/** Returns the noun for the identity with a path. A person belongs to no group. An invite or a sign-in admits anyone. */
export function identityNoun(path: string): IdentityNoun {
  if (!path.includes('/')) return 'person';
  return path.includes('/(anyone ') ? 'identity' : 'workload';
}

/** Returns the pronoun for the identity with a path. */
export function pronounFor(path: string): 'it' | 'they' {
  return identityNoun(path) === 'workload' ? 'it' : 'they';
}

/** Returns `11 people and 2 workloads`. */
export function countedIdentities(paths: Iterable<string>): string {
  const kinds = groupBy(new Set(paths), identityNoun);
  const nouns = ['person', 'workload', 'identity'] as const;
  const counts = nouns.map((noun) => ({ noun, count: kinds.get(noun)?.length ?? 0 })).filter(({ count }) => count > 0);
  return listed(
    counts.map(
      ({ noun, count }) =>
        `${count.toLocaleString('en')} ${noun === 'person' ? nounFor(count, noun, 'people') : nounFor(count, noun)}`,
    ),
  );
}
