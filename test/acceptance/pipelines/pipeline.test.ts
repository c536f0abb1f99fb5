/**
 * `examples/pipelines` from the bootstrap to an apply, as on its page: with the tokens of a CI system, a real exchange, and a
 * remote state. The tests also attempt forbidden operations.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import type { RunningEmulator } from '../../../src/emulator';
import { group, identity, role, roleBinding } from '../../../src/model/kinds';
import { createSnapshotKeys } from '../../../src/review/snapshot';
import type { Clone, Ended, Repository } from './repository';
import { claimsOf, describing, digestIn, expectDone, setStage, subjects, type Env, type Stage } from './stage';
import type { StateService } from './state-service';

jest.setTimeout(400_000);

let stage: Stage;
let api: RunningEmulator;
let state: StateService;
let repository: Repository;
let uids: Stage['uids'];

beforeAll(async () => {
  stage = await setStage({ isReviewed: true });
  ({ api, state, repository, uids } = stage);
});
afterAll(() => stage?.close());

const writes = () => stage.writes();
const readsState = (): Env => ({ TF_HTTP_PASSWORD: state.passwords.reads });
const writesState = (): Env => ({ TF_HTTP_PASSWORD: state.passwords.writes });

async function assuming(uid: string, subject: string, claims: Readonly<Record<string, string>>): Promise<Env> {
  const token = await api.oidcToken({ subject, claims });
  return { ...stage.common, PLATFORM_IDENTITY_UID: uid, PLATFORM_IDENTITY_TOKEN: token };
}
const asPlanner = async (): Promise<Env> => ({
  ...(await assuming(uids.PLANNER_UID, subjects.main, claimsOf('review'))),
  ...readsState(),
});
const asApplier = async (): Promise<Env> => ({
  ...(await assuming(uids.APPLIER_UID, subjects.production, claimsOf('apply'))),
  ...writesState(),
});

/** Synthesizes the code of a branch in a job without a token. Other jobs get the result. */
async function stacksByPlan(branch: Clone): Promise<string> {
  expectDone(await branch.run(['./pipeline.sh', 'synth'], { MANAGED_GROUP_UID: uids.MANAGED_GROUP_UID }));
  return join(branch.dir, 'out/stack.json');
}

/** Reviews the stack of another branch with the tools of the main branch. */
async function reviewed(stack: string, env: Env = {}): Promise<Ended & { readonly clone: Clone }> {
  const clone = repository.clone();
  return { clone, ...(await clone.run(['./pipeline.sh', 'plan', stack], { ...(await asPlanner()), ...env })) };
}

/** The approval: a digest, or the file of a report. */
async function applied(stack: string, approved: string, env: Env = {}): Promise<Ended> {
  return repository.clone().run(['./pipeline.sh', 'apply', approved, stack], { ...(await asApplier()), ...env });
}

