/** Honest changes of a configuration that is no data: what people write. None of them may have a finding at the gate. */
import type { Random } from '../../support/random';
import { type Blocks, type ChangeKind, type DrawnChange, joinBlocks, type Slot } from '../drawn-change';
import {
  ci,
  claimMatch,
  custom,
  fresh,
  grant,
  named,
  reference,
  resource,
  roleOf,
  subjects,
  team,
} from './organization';

const READS = ['groups.list', 'roles.list', 'identity.list'];

/** A role that owners alone do not have, and the blocks of it. */
function role(random: Random, slot: Slot): readonly [uid: string, blocks: Blocks] {
  if (random.chance(30))
    return [
      reference(named(slot).custom),
      custom(slot, { capabilities: READS.filter(() => random.chance(60)).concat('groups.list') }),
    ];
  return [roleOf(random.pick(['viewer', 'editor'])!), {}];
}

const identities = ({ id, root }: Slot, more: object): Blocks =>
  resource('identity', `${id}_each`, { group_uid: root, ...more });

type Draw = (random: Random, slot: Slot) => Pick<DrawnChange, 'after' | 'files'> & { readonly before?: Blocks };

const draws: Readonly<Record<string, Draw>> = {
  'local values'(random, slot) {
    const { id } = slot;
    const [uid, more] = role(random, slot);
    return {
      after: joinBlocks([
        ...[more, { locals: { [`${id}_name`]: `team-\${lower("${random.pick(['A', 'B'])}")}`, [`${id}_role`]: uid } }],
        fresh(slot, { name: `\${local.${id}_name}`, description: `\${format("%s of %s", local.${id}_name, "${id}")}` }),
        grant(slot, { role_uid: `\${local.${id}_role}`, group_uid: reference(named(slot).fresh) }),
      ]),
    };
  },
  'for_each over groups'(random, slot) {
    const names = ['a', 'b', 'c'].filter(() => random.chance(70));
    const { id, root } = slot;
    return {
      after: joinBlocks([
        resource('group', `${id}_each`, {
          for_each: `\${toset(${JSON.stringify(names)})}`,
          parent_uid: root,
          name: '${each.key}',
        }),
        resource('identity', `${id}_each`, {
          for_each: `\${platform_group.${id}_each}`,
          ...{ group_uid: '${each.value.uid}', name: 'ci', claim_match: claimMatch(subjects.ours) },
        }),
        resource('role_binding', `${id}_each`, {
          for_each: `\${platform_identity.${id}_each}`,
          group_uid: `\${platform_group.${id}_each[each.key].uid}`,
          ...{ identity_uid: '${each.value.uid}', role_uid: roleOf(random.pick(['viewer', 'editor'])!) },
        }),
      ]),
    };
  },
  'for_each over roles'(random, slot) {
    const roles = random.pick([['viewer'], ['viewer', 'editor'], ['editor']])!;
    return {
      after: joinBlocks([
        fresh(slot),
        grant(slot, {
          for_each: `\${toset(${JSON.stringify(roles)})}`,
          role_uid: '${{ viewer = data.platform_role.viewer.uid, editor = data.platform_role.editor.uid }[each.key]}',
          group_uid: reference(random.pick([named(slot).team, named(slot).fresh])!),
        }),
      ]),
    };
  },
  'a module'(random, slot) {
    const { id, root } = slot;
    const body = { source: './team', parent: root, name: random.pick(['crew', 'squad'])!, role: roleOf('viewer') };
    return { after: { module: { [id]: body } }, files: TEAM };
  },
  'a module for each team'(random, slot) {
    const { id, root } = slot;
    const names = ['a', 'b'].filter(() => random.chance(80));
    const each = {
      for_each: `\${toset(${JSON.stringify(names)})}`,
      source: './team',
      parent: root,
      name: '${each.key}',
    };
    return { after: { module: { [id]: { ...each, role: roleOf('editor') } } }, files: TEAM };
  },
  'a data file'(random, slot) {
    const { id } = slot;
    const users = Object.fromEntries(
      ['ada', 'grace'].filter(() => random.chance(80)).map((name) => [name, subjects.ours]),
    );
    const file = `${id}.json`;
    return {
      after: joinBlocks([
        { locals: { [`${id}_users`]: `\${jsondecode(file("\${path.module}/${file}"))}` } },
        identities(slot, {
          for_each: `\${local.${id}_users}`,
          ...{ name: '${each.key}', claim_match: { ...claimMatch(''), subject: '${each.value}' } },
        }),
      ]),
      files: { [file]: JSON.stringify(users) },
    };
  },
  'several provider blocks': (random, slot) => ({
    after: joinBlocks([
      { provider: { platform: [{ alias: slot.id, propagation_timeout_seconds: 5 + random.below(20) }] } },
      fresh(slot, { provider: `platform.${slot.id}` }),
      grant(slot, {
        provider: `platform.${slot.id}`,
        group_uid: reference(named(slot).fresh),
        role_uid: roleOf('editor'),
      }),
    ]),
  }),
  variables: (random, slot) => ({
    after: joinBlocks([
      { variable: { [`${slot.id}_name`]: { type: 'string', default: 'other' } } },
      fresh(slot, { name: `\${var.${slot.id}_name}` }),
    ]),
    files: { [`${slot.id}.auto.tfvars`]: `${slot.id}_name = "${random.pick(['named', 'called'])}"\n` },
  }),
  anchors: (random, { id, ...slot }) => ({
    after: joinBlocks([
      fresh({ id, ...slot }),
      {
        resource: {
          terraform_data: {
            [`${id}_anchor`]: { input: reference(`platform_group.${id}_fresh`), triggers_replace: ['q4'] },
          },
        },
      },
      ci(
        { id, ...slot },
        {
          claim_match: claimMatch(subjects.ours),
          description: random.pick(['a', 'b']),
          depends_on: [`terraform_data.${id}_anchor`],
        },
      ),
    ]),
  }),
  'conditions and outputs': (random, slot) => ({
    after: joinBlocks([
      fresh(slot, {
        name: `\${${random.chance(50)} ? "one" : "two"}`,
        lifecycle: {
          precondition: [{ condition: `\${data.platform_role.viewer.name == "viewer"}`, error_message: 'No viewer.' }],
        },
      }),
      {
        output: {
          [`${slot.id}_made`]: { value: `\${[for one in [platform_group.${slot.id}_fresh] : one.create_time]}` },
        },
      },
    ]),
  }),
};

const TEAM = {
  'team/main.tf': `terraform {
  required_providers {
    platform = { source = "platform-iac.internal/npm/platform" }
  }
}
variable "parent" {}
variable "name" {}
variable "role" {}
resource "platform_group" "team" {
  parent_uid = var.parent
  name       = var.name
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.team.uid
  name        = "ci"
  claim_match = { issuer = "https://token.actions.githubusercontent.com", subject = "${subjects.ours}" }
}
resource "platform_role_binding" "ci" {
  group_uid    = platform_group.team.uid
  identity_uid = platform_identity.ci.uid
  role_uid     = var.role
}
output "uid" {
  value = platform_group.team.uid
}
`,
};

export const honestHcl: readonly ChangeKind[] = Object.entries(draws).map(([name, draw]) => ({
  name: `honest HCL with ${name}`,
  draw(random, slot) {
    const base = [team(slot), ci(slot)];
    const { after, before = {}, files } = draw(random, slot);
    return {
      before: joinBlocks([...base, before]),
      after: joinBlocks([...base, after]),
      ...(files && { files }),
      isHonest: true,
    };
  },
}));
