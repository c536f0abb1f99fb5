/**
 * An apply that stops anywhere, in any order that an engine may choose. The report must show the access of every workload then: as
 * access before the change, as access after all of it, or as access of an apply that stops early.
 */
import type { Random } from '../../support/random';
import type { Report } from '../../../src/review';
import { claimMatch, named, reference, resource, subjects, team } from '../changes/organization';
import { type Blocks, type ChangeKind, joinBlocks, type Slot } from '../drawn-change';
import type { Observed } from '../organization';
import { APPLIED } from '../tally';
import type { ChooseStep } from '../in-process-engine';
import { describeChange, type Play, refusedUnless, withChange } from './play';

const CAPABILITIES = ['groups.update', 'roles.create', 'identity.create'];
const ROLES = ['first', 'second'];
const IDENTITIES = ['ci', 'other'];
const GRANTS = ['g0', 'g1', 'g2'];

const localOf = ({ id }: Slot, role: string) => `\${local.${id}_${role}}`;
const getAddress = ({ id }: Slot, role: string) => `platform_role.${id}_${role}`;

function drawSide(random: Random, slot: Slot, roles: readonly string[]): Blocks {
  const { id, root } = slot;
  const drawn = GRANTS.filter(() => random.chance(60)).map((name) => {
    const group_uid = random.pick([root, reference(named(slot).team)])!;
    const identity_uid = reference(`platform_identity.${id}_${random.pick(IDENTITIES)!}`);
    return [name, { group_uid, identity_uid, role: random.pick(roles)! }] as const;
  });
  // The provider rejects two resources with the same grant.
  const grants = new Map(drawn.map((one) => [JSON.stringify(one[1]), one]));
  return joinBlocks([
    team(slot),
    ...IDENTITIES.map((name) =>
      resource('identity', `${id}_${name}`, {
        ...{ group_uid: root, name, claim_match: claimMatch(random.pick(Object.values(subjects))!) },
      }),
    ),
    ...roles.map((name) => {
      const capabilities = CAPABILITIES.filter(() => random.chance(50));
      return resource('role', `${id}_${name}`, {
        ...{ group_uid: root, name, capabilities: capabilities.length === 0 ? ['groups.list'] : capabilities },
      });
    }),
    ...[...grants.values()].map(([name, { role, ...body }]) =>
      // A local value proves no order.
      resource('role_binding', `${id}_${name}`, {
        ...body,
        role_uid: random.chance(50) ? localOf(slot, role) : reference(getAddress(slot, role)),
      }),
    ),
  ]);
}

const change: ChangeKind = {
  name: 'an apply stops early',
  draw: (random, slot) => ({
    before: drawSide(random, slot, ROLES),
    after: drawSide(random, slot, ROLES),
    meanings: Object.fromEntries(
      ROLES.map((role) => [localOf(slot, role), { isKnown: true, applied: reference(getAddress(slot, role)) }]),
    ),
  }),
};

/** Returns a function that chooses anything, skips what waits for a failed write, and stops after a number of writes. */
function createChoice(random: Random, count: number): ChooseStep {
  let chosen = 0;
  const skipped = new Set<string>();
  return (ready, errors) => {
    const possible = ready.filter(({ address, needs }) => {
      const isSkipped = needs.some((need) => errors.has(need) || skipped.has(need));
      if (isSkipped) skipped.add(address);
      return !isSkipped;
    });
    return chosen++ < count ? random.pick(possible) : undefined;
  };
}

/** Returns the access of each workload: `subject identity capability group`. */
function accessOf({ allowed, subjects: accepted, paths }: Observed): string[] {
  return allowed.map(([who, capability, at]) =>
    [accepted.get(who), paths.get(who), capability, paths.get(at)].join(' '),
  );
}

/** Returns a function that tests if the report shows access of an apply that stops early. */
function createShown({ access }: Report, id: string, root: string, before: Observed, whole: Observed) {
  const named = (path: string) => path.replace(root, id);
  const subjectsOf = (moment: Observed) =>
    new Map([...moment.subjects].map(([uid, subject]) => [moment.paths.get(uid), subject]));
  const accepted = { before: subjectsOf(before), after: subjectsOf(whole) };
  return (held: string): boolean => {
    const [subject, identity, capability = '', group = ''] = held.split(' ');
    return (access.early?.rows ?? []).some(
      ({ identity: who, holders, group: at, except, capabilities }) =>
        named(who) === identity &&
        capabilities.includes(capability) &&
        isWithin(group, named(at)) &&
        !except.some((end) => isWithin(group, named(end))) &&
        (holders === 'all' || accepted[holders].get(identity) === subject),
    );
  };
}

function isWithin(path: string, scope: string): boolean {
  return `${path}/`.startsWith(`${scope}/`);
}

export const partialApplies: readonly Play[] = [
  {
    name: change.name,
    play: (random) =>
      withChange(random, [change], async ({ world, slot, change: drawn, input }) => {
        const { report, text } = await world.review(input, 'seed');
        if (report.digest === undefined) return { result: 'inconclusive', beyond: [] };
        const before = await world.observe();
        await world.apply(input, random.chance(30) ? text : undefined, createChoice(random, 1 + random.below(6)));
        const part = await world.observe();
        const errors = await world.apply(input);
        if (errors.size > 0) return { result: 'stopped', beyond: [] };
        const whole = await world.observe();
        const known = new Set([...accessOf(before), ...accessOf(whole)]);
        const isShown = createShown(report, slot.id, slot.root, before, whole);
        const early = accessOf(part).filter((one) => !known.has(one));
        const beyond = early.filter((one) => !isShown(one)).map((one) => `If the apply stops early: ${one}`);
        const result = early.length > 0 ? 'early access' : APPLIED;
        return beyond.length > 0 ? refusedUnless(beyond, describeChange(drawn)) : { result, beyond };
      }),
  },
];