describe('from a pull request to an apply', () => {
  let stack: string;
  let digest: string;

  test('the planner reviews the stack of a branch, and writes nothing', async () => {
    await writes();
    stack = await stacksByPlan(repository.clone());
    const { clone, ...ended } = await reviewed(stack);
    expectDone(ended);
    digest = digestIn(clone);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(clone.read('out/result')).toBe('changed\n');
    expect(clone.read('out/report.md')).toContain('3 created');
    expect(await writes()).toEqual([]);
    expect(state.states.has('organization')).toBe(false);
  });

  test('missing settings are reported before anything runs', async () => {
    const clone = repository.clone();
    expect(await clone.run(['./pipeline.sh', 'plan', stack], {})).toMatchObject({
      code: 2,
      printed: expect.stringContaining('Cannot find the state. Set STATE_URL') as string,
    });
    expect(await clone.run(['./pipeline.sh', 'apply', ''], {})).toMatchObject({
      code: 2,
      printed: 'pipeline.sh: Name the approved report.json, or its digest.\n',
    });
  });

  test('the planner cannot apply', async () => {
    const ended = await applied(stack, digest, { ...(await asPlanner()), ...writesState() });
    expect(ended).toMatchObject({ code: 1, printed: expect.stringContaining('groups.create') });
    expect(await writes()).toEqual([expect.stringMatching(/^POST .* 403$/)]);
  });

  test('only one apply runs at a time; a review does not wait for it', async () => {
    state.locks.set('organization', JSON.stringify({ ID: 'of-ada' }));
    expect(await applied(stack, digest)).toMatchObject({
      code: 3,
      printed: expect.stringContaining('already locked: ID=of-ada'),
    });
    expectDone(await reviewed(stack));
    state.locks.clear();
    expect(await writes()).toEqual([]);
  });

  test('the applier applies the reviewed plan', async () => {
    expectDone(await applied(stack, digest));
    expect(await writes()).toEqual([
      expect.stringMatching(/^POST \/iam\/v2beta1\/groups\/.* 200$/),
      expect.stringMatching(/^POST \/iam\/v2beta1\/identities\/.* 200$/),
      expect.stringMatching(/^POST \/iam\/v2beta1\/roleBindings\/.* 200$/),
    ]);
    expect(state.locks.size).toBe(0);
  });

  test('a fork plans against a snapshot without any variable of the pipeline: its digest is that of the review', async () => {
    const job = repository.clone();
    const { privateKey, publicKey } = createSnapshotKeys();
    writeFileSync(join(job.dir, 'key'), privateKey);
    const planner = { ...(await asPlanner()), ROOT_GROUP_UID: api.rootGroupUid };
    expectDone(await job.run(['./pipeline.sh', 'snapshot', 'key', 'organization.snapshot', stack], planner));
    await writes();
    await api.requestLog.clear();
    const fork = repository.clone(describing("description: 'Moves the money.'", "description: 'Moved.'"));
    writeFileSync(join(fork.dir, 'snapshot.pub'), publicKey);
    writeFileSync(join(fork.dir, 'organization.snapshot'), job.read('organization.snapshot'));
    const changed = await stacksByPlan(fork);
    expectDone(await fork.run(['./pipeline.sh', 'plan'], { SNAPSHOT: 'organization.snapshot' }));
    expect(await api.requestLog.entries()).toEqual([]);
    expect(fork.read('out/report.md')).toContain('1 updated');
    const { clone } = await reviewed(changed);
    expect(digestIn(fork)).toBe(digestIn(clone));
  });

  test('a plan from a pull request is never used', async () => {
    const clone = repository.clone();
    mkdirSync(join(clone.dir, 'out'));
    writeFileSync(join(clone.dir, 'out/tfplan'), 'made elsewhere');
    writeFileSync(join(clone.dir, 'out/digest'), digest);
    const again = await clone.run(['./pipeline.sh', 'apply', digest, stack], await asApplier());
    expect(again).toMatchObject({ code: 1, printed: expect.stringContaining('The plan is not approved') });
  });
});

