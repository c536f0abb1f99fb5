/** A large organization as a seed: departments with teams of about 50 objects, and access across teams, departments and the root. */
import type { SeedObject, SeedTree } from '../../src/emulator';

const ROOT = 'acce'.repeat(10);
const TEAM_SIZE = 50;
const IDENTITIES = 22;
const MOST_DEPARTMENTS = 10;

/** Returns a root group with about this many objects beneath it. */
export function largeOrganization(total: number): SeedTree {
  const teams = Math.max(1, Math.round(total / TEAM_SIZE));
  const departments = Math.min(MOST_DEPARTMENTS, teams);
  let next = 0;
  const inGroup = (uid: string): string => `${uid}/${(0xabcd000000000000n + BigInt(next++)).toString(16)}`;
  const auditor = inGroup(ROOT);
  const uids = Array.from({ length: departments }, () => inGroup(ROOT));
  const teamUids = Array.from({ length: teams }, (_, index) => inGroup(uids[index % departments] ?? ''));
  const identityUids = teamUids.map((uid) => Array.from({ length: IDENTITIES }, () => inGroup(uid)));
  const teamOf = (index: number): SeedObject => {
    const own = identityUids[index] ?? [];
    const neighbour = identityUids[(index + 1) % teams] ?? [];
    const bindings = own.flatMap((identity, number): SeedObject[] => [
      { identity, role: number === 0 ? 'editor' : 'viewer' },
      ...(number % 11 === 0 ? [{ identity, role: auditor }] : []),
    ]);
    return {
      uid: teamUids[index],
      name: `team-${index}`,
      description: `Owns service ${index}.`,
      identities: own.map((uid, number) => ({
        ...{ uid, name: `job-${number}` },
        claimMatch: {
          issuer: 'https://token.actions.githubusercontent.com',
          subject: `repo:acme@1234/service-${index}@${7000 + index}:environment:job-${number}`,
        },
      })),
      roles: [{ name: 'releaser', capabilities: ['groups.list', 'repo.update'] }],
      roleBindings: [...bindings, ...(teams > 1 ? [{ identity: neighbour[0], role: 'viewer' }] : [])].map(
        withUid(teamUids[index] ?? '', inGroup),
      ),
    };
  };
  const departmentOf = (uid: string, department: number): SeedObject => ({
    ...{ uid, name: `department-${department}` },
    groups: teamUids.flatMap((_, index) => (index % departments === department ? [teamOf(index)] : [])),
  });
  const root = {
    ...{ uid: ROOT, name: 'acme' },
    roles: [{ uid: auditor, name: 'auditor', capabilities: ['groups.list', 'repo.list', 'roles.list'] }],
    groups: uids.map(departmentOf),
  };
  return { groups: [root] };
}

function withUid(group: string, inGroup: (group: string) => string) {
  return (binding: SeedObject): SeedObject => ({ uid: inGroup(group), ...binding });
}
