/** The pipeline of the example with `Settled`, `Rotation` and a reference to a sibling stack, planned, reviewed and applied. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installStandIn } from '../../support/stand-in-provider';
import type { Clone } from './repository';
import { claimsOf, digestIn, expectDone, setStage, subjects, type Env, type Stage } from './stage';

jest.setTimeout(400_000);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
  installStandIn(stage.repository.home, 'null');
});
afterAll(() => stage?.close());

/** A program of two stacks: `access` waits for its own tree, rotates an identity, and refers to a group of `organization`. */
const program = (quarter: string): string => `
import { App, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Rotation, Settled } from 'cdktf-provider-platform';

const app = new App();
const stacksByPlan = (name: string) => {
  const stack = new TerraformStack(app, name);
  new PlatformProvider(stack, 'platform');
  return stack;
};
const organization = stacksByPlan('organization');
const engineering = Group.fromUid(organization, 'engineering', process.env.MANAGED_GROUP_UID!);
const team = engineering.addGroup('team');

const access = stacksByPlan('access');
const claimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main',
};
for (const anchor of ['null_resource', 'terraform_data'] as const) {
  const tree = new Group(access, anchor, { parent: team, name: anchor });
  const settled = new Settled(access, anchor + '-settled', { tree, anchor });
  const { lifecycle } = new Rotation(access, anchor + '-rotation', { rotateOn: { quarter: '${quarter}' }, anchor });
  const name = anchor + '-${quarter}';
  new Identity(access, anchor + '-ci', { group: tree, name, claimMatch, lifecycle, dependsOn: [settled] });
}
app.synth();
`;

async function assuming(uid: string, subject: string, workflow: string): Promise<Env> {
  const token = await stage.api.oidcToken({ subject, claims: claimsOf(workflow) });
  return { ...stage.common, PLATFORM_IDENTITY_UID: uid, PLATFORM_IDENTITY_TOKEN: token };
}

/** Synthesizes, reviews and applies one stack of the program, each step in a job of its own. */
async function pipeline(stack: string, quarter: string): Promise<Clone> {
  const { repository, uids, state } = stage;
  const branch = repository.clone(({ dir }) => {
    rmSync(join(dir, 'organization.ts'));
    writeFileSync(join(dir, 'main.ts'), program(quarter));
  });
  const STACK = { STACK: stack };
  const synthesis = { ...STACK, MANAGED_GROUP_UID: uids.MANAGED_GROUP_UID };
  expectDone(await branch.run(['./pipeline.sh', 'synth'], synthesis));
  const file = join(branch.dir, 'out/stack.json');
  const review = repository.clone();
  const planner = await assuming(uids.PLANNER_UID, subjects.main, 'review');
  const reads = { ...planner, ...STACK, TF_HTTP_PASSWORD: state.passwords.reads };
  const ended = await review.run(['./pipeline.sh', 'plan', file], reads);
  if (ended.code !== 0) throw new Error(ended.printed + review.read('out/report.md'));
  const applier = await assuming(uids.APPLIER_UID, subjects.production, 'apply');
  const writes = { ...applier, ...STACK, TF_HTTP_PASSWORD: state.passwords.writes };
  await stage.writes();
  expectDone(await repository.clone().run(['./pipeline.sh', 'apply', digestIn(review), file], writes));
  return review;
}

const collections = async () => (await stage.writes()).map((line) => line.replace(/ \/iam\/v2beta1\/(\w+).*/, ' $1'));

test('a stack with anchors that refers to a sibling stack is reviewed and applied', async () => {
  await pipeline('organization', '2026-q3');
  expect(await collections()).toEqual(['POST groups']);
  const review = await pipeline('access', '2026-q3');
  expect((await collections()).sort()).toEqual(['POST groups', 'POST groups', 'POST identities', 'POST identities']);
  const { data } = JSON.parse(review.read('out/stack/cdk.tf.json')) as { data: unknown };
  expect(data).toEqual({
    terraform_remote_state: {
      'cross-stack-reference-input-organization': {
        backend: 'http',
        config: { address: `${stage.state.url}/organization` },
      },
    },
  });
});

test('another quarter replaces the identities, and creates each before it deletes the old one', async () => {
  const review = await pipeline('access', '2026-q4');
  expect(review.read('out/report.md')).toContain('null_resource-2026-q4');
  const writes = await collections();
  expect(writes.toSorted()).toEqual(['DELETE identities', 'DELETE identities', 'POST identities', 'POST identities']);
  expect(writes[0]).toBe('POST identities');
  expect(writes.at(-1)).toBe('DELETE identities');
});
