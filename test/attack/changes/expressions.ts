/** Values that differ between the plan, the plans for the review and the apply. */
import type { Random } from '../../support/random';
import { type Blocks, type ChangeKind, joinBlocks, type Slot } from '../drawn-change';
import { ci, claimMatch, custom, fresh, grant, named, other, reference, roleOf, subjects, team } from './organization';

/**
 * Conditions that can be true in a review and false in the apply. FRESH is an object that the apply creates: with its uid, a condition
 * is unknown in the plan.
 */
const conditions: readonly string[] = [
  'startswith(FRESH.create_time, "20")',
  'length(FRESH.create_time) == 20',
  'FRESH.verified == null',
  'length(FRESH.resource_limits) == 0',
  'strcontains(FRESH.uid, "/00000000")',
  'strcontains("01234567", substr(FRESH.uid, -1, 1))',
  'can(regex("[0-7]$", FRESH.uid))',
  'parseint(substr(sha256(FRESH.uid), 0, 1), 16) < 8',
  'tolist(toset([FRESH.uid, TEAM.uid]))[0] == FRESH.uid',
  'keys({ (FRESH.uid) = 1, (TEAM.uid) = 2 })[0] == FRESH.uid',
  '[for uid, one in { (FRESH.uid) = 1, (TEAM.uid) = 2 } : one][0] == 1',
  'can(regex("[0-7]$", join("", [for one in [FRESH.uid] : one])))',
  'DEFER(strcontains(file("/proc/self/cmdline"), "-out="))',
  'DEFER(strcontains(file("/proc/self/environ"), "PLATFORM_PLAN_FOR_REVIEW"))',
  'DEFER(strcontains(base64decode(filebase64("/proc/self/cmdline")), "-out="))',
  'DEFER(!strcontains(templatefile("/proc/self/cmdline", {}), "apply"))',
  'DEFER(!fileexists("${path.module}/tfplan"))',
  'DEFER(length(fileset(path.module, "tfplan")) == 0)',
  'DEFER(length(fileset("/proc/self", "fd/9")) == 0)',
  'DEFER(tonumber(formatdate("s", plantimestamp())) % 2 == 0)',
  'DEFER(strcontains("01234567", substr(filesha256("/proc/self/stat"), 0, 1)))',
  'tonumber(formatdate("s", timestamp())) % 2 == 0',
  'strcontains("01234567", substr(uuid(), 0, 1))',
  'strcontains("01234567", substr(sha256(bcrypt("x")), 0, 1))',
  'try(file("${path.root}/later-${FRESH.name}"), "x") == "x"',
  'FRESH.uid != ""',
  'length(FRESH.uid) > 41',
];

/** Ways to use a value. Each returns the expression, and the blocks that it needs. */
const ways: Readonly<Record<string, (value: string, slot: Slot) => readonly [string, Blocks]>> = {
  direct: (value) => [value, {}],
  parentheses: (value) => [`(${value})`, {}],
  'a local value': (value, { id }) => [`local.${id}`, { locals: { [id]: `\${${value}}` } }],
  terraform_data: (value, { id }) => [
    `terraform_data.${id}_value.output`,
    { resource: { terraform_data: { [`${id}_value`]: { input: `\${${value}}` } } } },
  ],
  'a for expression': (value) => [`[for one in [${value}] : one][0]`, {}],
  'a map': (value) => [`{ a = ${value} }["a"]`, {}],
  'a function': (value) => [`coalesce(${value})`, {}],
  sensitive: (value) => [`nonsensitive(sensitive(${value}))`, {}],
  'an output of a module': (value, { id }) => [
    `module.${id}.value`,
    { module: { [id]: { source: './echo', value: `\${${value}}` } } },
  ],
};

/** The values that a condition decides: what it shows, and what it hides. */
const targets: Readonly<
  Record<string, (slot: Slot, choose: (shown: string, hidden: string) => string) => readonly Blocks[]>
