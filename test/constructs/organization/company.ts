/** A company of 76 resources on three levels: departments, and teams that deploy, observe and release. */
import type { TerraformStack } from 'cdktf';
import { Organization, type GroupData, type GroupContents } from '../../../constructs';

const capabilities = ['groups.list', 'repo.list', 'roles.list'] as const;
const departments = {
  commerce: ['payments', 'mobile', 'storage'],
  platform: ['shop', 'build', 'reports'],
  data: ['search', 'network'],
};

const from = (repository: string, environment: string) => ({
  claimMatch: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: `repo:acme@1234/${repository}@7890:environment:${environment}`,
  },
});

const team = (name: string): GroupData => ({
  identities: {
    ci: { ...from(name, 'ci'), roles: ['viewer'] },
    deployer: { ...from(name, 'deployer'), roles: ['editor'] },
    monitor: { ...from(name, 'monitor'), roles: ['observer'] },
  },
});

const names = Object.keys(departments);

/** Each department contains its teams, and the deployers of another department release in it. */
const department = ([name, teams]: readonly [string, readonly string[]], index: number): [string, GroupData] => {
  const other = names.at(index - 1) as keyof typeof departments;
  return [
    name,
    {
      identities: { audit: from(name, 'audit') },
      groups: Object.fromEntries(teams.map((one) => [one, team(one)])),
      grants: [{ role: 'releaser', identities: departments[other].map((one) => `${other}/${one}/deployer`) }],
    },
  ];
};

const contents: GroupContents = {
  roles: { observer: { capabilities }, auditor: { capabilities }, releaser: { capabilities } },
  groups: Object.fromEntries(Object.entries(departments).map(department)),
  grants: [{ role: 'auditor', identities: names.map((name) => `${name}/audit`) }],
};

export const company = (stack: TerraformStack, root: string): Organization =>
  new Organization(stack, 'acme', { root, ...contents });
