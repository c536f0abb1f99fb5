/** A company of 76 resources, as a synthesized stack has it: teams in departments, who deploys what, and who may look. */

const REPOSITORY = 'platform-iac.internal/npm/platform';
const departments = ['commerce', 'platform', 'data'];
const teams = ['payments', 'shop', 'search', 'mobile', 'build', 'network', 'storage', 'reports'];

type Blocks = Record<string, Record<string, unknown>>;

/** @param extra names of further teams: a change to a company that exists */
export function companyConfig(root: string, extra: readonly string[] = []): string {
  const groups: Blocks = {};
  const roles: Blocks = {};
  const identities: Blocks = {};
  const bindings: Blocks = {};
  for (const name of departments) groups[name] = { parent_uid: root, name };
  const all = [...teams, ...extra];
  all.forEach((team, index) => {
    const department = departments[index % departments.length] ?? '';
    const group_uid = `\${platform_group.${team}.uid}`;
    groups[team] = { parent_uid: `\${platform_group.${department}.uid}`, name: team };
    for (const workload of ['ci', 'deployer', 'monitor']) {
      const identity = `${team}-${workload}`;
      identities[identity] = { group_uid, name: workload, claim_match: claims(team, workload) };
      const role = { ci: 'viewer', deployer: 'editor', monitor: '' }[workload];
      bindings[identity] = {
        group_uid,
        identity_uid: `\${platform_identity.${identity}.uid}`,
        role_uid: role === '' ? `\${platform_role.observer.uid}` : `\${data.platform_role.${role}.uid}`,
      };
    }
  });
  for (const name of ['observer', 'auditor', 'releaser'])
    roles[name] = { group_uid: root, name, capabilities: ['groups.list', 'repo.list', 'roles.list'] };
  teams.forEach((team, index) => {
    bindings[`${team}-releases`] = {
      group_uid: `\${platform_group.${departments[(index + 1) % departments.length] ?? ''}.uid}`,
      identity_uid: `\${platform_identity.${team}-deployer.uid}`,
      role_uid: '${platform_role.releaser.uid}',
    };
  });
  for (const name of departments) {
    const group_uid = `\${platform_group.${name}.uid}`;
    identities[`${name}-audit`] = { group_uid, name: 'audit', claim_match: claims(name, 'audit') };
    bindings[`${name}-audit`] = {
      group_uid: root,
      identity_uid: `\${platform_identity.${name}-audit.uid}`,
      role_uid: '${platform_role.auditor.uid}',
    };
  }
  return JSON.stringify({
    terraform: { required_providers: { platform: { source: REPOSITORY } } },
    provider: { platform: {} },
    data: { platform_role: { viewer: { name: 'viewer' }, editor: { name: 'editor' } } },
    resource: {
      platform_group: groups,
      platform_role: roles,
      platform_identity: identities,
      platform_role_binding: bindings,
    },
  });
}

function claims(team: string, workload: string) {
  return {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: `repo:acme/${team}:environment:${workload}`,
  };
}