> = {
  'the role of a binding': (slot, choose) => [
    grant(slot, { role_uid: choose('data.platform_role.viewer.uid', 'data.platform_role.owner.uid') }),
  ],
  'a custom role of a binding': (slot, choose) => [
    custom(slot),
    grant(slot, { role_uid: choose(`${named(slot).custom}.uid`, 'data.platform_role.editor.uid') }),
  ],
  'the group of a binding': (slot, choose) => [
    grant(slot, { group_uid: choose(`${named(slot).team}.uid`, `"${slot.root}"`), role_uid: roleOf('editor') }),
  ],
  'the identity of a binding': (slot, choose) => [
    other(slot),
    grant(slot, {
      identity_uid: choose(`${named(slot).ci}.uid`, `${named(slot).other}.uid`),
      role_uid: roleOf('editor'),
    }),
  ],
  'a subject': (slot, choose) => [
    grant(slot),
    ci(slot, { claim_match: claimMatch(choose(`"${subjects.ours}"`, `"${subjects.theirs}"`)) }),
  ],
  capabilities: (slot, choose) => [
    custom(slot, { capabilities: choose('toset(["groups.list"])', 'toset(["groups.list", "role_bindings.create"])') }),
    grant(slot, { role_uid: reference(named(slot).custom) }),
  ],
  'the parent of a group': (slot, choose) => [
    grant(slot, { role_uid: roleOf('editor') }),
    {
      resource: {
        platform_group: {
          [`${slot.id}_inner`]: { parent_uid: choose(`"${slot.root}"`, `${named(slot).team}.uid`), name: 'inner' },
        },
      },
    },
  ],
};

function chosen(random: Random, slot: Slot): { choose: (shown: string, hidden: string) => string; blocks: Blocks[] } {
  const blocks: Blocks[] = [];
  const address = named(slot).fresh;
  const raw = random.pick(conditions) ?? '';
  const condition = raw
    .replace(/^DEFER\(([^]*)\)$/, `${address}.uid == "" ? false : $1`)
    .replaceAll('FRESH', address)
    .replaceAll('TEAM', named(slot).team);
  const way = random.pick(Object.values(ways))!;
  const isInverted = random.chance(25);
  return {
    blocks,
    choose(shown, hidden) {
      const [one, two] = isInverted ? [hidden, shown] : [shown, hidden];
      const [expression, more] = way(`(${condition}) ? ${one} : ${two}`, slot);
      blocks.push(more);
      return `\${${expression}}`;
    },
  };
}

/** The module returns what it gets. */
const ECHO = { 'echo/main.tf': 'variable "value" {}\noutput "value" {\n  value = var.value\n}\n' };

export const expressions: readonly ChangeKind[] = [
  ...Object.entries(targets).map(([name, target]): ChangeKind => ({
    name: `a condition decides ${name}`,
    draw(random, slot) {
      const { choose, blocks } = chosen(random, slot);
      const base = [team(slot), ci(slot)];
      const isOld = random.chance(30);
      const changed = target(slot, choose);
      return {
        before: joinBlocks(isOld ? [...base, ...target(slot, (shown) => `\${${shown}}`)] : base),
        after: joinBlocks([...base, fresh(slot), ...changed, ...blocks]),
        files: ECHO,
      };
    },
  })),
  {
    name: 'a data source that the apply reads decides the role',
    draw: (random, slot) => ({
      before: joinBlocks([team(slot), ci(slot)]),
      after: joinBlocks([
        team(slot),
        ci(slot),
        fresh(slot),
        {
          data: {
            platform_role: {
              [`${slot.id}_late`]: {
                name: random.pick(['viewer', `\${${named(slot).fresh}.name == "fresh" ? "owner" : "viewer"}`]),
                depends_on: [named(slot).fresh],
              },
            },
          },
        },
        grant(slot, { role_uid: roleOf(`${slot.id}_late`) }),
      ]),
    }),
  },
];
