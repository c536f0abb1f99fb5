/** Honest changes: everything that they do must be in the report, and most of them must be applied. */
import type { Random } from '../../support/random';
import { type ChangeKind, joinBlocks } from '../drawn-change';
import {
  ci,
  claimMatch,
  custom,
  fresh,
  grant,
  named,
  other,
  reference,
  resource,
  roleOf,
  subjects,
  team,
} from './organization';

const described = (random: Random) => random.pick([{}, { description: 'first' }, { description: 'second' }]);

export const honest: readonly ChangeKind[] = [
  {
    name: 'new objects refer to each other',
    weight: 3,
    draw(random, slot) {
      const role = random.pick([roleOf('viewer'), roleOf('editor'), roleOf('owner'), reference(named(slot).custom)])!;
      const where = random.pick([slot.root, reference(named(slot).team), reference(named(slot).fresh)])!;
      return {
        before: team(slot),
        after: joinBlocks([
          team(slot, { description: `team of ${slot.id}` }),
          fresh(slot, { description: `beneath ${reference(named(slot).team, 'name')}` }),
          ci(slot, { group_uid: where }),
          custom(slot, { capabilities: random.pick([['groups.list'], ['groups.update', 'roles.create']]) }),
          grant(slot, { group_uid: where, role_uid: role }),
        ]),
      };
    },
  },
  {
    name: 'roles, grants and trust change',
    weight: 3,
    draw(random, slot) {
      const some = () => random.pick([['groups.list'], ['groups.update'], ['identity.create', 'groups.list']])!;
      const base = [team(slot), other(slot)];
      return {
        before: joinBlocks([
          ...base,
          ci(slot, { description: 'first' }),
          custom(slot),
          grant(slot, { role_uid: reference(named(slot).custom) }),
        ]),
        after: joinBlocks([
          ...base,
          ci(slot, { claim_match: claimMatch(random.pick(Object.values(subjects))!), ...described(random) }),
          custom(slot, { capabilities: some(), ...described(random) }),
          grant(slot, {
            role_uid: random.pick([reference(named(slot).custom), roleOf('viewer'), roleOf('editor')]),
            identity_uid: reference(named(slot)[random.pick(['ci', 'other'] as const)!]),
          }),
        ]),
      };
    },
  },
  {
    name: 'one of two grants changes',
    draw(random, slot) {
      const roles = ['viewer', 'editor', 'owner'].map(roleOf);
      const grants = (one: string, other: string) =>
        ['one', 'other'].map((name, index) =>
          resource('role_binding', `${slot.id}_${name}`, {
            ...{ group_uid: reference(named(slot).team), identity_uid: reference(named(slot).ci) },
            role_uid: [one, other][index],
          }),
        );
      const later = random.pick([roleOf('owner'), reference(named(slot).custom)])!;
      const base = [team(slot), ci(slot), custom(slot)];
      return {
        before: joinBlocks([...base, ...grants(roles[0]!, roles[1]!)]),
        after: joinBlocks([...base, ...grants(later, roles[1]!)]),
      };
    },
  },
];
