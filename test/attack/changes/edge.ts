/** Stacks at the edge of the grammar: forms of references that look alike, and values that only the apply decides. */
import { type Blocks, type ChangeKind, joinBlocks, type Meaning, type Slot } from '../drawn-change';
import { honest } from './honest';
import { changedDeletions, deletions } from './deletions';
import { ci, claimMatch, custom, fresh, grant, named, other, reference, roleOf, subjects, team } from './organization';

/** R is a reference, without its braces. The forms have the value of the reference. */
const pureForms = [
  '${R}',
  '${ R }',
  '${(R)}',
  '${R}${""}',
  '${one([R])}',
  '${true ? R : R}',
  '${try(R)}',
  '${coalesce(R)}',
  '${/* R */ R}',
  '${R # R\n}',
  '%{ if true }${R}%{ endif }',
  '${~ R ~}',
  '${format("%s", R)}',
];
/** The apply decides these forms: neither the plan nor the plans for its review know them. */
export const lateForms = [
  '${startswith(FRESH.create_time, "20") ? OTHER : R}',
  '${FRESH.create_time == "R" ? R : OTHER}',
  '${{ (FRESH.create_time) = R }["x"]}',
  '${timestamp() == "" ? R : OTHER}',
  '${uuid() == FRESH.uid ? R : OTHER}',
  '${R}${timestamp() == "" ? "" : "OTHER"}',
  '${terraform_data.later.output}',
];
/** The plans for the review know these forms, because they know new uids. The apply has another value. */
export const machineForms = [
  '${FRESH.uid == "" ? R : strcontains(file("/proc/self/cmdline"), "apply") ? OTHER : R}',
  '${FRESH.uid == "" || fileexists("${path.module}/tfplan") ? OTHER : R}',
  '${jsondecode(file("/tmp/later.json"))[FRESH.uid]}',
  '${templatefile("/tmp/value.tftpl", { uid = FRESH.uid, role = "R" })}',
  '${FRESH.uid == "" || timecmp(plantimestamp(), "2026-11-27T04:00:00Z") > 0 ? OTHER : R}',
  '${strcontains("01234567", substr(FRESH.uid, -1, 1)) ? OTHER : R}',
  '${tolist(toset([FRESH.uid, "x"]))[0] == "x" ? R : OTHER}',
  '${can(filebase64("/proc/self/fd/${length(FRESH.uid)}")) ? OTHER : R}',
  '${local.later}',
];

/** Returns the declarations that a form refers to. */
function later(form: string, created: string): Blocks[] {
  if (form.includes('terraform_data.later'))
    return [{ resource: { terraform_data: { later: { input: '${timestamp()}' } } } }];
  if (!form.includes('local.later')) return [];
  return [{ locals: { later: `\${${created}.uid == "" ? "" : file("/proc/self/environ")}` } }];
}

const grantBody = (slot: Slot) => Object.values(grant(slot).resource!['platform_role_binding']!)[0]!;

export const edges: readonly ChangeKind[] = [
  ...honest,
  ...deletions,
  ...changedDeletions,
  {
    name: 'two writes are equal',
    weight: 2,
    draw(random, slot) {
      const twins = ['one', 'two'].map((name) => ({
        resource: { platform_role_binding: { [`${slot.id}_${name}`]: grantBody(slot) } },
      }));
      return {
        before: joinBlocks([team(slot), ci(slot)]),
        after: joinBlocks([team(slot), ci(slot), ...twins, ...(random.chance(50) ? [fresh(slot)] : [])]),
      };
    },
  },
  {
    name: 'a form of a reference decides a value',
    weight: 6,
    draw(random, slot) {
      const { team: group, fresh: created, ci: identity, other: stranger, custom: role } = named(slot);
      const form = random.pick(random.pick([pureForms, lateForms, machineForms])!)!;
      const isPure = pureForms.includes(form);
      const [attribute, shown, hidden] = random.pick([
        ['role_uid', 'data.platform_role.viewer.uid', 'data.platform_role.owner.uid'],
        ['role_uid', `${role}.uid`, 'data.platform_role.editor.uid'],
        ['identity_uid', `${identity}.uid`, `${stranger}.uid`],
        ['group_uid', `${group}.uid`, `${created}.uid`],
      ])!;
      const text = form.replaceAll('FRESH', created).replaceAll('OTHER', hidden).replaceAll(/\bR\b/g, shown);
      const meaning: Meaning = {
        ...(!lateForms.includes(form) && { reviewed: `\${${shown}}` }),
        applied: `\${${isPure ? shown : hidden}}`,
        // The engine computes a pure form of a known value in the plan.
        isKnown: isPure && shown.startsWith('data.'),
      };
      const base = [team(slot), ci(slot), other(slot), custom(slot)];
      return {
        before: joinBlocks(random.chance(50) ? base : [...base, grant(slot)]),
        after: joinBlocks([
          ...base,
          ...later(text, created),
          fresh(slot),
          grant(slot, { role_uid: roleOf('editor'), [attribute]: text }),
        ]),
        meanings: form === '${R}' ? {} : { [text]: meaning },
      };
    },
  },
  {
    name: 'an expression decides a subject or capabilities',
    weight: 3,
    draw(random, slot) {
      const form = random.pick(random.pick([lateForms, machineForms])!)!;
      const text = form.replaceAll('FRESH', named(slot).fresh).replaceAll('OTHER', '"b"').replaceAll(/\bR\b/g, '"a"');
      const isSubject = random.chance(50);
      const [reviewed, applied] = isSubject
        ? [subjects.ours, subjects.theirs]
        : ['groups.list', 'role_bindings.create'];
      return {
        before: joinBlocks([team(slot), ci(slot), custom(slot)]),
        after: joinBlocks([
          team(slot),
          fresh(slot),
          ...later(text, named(slot).fresh),
          ci(slot, isSubject ? { claim_match: claimMatch(text) } : {}),
          custom(slot, isSubject ? {} : { capabilities: ['groups.list', text] }),
          grant(slot, { role_uid: reference(named(slot).custom) }),
        ]),
        meanings: { [text]: { applied, ...(machineForms.includes(form) && { reviewed }) } },
      };
    },
  },
];
