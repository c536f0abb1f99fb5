/** Finds an applying identity that does not exist: with a misspelled name, nothing checks if it loses access. */
import { isUid, nearest } from '../../model/api';
import { findIdentitiesByName, namesOfPeople, nearestSibling, toNameText } from '../../access/rules';
import type { Analysis } from '../access/analysis';
import type { MatchStatus } from '../organization/object-matches';
import type { Finding } from './shared/finding';

/** Reports `appliesAs` of the configuration if it names nobody before or after the change, unless the change takes nothing away. */
export function applierMissing({ configuration, before, after, losing, live, matches, lost }: Analysis): Finding[] {
  const { appliesAs } = configuration;
  if (appliesAs === undefined) return [];
  const all = [before.graph, losing.before, after.graph].flatMap(({ identities }) => identities);
  if (findIdentitiesByName(all, appliesAs).length > 0) return [];
  const name = toNameText(appliesAs);
  const people = namesOfPeople(all);
  const names = [...all.map(({ path }) => path), ...people.keys()];
  const similar = isUid(name) ? undefined : (nearestSibling(name, names) ?? nearest(name, names));
  const takesAway = lost.length > 0 || matches.some(({ status }) => !ADDS.has(status));
  // Another stack can contain the identity of a plan that only adds objects.
  if (similar === undefined && live === undefined && !takesAway) return [];
  const meant = similar === undefined ? '' : ` Did you mean ${people.get(similar) ?? similar}?`;
  const reason =
    live === undefined
      ? `Cannot find ${name} in the plans: no finding shows if the applying identity loses access.${meant}`
      : `"appliesAs" names ${name}, which does not exist: no finding shows if the applying identity loses access.${meant}`;
  return [{ id: 'invariant-idle', severity: 'medium', subject: 'appliesAs', reason, evidence: [name] }];
}

/** These changes take no access away. Everything else can. */
const ADDS: ReadonlySet<MatchStatus> = new Set(['kept', 'added']);
