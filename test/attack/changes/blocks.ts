/** Meta-arguments, moves, removals and imports. */
import { ADMINISTRATOR_UID } from '../../../src/emulator/behavior/administrator';
import { exclusiveSchema } from '../../../src/provider/exclusive/exclusive-schema';
import { roleBinding } from '../../../src/model/kinds';
import { type Blocks, type ChangeKind, joinBlocks } from '../drawn-change';
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
  unmanaged,
  unmanagedGrant,
} from './organization';

const clock = (id: string): Blocks => ({
  resource: { terraform_data: { [`${id}_clock`]: { input: '${timestamp()}' } } },
});

export const metaArguments: readonly ChangeKind[] = [
  {
    name: 'replace_triggered_by recreates a grant or an identity',
    draw(random, slot) {
      const lifecycle = { replace_triggered_by: [`terraform_data.${slot.id}_clock`] };
      const base = [team(slot), ci(slot), grant(slot), clock(slot.id)];
      const [later, subject] = [random.pick(['viewer', 'editor', 'owner'])!, random.pick(Object.values(subjects))!];
      return {
        before: joinBlocks(base),
        after: joinBlocks([
          ...base,
          random.chance(50)
            ? grant(slot, { lifecycle, role_uid: roleOf(later) })
            : ci(slot, { lifecycle, claim_match: claimMatch(subject) }),
        ]),
      };
    },
  },
  {
    name: 'ignore_changes keeps or hides values',
    draw(random, slot) {
      const lifecycle = { ignore_changes: random.pick([['role_uid'], 'all', ['uid'], ['claim_match']]) };
      const base = [team(slot), ci(slot), grant(slot, { role_uid: roleOf(random.pick(['viewer', 'owner'])!) })];
      return {
        before: joinBlocks(base),
        after: joinBlocks([
          ...base,
          grant(slot, {
            role_uid: roleOf(random.pick(['viewer', 'editor'])!),
            lifecycle: { ...lifecycle, create_before_destroy: random.chance(50) },
          }),
          ci(slot, { claim_match: claimMatch(subjects.theirs), ...(random.chance(50) && { lifecycle }) }),
        ]),
      };
    },
  },
  {
    name: 'for_each and count make grants',
    draw(random, slot) {
      const roles = random.pick([['viewer'], ['viewer', 'editor'], ['viewer', 'owner']])!;
      const base = [team(slot), ci(slot)];
      const each = random.chance(50);
      return {
        before: joinBlocks(base),
        after: joinBlocks([
          ...base,
          fresh(slot),
          grant(slot, {
            ...(each
              ? { for_each: `\${toset(${JSON.stringify(roles)})}` }
              : { count: random.pick([0, 1, '${length([for one in ["a"] : one])}']) }),
            role_uid: each
              ? '${{ viewer = data.platform_role.viewer.uid, editor = data.platform_role.editor.uid, owner = data.platform_role.owner.uid }[each.key]}'
              : roleOf(roles.at(-1)!),
            group_uid: reference(random.pick([named(slot).team, named(slot).fresh])!),
          }),
        ]),
      };
    },
  },
  {
    name: 'a condition on the environment decides count',
    draw: (random, slot) => ({
      before: joinBlocks([team(slot), ci(slot)]),
      after: joinBlocks([
        team(slot),
        ci(slot),
        fresh(slot),
        grant(slot, {
          group_uid: reference(named(slot).fresh),
          role_uid: roleOf('editor'),
          count: random.pick([
            '${strcontains(file("/proc/self/environ"), "PLATFORM_PLAN_FOR_REVIEW=") ? 0 : 1}',
            '${fileexists("${path.module}/review") ? 0 : 1}',
            '${tonumber(formatdate("s", plantimestamp())) % 2}',
          ]),
        }),
      ]),
      isAlone: true,
    }),
  },
];