describe('an apply is bound to the approved report', () => {
  const ledger = describing(
    'const deployer =',
    "new Group(stack, 'ledger', { parent: payments, name: 'ledger' });\nconst deployer =",
  );
  let approved: Clone;
  let stack: string;
  const report = () => join(approved.dir, 'out/report.json');
  afterAll(async () => {
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    await client.delete(group, (await client.find(group, 'acme/engineering/payments/ledger')).uid);
  });

  /** An engine that applies another plan than the given one. */
  function otherPlan(clone: Clone): string {
    const engine = join(clone.dir, 'engine.sh');
    const real = process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform';
    const text = `#!/usr/bin/env bash
if [[ $1 == apply ]]; then
  sed -i 's/Moves the money/Moves it away/' cdk.tf.json
  ${real} plan -no-color -input=false -out="\${@: -1}" || exit
fi
exec ${real} "$@"
`;
    writeFileSync(engine, text, { mode: 0o755 });
    return engine;
  }

  test('the report lists the writes and the capabilities of a new group', async () => {
    stack = await stacksByPlan(repository.clone(ledger));
    const { clone, ...ended } = await reviewed(stack);
    expectDone(ended);
    approved = clone;
    expect(JSON.parse(clone.read('out/report.json'))).toMatchObject({
      approvedWrites: [{ action: 'create', kind: 'Group', fields: { name: 'ledger' } }],
      leastCapabilities: {
        capabilities: ['groups.create', 'groups.list', 'identity.list', 'role_bindings.list'],
        isNarrowable: true,
        problems: [],
      },
    });
  });

  test('the provider rejects another plan before it sends anything, although the applier could apply it', async () => {
    await writes();
    const clone = repository.clone();
    const env = { ...(await asApplier()), TERRAFORM_BINARY_NAME: otherPlan(clone) };
    const ended = await clone.run(['./pipeline.sh', 'apply', report(), stack], env);
    expect(ended).toMatchObject({ code: 1, printed: expect.stringContaining('Moves it away') });
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    expect((await client.find(group, 'acme/engineering/payments')).description).toBe('Moves the money.');
    expect((await writes()).filter((line) => line.startsWith('PATCH'))).toEqual([]);
    const added = await client.find(group, 'acme/engineering/payments/ledger').catch(() => undefined);
    if (added !== undefined) await client.delete(group, added.uid);
  });

  test('an unapproved plan is rejected, and the error shows the difference', async () => {
    await writes();
    const other = await stacksByPlan(
      repository.clone(describing("description: 'Moves the money.'", "description: 'Mine.'")),
    );
    const ended = await applied(other, report());
    expect(ended.code).toBe(1);
    expect(ended.printed).toContain('The plan is not approved');
    expect(ended.printed).toMatch(/\+ updated group \S+\/payments \[description: "Moves the money\." → Mine\.\]\n/);
    expect(ended.printed).toMatch(/- created group \S+\/payments\/ledger\n/);
    expect(await writes()).toEqual([]);
  });

  test('a report with another list of writes is rejected; the approved one is applied', async () => {
    await writes();
    const tampered = join(approved.dir, 'out/tampered.json');
    writeFileSync(tampered, approved.read('out/report.json').replaceAll('"ledger"', '"books"'));
    expect(await applied(stack, tampered)).not.toMatchObject({ code: 0 });
    expect(await writes()).toEqual([]);
    expectDone(await applied(stack, report()));
    expect(await writes()).toEqual([expect.stringMatching(/^POST \/iam\/v2beta1\/groups\/.* 200$/)]);
  });

  test('a plan can only read, even as the applier', async () => {
    const clone = repository.clone();
    const env = { ...(await asApplier()), READS: 'groups.list,roles.list,role_bindings.list' };
    expect(await clone.run(['./pipeline.sh', 'plan', stack], env)).toMatchObject({
      code: 3,
      printed: expect.stringContaining('identity.list'),
    });
  });
});

