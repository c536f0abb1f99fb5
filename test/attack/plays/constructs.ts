/**
 * Honest changes of a program with constructs. Each is proved, needs no review plan, has no high finding, and is applied as the report
 * shows, also in two parts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import { Group, PlatformProvider, Role, Trust } from '../../../constructs';
import { reasonsAgainst } from '../../../src/review';
import type { Random } from '../../support/random';
import { beyondReport } from '../beyond';
import { type Blocks, type Slot, slotAt } from '../drawn-change';
import { APPLIED } from '../tally';
import { createInProcess } from '../world';
import type { Outcome, Play } from './play';

const GROUPS = ['shop', 'payments', 'search'];
/** Without those of owners: a grant of one is a finding. */
const CAPABILITIES = ['groups.list', 'identity.list', 'roles.list', 'role_bindings.list'];
const BRANCHES = ['main', 'release'];

interface Team {
  readonly name: string;
  readonly description: string | undefined;
  readonly isInner: boolean;
  readonly branch: string;
  readonly role: 'viewer' | 'editor' | 'custom' | undefined;
  readonly capabilities: readonly string[];
}

function drawTeam(name: string, random: Random): Team {
  return {
    name,
    description: random.pick([undefined, 'A team', `Costs $\${x}, 100%%{y} of ${name}`]),
    isInner: random.chance(40),
    branch: random.pick(BRANCHES)!,
    role: random.pick(['viewer', 'editor', 'custom', undefined] as const),
    capabilities: CAPABILITIES.filter(() => random.chance(50)),
  };
}

const drawTeams = (random: Random): Team[] =>
  GROUPS.filter(() => random.chance(75)).map((name) => drawTeam(name, random));

/** Returns the stack that the program writes. */
function synthesize(teams: readonly Team[], { root }: Slot, outdir: string): Blocks {
  const stack = new TerraformStack(Testing.app({ outdir }), 'organization');
  new PlatformProvider(stack, 'platform', { install: false });
  const organization = Group.fromUid(stack, 'organization', root);
  let outer = organization;
  for (const { name, description, isInner, branch, role, capabilities } of teams) {
    const team = (isInner ? outer : organization).addGroup(name, { name, ...(description && { description }) });
    outer = team;
    const ids = { owner: '1234', repository: '7890' };
    const assumedBy = Trust.gitHubActions({ repository: `acme/${name}`, ids, branch });
    const ci = team.addIdentity('ci', { name: 'ci', assumedBy });
    const custom = new Role(team, 'custom', {
      group: team,
      name: `custom-${name}`,
      capabilities: ['groups.list', ...capabilities],
    });
    if (role !== undefined) team.grant(ci, role === 'custom' ? custom : role);
  }
  return JSON.parse(Testing.synth(stack, true)) as Blocks;
}

async function play(random: Random): Promise<Outcome> {
  const slot = slotAt(random.below(200), '');
  const outdir = mkdtempSync(join(tmpdir(), 'attack-constructs-'));
  const world = await createInProcess(slot);
  try {
    const [first, second] = [drawTeams(random), drawTeams(random)];
    // A change of some teams only.
    const changed = second.map((team) =>
      random.chance(50) ? (first.find(({ name }) => name === team.name) ?? team) : team,
    );
    const [before, after] = [first, changed].map((teams) => synthesize(teams, slot, outdir)) as [Blocks, Blocks];
    const change = { before, after };
    await world.apply(world.input(change, before));
    const input = world.input(change, after);
    const { report, text, review } = await world.review(input, 'seed');
    const reproduction = `  before: ${JSON.stringify(first)}\n  after: ${JSON.stringify(changed)}`;
    const high = report.findings.filter(({ severity, id }) => severity === 'high' && id !== 'mass-removal');
    const problems = [
      ...report.verdict.problems,
      ...(report.proof?.proved === true ? [] : [`Not proved: ${JSON.stringify(report.proof?.places)}`]),
      ...high.map(({ id, subject }) => `False finding: ${id} ${subject}`),
      ...(report.plans.some(({ reviewPlans = [] }) => reviewPlans.length > 0) ? ['It needs a review plan'] : []),
      ...(await reasonsAgainst(report, review, world.client)),
    ];
    const seen = await world.observe();
    const errors = await world.apply(input, text);
    const deed = {
      before: seen,
      after: await world.observe(),
      root: slot.root,
      id: slot.id,
      programs: [],
      isWhole: true,
    };
    const refused = [...errors].map(([address, { message }]) => `Refused: ${address}: ${message}`);
    return { result: APPLIED, beyond: [...problems, ...refused, ...beyondReport(deed, report)], reproduction };
  } finally {
    await world.close();
    rmSync(outdir, { recursive: true });
  }
}

export const constructs: readonly Play[] = [{ name: 'a program with constructs changes', play }];
