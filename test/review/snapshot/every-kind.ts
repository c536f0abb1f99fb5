/** An organization with objects of every kind, and objects whose every field has a value, secrets included. */
import { createHash } from 'node:crypto';
import type { SeedTree } from '../../../src/emulator';
import { snakeCase, type Values } from '../../../src/model/api';
import { resourceSettings } from '../../../src/model/kinds';
import {
  behaves,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  toAttribute,
  withVersions,
} from '../../../src/model/schema';

/** The uid of a built-in role of the emulator. */
export function builtInRole(name: string): string {
  return createHash('sha1').update(`built-in role ${name}`).digest('hex');
}

const subject = 'repo:acme@1234/shop@7890:ref:refs/heads/main';
const claimMatch = { issuer: 'https://token.actions.githubusercontent.com', subject };

export const SECRET = 'a secret value';

export const everyKind: SeedTree = {
  identities: [
    {
      uid: 'ada0'.repeat(10),
      email: 'ada@example.com',
      account: { issuer: 'https://login.example.com', subject: 'ada' },
    },
  ],
  groups: [
    {
      name: 'acme',
      description: 'Everything – Zürich 🏔',
      roles: [{ name: 'lister', capabilities: ['groups.list', 'roles.list', 'groups.update'] }],
      identities: [{ name: 'reader', claimMatch }],
      roleBindings: [
        { identity: 'reader', role: 'lister' },
        { identityUid: 'ada0'.repeat(10), role: 'viewer' },
      ],
      identityProviders: [
        {
          name: 'staff',
          defaultRole: builtInRole('viewer'),
          oidc: {
            issuer: 'https://login.example.com',
            clientId: 'platform',
            clientSecret: SECRET,
            groupsClaim: 'groups',
          },
          externalGroupRoleMappings: [{ externalGroupId: 'platform-engineers', role: 'viewer', scope: 'payments' }],
        },
      ],
      groups: [
        {
          name: 'payments',
          identities: [{ name: 'ci', claimMatch: { ...claimMatch, claims: { repository_id: '7890' } } }],
          roleBindings: [{ identity: 'ci', role: 'viewer' }],
          accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
          groupInvites: [{ role: 'viewer', ttl: '86400s', email: 'eve@example.com', singleUse: true }],
        },
      ],
    },
  ],
};

/** Returns an object of the API with a value for every field. Secrets have the value {@link SECRET}. */
export function filledObject({ fields }: Declaration): Values {
  return filled(fields, (name) => name);
}

/** Returns the attributes of a resource with a value for each. Secrets have the value {@link SECRET}. */
export function filledAttributes(declaration: Declaration): Values {
  const { terraform, parent } = declaration;
  const fields = { ...declaration.fields, ...terraform?.fields, ...resourceSettings(declaration) };
  const encrypted = snakeCase(terraform?.encryptedSecret?.encrypted ?? 'none');
  return {
    ...filled(withVersions(fields), toAttribute),
    ...(parent !== undefined && { [snakeCase(parent.name)]: 'a1'.repeat(20) }),
    ...(encrypted !== 'none' && { [encrypted]: SECRET }),
  };
}

function filled(fields: Fields, getName: (name: string, field: Field) => string): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      getName(name, field),
      behaves(field, 'sensitive') ? SECRET : toValue(field.type, getName),
    ]),
  );
}

function toValue(type: FieldType, getName: (name: string, field: Field) => string): unknown {
  switch (type.is) {
    case 'message':
      return filled(type.fields, getName);
    case 'list':
      return [toValue(type.of, getName)];
    case 'map':
      return { key: toValue(type.of, getName) };
    case 'bool':
      return true;
    case 'integer':
    case 'number':
      return 7;
    default:
      return 'format' in type && type.format === 'uid' ? 'a1'.repeat(20) : 'text';
  }
}
