/** Creates a large organization with changes, as the input of the page. */
import { builtInRole, createAccessGraph, type AccessGraph, type GrantInput } from '../../../src/access/graph';
import type { ReviewedObject, HtmlInput } from '../../../src/review';

const root = 'ac3e'.repeat(10);
const uid = (parent: string, number: number) => `${parent}/${number.toString(16).padStart(16, '0')}`;

/** Returns an organization with teams: each has a group, identities and role bindings. By default one object in ten changes. */
export function largeInput(
  count: number,
  { width = 12, changed = 0.1 }: { width?: number; changed?: number } = {},
): HtmlInput {
  const objects: ReviewedObject[] = [];
  const groups = [{ key: root, name: 'acme', parent: undefined as string | undefined, path: 'acme' }];
  const identities: { key: string; name: string; group: string }[] = [];
  const grants: (GrantInput & { isNew: boolean })[] = [];
  const roles = ['owner', 'editor', 'viewer'].map((name) => builtInRole(name));
  const isNew = (number: number) => number % Math.round(1 / changed) === 3;
  const side = (key: string, group: string | undefined, fields: Record<string, string>) => ({
    key,
    ...(group !== undefined && { group }),
    fields,
  });
  const add = (
    kind: string,
    node: NonNullable<ReviewedObject['node']>,
    name: string,
    path: string,
    key: string,
    group: string | undefined,
    fields: Record<string, string>,
  ) => {
    const number = objects.length;
    const status = number > 3 && isNew(number) && node === 'grant' ? 'added' : 'kept';
    const now = side(key, group, fields);
    objects.push({
      ...{ kind, node, name, path, status, changes: [], isManaged: true, plan: 'organization.json', after: now },
      ...(status === 'kept' && { before: now }),
      address: `module.teams["${name}"].platform_${kind.replace(' ', '_')}.this`,
    });
    return status === 'added';
  };
  add('group', 'group', 'acme', 'acme', root, undefined, { name: 'acme' });
  for (let number = 1; objects.length < count; number++) {
    const parent = groups[Math.floor((number - 1) / width)] ?? groups[0]!;
    const group = {
      key: uid(parent.key, number),
      name: `team ${number}`,
      parent: parent.key,
      path: `${parent.path}/team ${number}`,
    };
    groups.push(group);
    add('group', 'group', group.name, group.path, group.key, parent.key, {
      name: group.name,
      description: `What team ${number} runs`,
    });
    for (const [index, name] of ['ci', 'deploy'].entries()) {
      const identity = {
        key: uid(group.key, 10 * number + index),
        name: `${name} identity ${number}`,
        group: group.key,
      };
      identities.push(identity);
      const fields = {
        name: identity.name,
        description: 'Runs in the pipeline of its team',
        'claim_match.issuer': 'https://token.actions.githubusercontent.com',
        'claim_match.subject': `repo:acme/team-${number}:ref:refs/heads/main`,
      };
      add('identity', 'identity', identity.name, `${group.path}/${identity.name}`, identity.key, group.key, fields);
      const grant = {
        key: uid(group.key, 0xf0000 + 10 * number + index),
        identity: identity.key,
        role: ['editor', 'viewer'][index]!,
        group: group.key,
      };
      const path = `${group.path}/${identity.name} is ${grant.role} in ${group.path}`;
      const added = add('role binding', 'grant', grant.key.slice(-16), path, grant.key, group.key, {
        group_uid: group.path,
        identity_uid: identity.name,
        role_uid: grant.role,
      });
      grants.push({ ...grant, isNew: added });
    }
  }
  const graphOf = (isBefore: boolean): AccessGraph =>
    createAccessGraph({ groups, identities, roles, grants: grants.filter((grant) => !isBefore || !grant.isNew) });
  return { before: graphOf(true), after: graphOf(false), objects, unknownRoles: new Set() };
}
