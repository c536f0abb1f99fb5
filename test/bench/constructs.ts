/**
 * The import of the package and the synthesis of 10,000 constructs, against CDK for Terraform alone: the same objects with
 * the same references, as resources of a class that does nothing but write its attributes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMb, inMs, median, type Bench } from './report';

const total = 10_000;
/** The memory of this synthesis in an earlier version. */
const MAX_BYTES = 289e6;
const root = join(__dirname, '../..');

/** @param library the built constructs */
export function constructs(library: string, rounds = 5): Bench {
  return {
    name: 'constructs',
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      const run = (name: string, program: string): Ended => {
        const file = join(folder, `${name}.cjs`);
        writeFileSync(file, program);
        return ended(file, folder);
      };
      try {
        const found = { cdktf: [] as Ended[], ours: [] as Ended[], bare: [] as Ended[], organization: [] as Ended[] };
        for (let round = 0; round <= rounds; round += 1) {
          const one = {
            cdktf: run('cdktf', `require('cdktf');`),
            ours: run('ours', `require(${JSON.stringify(library)});`),
            bare: run('bare', bareProgram(total, 'cdktf')),
            organization: run('organization', organizationProgram(library)),
          };
          // The first round warms the file cache.
          if (round > 0) for (const name of getKeys(found)) found[name].push(one[name]);
        }
        const ms = (name: keyof typeof found): number => median(found[name].map(({ milliseconds }) => milliseconds));
        const rss = (name: keyof typeof found): number => median(found[name].map(({ bytes }) => bytes));
        return [
          { what: 'import of cdktf', value: inMs(ms('cdktf')) },
          { what: 'import of the package', value: inMs(ms('ours')), ratio: ms('ours') / ms('cdktf'), accept: 1.3 },
          { what: `cdktf alone: synthesis of ${total}`, value: `${inMs(ms('bare'))}, ${inMb(rss('bare'))}` },
          {
            what: `constructs: synthesis of ${total}`,
            value: inMs(ms('organization')),
            ratio: ms('organization') / ms('bare'),
            accept: 1.45,
            goal: 1.35,
          },
          { what: '  memory', value: inMb(rss('organization')), ratio: rss('organization') / MAX_BYTES, accept: 1 },
        ];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

interface Ended {
  /** CPU time, because other work on the machine delays a program. */
  readonly milliseconds: number;
  readonly bytes: number;
}

function ended(file: string, cwd: string): Ended {
  const env = { ...process.env, NODE_PATH: join(root, 'node_modules'), ROOT_GROUP_UID: 'a'.repeat(40) };
  const wrapped = `require(${JSON.stringify(file)}); process.stdout.write(JSON.stringify(process.resourceUsage()));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', wrapped], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stdout) as NodeJS.ResourceUsage;
  return { milliseconds: (userCPUTime + systemCPUTime) / 1_000, bytes: maxRSS * 1024 };
}

function getKeys<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}

/** A third are groups, a third identities, a third role bindings: in a tree of fan-out ten, as in an organization. */
const writeTree = (count: number): string => `
  const groups = [root];
  for (let n = 0; n < ${Math.floor(count / 3)}; n++) {
    const parent = groups[Math.floor(n / 10)];
    const group = addGroup(parent, 'g' + n);
    groups.push(group);
    const identity = addIdentity(group, 'i' + n);
    addBinding(group, identity, 'b' + n);
  }
  app.synth();`;

/** Returns a program that synthesizes this many resources without this package. */
export const bareProgram = (count: number, cdk: 'cdktf' | 'cdktn'): string => `
  const { App, TerraformStack, TerraformResource } = require('${cdk}');
  class Resource extends TerraformResource {
    constructor(scope, id, type, attributes) {
      super(scope, id, { terraformResourceType: type });
      this.attributes = attributes;
    }
    get uid() { return this.getStringAttribute('uid'); }
    synthesizeAttributes() { return this.attributes; }
  }
  const app = new App({ outdir: 'out-bare' });
  const stack = new TerraformStack(app, 'org');
  const root = { uid: process.env.ROOT_GROUP_UID, scope: stack };
  const claims = (name) => ({ issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1/' + name + '@2:ref:refs/heads/main' });
  const getScope = (parent) => parent.scope ?? parent;
  const addGroup = (parent, name) => new Resource(getScope(parent), name, 'platform_group', { parent_uid: parent.uid, name });
  const addIdentity = (group, name) => new Resource(group, name, 'platform_identity', { group_uid: group.uid, name, claim_match: claims(name) });
  const addBinding = (group, identity, name) => new Resource(group, name, 'platform_role_binding', { group_uid: group.uid, identity_uid: identity.uid, role_uid: process.env.ROOT_GROUP_UID });
  ${writeTree(count)}`;

function organizationProgram(library: string): string {
  return `
  const { App, TerraformStack } = require('cdktf');
  const { Group, PlatformProvider, RoleBinding } = require(${JSON.stringify(library)});
  const app = new App({ outdir: 'out-organization' });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform');
  const root = Group.fromUid(stack, 'root', process.env.ROOT_GROUP_UID);
  const claimMatch = (name) => ({ issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1/' + name + '@2:ref:refs/heads/main' });
  const addGroup = (parent, name) => parent.addGroup(name);
  const addIdentity = (group, name) => group.addIdentity(name, { claimMatch: claimMatch(name) });
  const addBinding = (group, identity, name) => new RoleBinding(group, name, { identity, role: process.env.ROOT_GROUP_UID });
  ${writeTree(total)}`;
}