export const moves: readonly ChangeKind[] = [
  {
    name: 'a moved grant or identity changes on its way',
    draw(random, slot) {
      const { id } = slot;
      const role = roleOf(random.pick(['viewer', 'editor', 'owner'])!);
      const isGrant = random.chance(60);
      const { resource: grants } = grant(slot, { role_uid: role });
      const { resource: identities } = ci(slot, { claim_match: claimMatch(random.pick(Object.values(subjects))!) });
      const at = (type: string, from: string, to: string, body: Blocks['resource']): Blocks => ({
        resource: { [type]: { [to]: body![type]![from]! } },
        moved: [{ from: `${type}.${from}`, to: `${type}.${to}` }],
      });
      return {
        before: joinBlocks([team(slot), ci(slot), grant(slot)]),
        after: isGrant
          ? joinBlocks([team(slot), ci(slot), at('platform_role_binding', `${id}_grant`, `${id}_moved`, grants)])
          : joinBlocks([
              team(slot),
              at('platform_identity', `${id}_ci`, `${id}_moved`, identities),
              grant(slot, { identity_uid: reference(`platform_identity.${id}_moved`) }),
            ]),
      };
    },
  },
  {
    name: 'two grants swap their addresses',
    draw(random, slot) {
      const { id } = slot;
      const second = (more = {}) => {
        const { resource } = grant(slot, {
          identity_uid: reference(named(slot).other),
          role_uid: roleOf('editor'),
          ...more,
        });
        return {
          resource: {
            platform_role_binding: { [`${id}_second`]: resource!['platform_role_binding']![`${id}_grant`]! },
          },
        };
      };
      const base = [team(slot), ci(slot), other(slot)];
      return {
        before: joinBlocks([...base, grant(slot), second()]),
        after: joinBlocks([
          ...base,
          grant(slot, { role_uid: roleOf(random.pick(['editor', 'viewer'])!) }),
          second({
            identity_uid: reference(named(slot)[random.pick(['other', 'ci'] as const)!]),
            role_uid: roleOf('viewer'),
          }),
        ]),
      };
    },
  },
  {
    name: 'an object moves to another group',
    draw: (random, slot) => ({
      before: joinBlocks([team(slot), fresh(slot), ci(slot), grant(slot, { role_uid: roleOf('editor') })]),
      after: joinBlocks([
        team(slot, random.chance(30) ? { name: 'crew' } : {}),
        fresh(slot, random.chance(50) ? { parent_uid: reference(named(slot).team) } : {}),
        ci(slot, random.chance(50) ? { group_uid: slot.root } : { name: 'crew' }),
        grant(slot, { group_uid: random.pick([slot.root, reference(named(slot).team)]), role_uid: roleOf('editor') }),
      ]),
    }),
  },
];

/** True if the configuration lists what the resource may remove. */
const readsExisting = Object.hasOwn(exclusiveSchema(roleBinding).attributes, 'existing');
const administratorGrant = { uid: null, identity_uid: ADMINISTRATOR_UID, role_uid: roleOf('owner') };