const asked = async (uid: string, subject: string, claims: Readonly<Record<string, string>>) => {
  const token = await api.oidcToken({ subject, claims });
  const query = new URLSearchParams({ aud: api.baseUrl, identity: uid });
  const response = await fetch(`${api.authUrl}/sts/exchange?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.ok ? 'accepted' : ((await response.json()) as { message: string }).message;
};

describe('accepted tokens', () => {
  test('each workflow has its own identity, and no other workflow has one', async () => {
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('review'))).toBe('accepted');
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('drift'))).toBe('accepted');
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('expiry'))).toBe('accepted');
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('snapshot'))).toBe('accepted');
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('fork'))).toContain('invalid "workflow_ref"');
    expect(await asked(uids.APPLIER_UID, subjects.production, claimsOf('apply'))).toBe('accepted');
    expect(await asked(uids.APPLIER_UID, subjects.production, claimsOf('expiry'))).toBe('accepted');
    expect(await asked(uids.APPLIER_UID, subjects.production, claimsOf('review'))).toContain('invalid "workflow_ref"');
    expect(await asked(uids.PLANNER_UID, subjects.main, claimsOf('synth'))).toContain('invalid "workflow_ref"');
    expect(await asked(uids.APPLIER_UID, subjects.main, claimsOf('apply'))).toContain('invalid "sub"');
    expect(await asked(uids.APPLIER_UID, subjects.main, claimsOf('expiry'))).toContain('invalid "sub"');
  });

  test.each([
    ['a pull request', 'repo:acme@1234/organization@5678:pull_request', {}],
    ['another branch', 'repo:acme@1234/organization@5678:ref:refs/heads/maintenance', {}],
    ['a tag called main', 'repo:acme@1234/organization@5678:ref:refs/tags/main', {}],
    ['another repository', 'repo:acme@1234/shop@7890:ref:refs/heads/main', { repository_id: '7890' }],
    ['another environment', 'repo:acme@1234/organization@5678:environment:staging', {}],
    [
      'a new owner of the name',
      'repo:acme@9999/organization@5678:environment:production',
      { repository_owner_id: '9999' },
    ],
  ])('%s can assume neither identity', async (_who, subject, claims) => {
    for (const [uid, workflow] of [
      [uids.PLANNER_UID, 'review'],
      [uids.APPLIER_UID, 'apply'],
    ] as const)
      expect(await asked(uid, subject, { ...claimsOf(workflow), ...claims })).toContain('invalid "sub"');
  });

  test('a job of the environment on another branch can assume none', async () => {
    const claims = { ...claimsOf('apply'), ref: 'refs/heads/feature' };
    expect(await asked(uids.APPLIER_UID, subjects.production, claims)).toContain('invalid "ref"');
  });
});

interface SynthesizedIdentity {
  readonly claim_match: { readonly subject_pattern?: string };
}
interface SynthesizedIdentities {
  readonly resource: { readonly platform_identity: Record<'gitlab_planner' | 'gitlab_applier', SynthesizedIdentity> };
}

describe('accepted tokens of GitLab', () => {
  const project = { project_id: '12', ref_protected: 'true', environment: 'production', environment_protected: 'true' };
  const branch = (path: string, ref: string) => `project_path:${path}:ref_type:branch:ref:${ref}`;
  let gitLab: Readonly<Record<'planner' | 'applier', string>>;

  beforeAll(async () => {
    const script = `import { App, TerraformStack, Testing } from 'cdktf';
      import { Group, Trust } from 'cdktf-provider-platform';
      const gitLab = Group.fromUid(new TerraformStack(new App(), 'gitlab'), 'gitlab', '${api.rootGroupUid}');
      const project = ${JSON.stringify({
        project: 'acme/org.s',
        ids: { project: '12' },
        audience: '127.0.0.1',
        issuer: `${api.authUrl}/oidc`,
      })};
      gitLab.addIdentity('planner', { assumedBy: Trust.gitLab({ ...project, anyBranch: true }) });
      gitLab.addIdentity('applier', { assumedBy: Trust.gitLab({ ...project, branch: 'main', environment: 'production' }) });
      console.log(Testing.synth(gitLab.node.scope));`;
    const { stdout } = await repository.clone().run([resolve('node_modules/.bin/tsx'), '-e', script], {});
    const { platform_identity: declared } = (JSON.parse(stdout) as SynthesizedIdentities).resource;
    const claimMatchOf = ({
      claim_match: { subject_pattern: subjectPattern, ...match },
    }: SynthesizedIdentity): object => (subjectPattern === undefined ? match : { ...match, subjectPattern });
    const [planner, applier] = [declared.gitlab_planner, declared.gitlab_applier].map(claimMatchOf);
    const client = createClient({ baseUrl: api.baseUrl, token: await api.administratorToken() });
    const { uid } = await client.create(group, api.rootGroupUid, { name: 'gitlab' });
    const made = async (name: string, claimMatch = {}) =>
      (await client.create(identity, uid, { name, claimMatch })).uid;
    gitLab = { planner: await made('planner', planner), applier: await made('applier', applier) };
  });

  test('any branch of the project is the planner; its protected main branch in its protected environment is the applier', async () => {
    expect(await asked(gitLab.planner, branch('acme/org.s', 'feature/x'), project)).toBe('accepted');
    expect(await asked(gitLab.applier, branch('acme/org.s', 'main'), project)).toBe('accepted');
    expect(await asked(gitLab.applier, branch('acme/org.s', 'feature'), project)).toContain('invalid "sub"');
    expect(await asked(gitLab.applier, 'project_path:acme/org.s:ref_type:tag:ref:main', project)).toContain('"sub"');
    expect(await asked(gitLab.planner, branch('acme/orgxs', 'main'), project)).toContain('invalid "sub"');
    for (const [claim, value] of Object.entries({ project_id: '13', environment_protected: 'false' }))
      expect(await asked(gitLab.applier, branch('acme/org.s', 'main'), { ...project, [claim]: value })).toContain(
        `invalid "${claim}"`,
      );
    const ofFork = { ...project, project_id: '99' };
    expect(await asked(gitLab.planner, branch('acme/org.s', 'main'), ofFork)).toContain('invalid "project_id"');
  });
});

describe('the capabilities of the identities', () => {
  test('their roles contain exactly the capabilities that the kinds of the stack need and grant', async () => {
    const held = new Map<string, readonly string[]>();
    const administrator = createClient({ baseUrl: api.baseUrl, token: api.token });
    for await (const { name, capabilities } of administrator.list(role, { childrenOf: api.rootGroupUid }))
      held.set(name, [...capabilities].sort());
    const kinds = ['groups', 'identity', 'roles', 'role_bindings'];
    const each = (verbs: readonly string[]) => kinds.flatMap((kind) => verbs.map((verb) => `${kind}.${verb}`));
    const viewer = BUILT_IN_ROLES.find(({ name }) => name === 'viewer')!.capabilities;
    expect(held.get('pipeline-planner')).toEqual(each(['list']).sort());
    const needed = new Set([...each(['create', 'update', 'list', 'delete']), ...viewer]);
    expect(held.get('pipeline-applier')).toEqual([...needed].sort());
  });

  const clientOf = async (uid: string) => createClient({ baseUrl: api.baseUrl, token: await api.tokenFor(uid) });
  const denied = { code: 'PERMISSION_DENIED' };

  test('the planner only reads the organization', async () => {
    const client = await clientOf(uids.PLANNER_UID);
    expect((await client.get(identity, uids.APPLIER_UID)).name).toBe('applier');
    await expect(client.update(group, uids.MANAGED_GROUP_UID, { description: 'Mine.' })).rejects.toMatchObject(denied);
    await expect(client.create(group, uids.MANAGED_GROUP_UID, { name: 'mine' })).rejects.toMatchObject(denied);
  });

  test('the applier cannot change its trust policy or its role, and has no access outside of its group', async () => {
    const [client, administrator] = [await clientOf(uids.APPLIER_UID), await clientOf(api.administratorUid)];
    const roles = [];
    for await (const held of administrator.list(role, { childrenOf: api.rootGroupUid })) roles.push(held);
    const own = roles.find(({ name }) => name === 'pipeline-applier')!;
    const claimMatch = { issuer: `${api.authUrl}/oidc`, subjectPattern: '.*' };
    await expect(client.update(identity, uids.APPLIER_UID, { claimMatch })).rejects.toMatchObject(denied);
    await expect(client.update(role, own.uid, { capabilities: ['repo.create'] })).rejects.toMatchObject(denied);
    const elsewhere = { identityUid: uids.APPLIER_UID, roleUid: own.uid };
    await expect(client.create(roleBinding, api.rootGroupUid, elsewhere)).rejects.toMatchObject(denied);
    const owner = (await administrator.find(role, 'owner')).uid;
    const more = { identityUid: uids.APPLIER_UID, roleUid: owner };
    await expect(client.create(roleBinding, uids.MANAGED_GROUP_UID, more)).rejects.toMatchObject(denied);
  });
});

describe('after a lockout', () => {
  const bindingOf = async (identityUid: string) => {
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    for await (const binding of client.list(roleBinding, { identity: identityUid })) return binding.uid;
    throw new Error(`${identityUid} is bound nowhere`);
  };

  test('another owner repairs it with their own token and the bootstrap', async () => {
    const client = createClient({ baseUrl: api.baseUrl, token: api.token });
    const account = new URLSearchParams({ issuer: 'https://login.example.com', subject: 'grace@example.com' });
    const found = await fetch(`${api.baseUrl}/iam/v2beta1/identities:lookupIdentity?${account.toString()}`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    const { uid: graceUid } = (await found.json()) as { uid: string };
    const graceToken = await api.tokenFor(graceUid);
    const change = describing("description: 'Moves the money.'", "description: 'Moves the money, and counts it.'");
    const stack = await stacksByPlan(repository.clone(change));
    const { clone } = await reviewed(stack);

    await client.delete(roleBinding, await bindingOf(uids.APPLIER_UID));
    await client.delete(roleBinding, await bindingOf(api.administratorUid));
    await writes();
    expect(await applied(stack, digestIn(clone))).toMatchObject({ code: 3 });
    await expect(stage.bootstrap(api.token)).rejects.toThrow(/PERMISSION_DENIED|403/);
    expect((await writes()).filter((line) => line.endsWith(' 200'))).toEqual([]);

    expect(await stage.bootstrap(graceToken)).toEqual(uids);
    expectDone(await applied(stack, digestIn(clone)));
    expect(await writes()).toEqual([
      expect.stringMatching(/^POST \/iam\/v2beta1\/roleBindings\/.* 200$/),
      expect.stringMatching(/^PATCH \/iam\/v2beta1\/groups\/.* 200$/),
    ]);
  });
});