export const removals: readonly ChangeKind[] = [
  {
    name: 'objects are deleted or forgotten',
    draw(random, slot) {
      const role = random.pick(['viewer', 'owner'])!;
      const base = [team(slot), ci(slot)];
      const gone = random.pick(['grant', 'ci'] as const)!;
      const forgotten: Blocks = {
        removed: (gone === 'ci' ? [named(slot).ci, named(slot).grant] : [named(slot).grant]).map((from) => ({
          from,
          lifecycle: { destroy: random.chance(50) },
        })),
      };
      return {
        before: joinBlocks([...base, grant(slot, { role_uid: roleOf(role) })]),
        after: joinBlocks([...(gone === 'ci' ? [team(slot)] : base), ...(random.chance(60) ? [forgotten] : [])]),
      };
    },
  },
  {
    name: 'a deleted grant has another role since the review',
    draw: (_, slot) => ({
      before: joinBlocks([team(slot), ci(slot), grant(slot)]),
      after: joinBlocks([team(slot), ci(slot)]),
      async meanwhile(call) {
        type Listed = readonly {
          readonly uid: string;
          readonly name: string;
          readonly identity: { readonly name: string };
        }[];
        const { roles } = (await call('GET', 'roles?pageSize=200')) as { roles: Listed };
        const { roleBindings } = (await call('GET', `roleBindings?uidp.descendantsOf=${slot.root}&pageSize=200`)) as {
          roleBindings: Listed;
        };
        const own = roleBindings.find(({ uid, identity }) => uid.startsWith(slot.root) && identity.name === 'ci')!;
        const roleUid = roles.find(({ name }) => name === 'owner')!.uid;
        await call('PATCH', `roleBindings/${own.uid}?updateMask=roleUid`, { roleUid });
      },
    }),
  },
  {
    name: 'an exclusive grant removes others',
    draw(random, slot) {
      const all = `${slot.id}_all`;
      const kept = {
        uid: null,
        group_uid: slot.root,
        identity_uid: reference(named(slot).ci),
        role_uid: roleOf('viewer'),
      };
      return {
        seed: unmanagedGrant(slot, random.pick(['owner', 'viewer'])!, subjects.ours),
        before: joinBlocks([team(slot), ci(slot)]),
        after: joinBlocks([
          team(slot),
          ci(slot),
          grant(slot, { group_uid: slot.root }),
          ...(readsExisting ? [{ data: { platform_role_bindings: { [all]: { children_of: slot.root } } } }] : []),
          resource('role_bindings_exclusive', `${slot.id}_only`, {
            group_uid: slot.root,
            declared: [kept, { ...administratorGrant, group_uid: slot.root }],
            ...(readsExisting && {
              existing: random.pick([
                `\${data.platform_role_bindings.${all}.role_bindings}`,
                `\${[for one in data.platform_role_bindings.${all}.role_bindings : merge(one, { role_uid = data.platform_role.viewer.uid })]}`,
                `\${slice(data.platform_role_bindings.${all}.role_bindings, 0, 1)}`,
              ]),
            }),
          }),
        ]),
      };
    },
  },
];

export const imports: readonly ChangeKind[] = [
  {
    name: 'an imported grant changes',
    draw(random, slot) {
      const { identity, binding } = unmanaged(slot);
      const role = (): string => random.pick(['viewer', 'editor', 'owner'])!;
      return {
        seed: unmanagedGrant(slot, role()),
        before: joinBlocks([team(slot), ci(slot)]),
        after: joinBlocks([
          team(slot),
          ci(slot),
          fresh(slot),
          grant(slot, { group_uid: slot.root, identity_uid: identity, role_uid: roleOf(role()) }),
          { import: [{ to: named(slot).grant, id: random.pick([binding, `\${join("", ["${binding}"])}`]) }] },
        ]),
      };
    },
  },
  {
    name: 'an imported identity changes its workload',
    draw(random, slot) {
      const { identity } = unmanaged(slot);
      const [now, then] = [random.pick(Object.values(subjects))!, random.pick(Object.values(subjects))!];
      return {
        seed: unmanagedGrant(slot, random.pick(['viewer', 'editor'])!, now),
        before: team(slot),
        after: joinBlocks([
          team(slot),
          ci(slot, { group_uid: slot.root, name: 'found', claim_match: claimMatch(then) }),
          { import: [{ to: named(slot).ci, id: random.pick([identity, `${slot.id}/found`]) }] },
        ]),
      };
    },
  },
  {
    name: 'an imported role changes its capabilities',
    draw(random, slot) {
      const { role } = unmanaged(slot);
      const some = () => ['groups.list', 'identity.list', 'role_bindings.create'].filter(() => random.chance(50));
      const before = ['roles.list', ...some()];
      const isManaged = random.chance(50);
      return {
        seed: { ...unmanagedGrant(slot, 'custom'), roles: [{ uid: role, name: 'custom', capabilities: before }] },
        before: joinBlocks([team(slot), ci(slot)]),
        after: joinBlocks([
          ...[team(slot), ci(slot), custom(slot, { capabilities: ['roles.list', ...some()] })],
          { import: [{ to: named(slot).custom, id: random.pick([role, `\${join("", ["${role}"])}`]) }] },
          isManaged ? grant(slot, { role_uid: reference(named(slot).custom) }) : {},
        ]),
      };
    },
  },
];
