/** Stacks inside the grammar: one with every production, and generated ones. */
import fc from 'fast-check';
import { PROVIDER_ADDRESS } from '../../../../src/model/api';

export const uid = 'c0ffee00'.repeat(5);

type Json = Record<string, unknown>;

const metadata = (path: string) => ({
  '//': { metadata: { path, uniqueId: path, source: { file: 'main.ts', line: 7 } } },
});

/** Returns a stack with every production. */
export function everyProduction(): Json {
  return {
    '//': { metadata: { stackName: 'organization' }, outputs: { a: '${timestamp()}' } },
    terraform: {
      required_version: '>= 1.8',
      backend: { http: { address: 'https://state.example/organization' } },
      required_providers: {
        platform: { source: PROVIDER_ADDRESS, version: '0.1.0' },
        null: { source: 'null', version: '3.2.4' },
      },
    },
    provider: { platform: [{}, { alias: 'other', base_url: 'https://api.example' }], null: [{}] },
    variable: {
      repository: {
        ...{ type: 'string', default: '7890', description: 'An id' },
        ...{ sensitive: false, nullable: false, ephemeral: false },
      },
    },
    data: {
      platform_role: { viewer: { ...metadata('org/viewer'), name: 'viewer' } },
      platform_groups: { all: { children_of: '${platform_group.shop.uid}', depends_on: ['platform_group.shop'] } },
      terraform_remote_state: {
        'cross-stack-reference-input-structure': {
          backend: 'pg',
          config: { schema_name: 'structure' },
          workspace: '${terraform.workspace}',
        },
      },
    },
    resource: {
      platform_group: {
        shop: {
          ...metadata('org/shop'),
          parent_uid: uid,
          name: 'shop',
          description:
            'Costs $${x} and 100%%{y}, for ${platform_role.auditor.name} in ${data.platform_role.viewer.name}',
          deletion_protection: true,
          timeouts: { create: '1m', update: '1h30m' },
          lifecycle: { create_before_destroy: true, prevent_destroy: false, ignore_changes: ['description'] },
        },
        teams: { parent_uid: '${platform_group.shop.uid}', name: 'team', count: 2, provider: 'platform.other' },
      },
      platform_role: {
        auditor: { group_uid: uid, name: 'auditor', capabilities: ['groups.list', 'roles.list'] },
        copy: {
          group_uid: '${platform_role.auditor.group_uid}',
          name: 'copy',
          capabilities: '${platform_role.auditor.capabilities}',
        },
      },
      platform_identity: {
        ci: {
          ...metadata('org/ci'),
          group_uid: '${platform_group.shop.uid}',
          name: 'ci',
          claim_match: {
            issuer: 'https://token.example',
            subject: 'repo:acme/shop@${var.repository}',
            claims: { job: 'x' },
          },
          rotate_on: { quarter: '2026-q4' },
          depends_on: ['null_resource.settled', 'platform_group.teams[0]'],
          lifecycle: { replace_triggered_by: ['terraform_data.rotation'] },
        },
      },
      platform_role_binding: {
        ci: {
          group_uid: '${data.terraform_remote_state.cross-stack-reference-input-structure.outputs.shop}',
          identity_uid: '${platform_identity.ci.uid}',
          role_uid: '${data.platform_role.viewer.uid}',
        },
      },
      null_resource: {
        settled: { triggers: { team: '${platform_group.teams[1].uid}' }, depends_on: ['platform_group.shop'] },
      },
      terraform_data: { rotation: { triggers_replace: { quarter: 'q4' }, input: '${null_resource.settled.id}' } },
    },
    output: {
      created: { value: '${platform_group.shop.create_time}', description: 'A time', sensitive: false },
      names: {
        value: ['${data.platform_groups.all.groups[*].name}', '${terraform_data.rotation.output}'],
        depends_on: ['platform_group.shop'],
      },
    },
    import: [{ to: 'platform_group.shop', id: `${uid}/0011223344556677`, provider: 'platform' }],
    moved: [{ from: 'platform_group.old', to: 'platform_group.shop' }],
    removed: [{ from: 'platform_role.gone', lifecycle: { destroy: false } }],
  };
}

/** Texts without a template. */
const literalText = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\{/g, '('));
const name = fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/);
const literal = fc.oneof(
  literalText,
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.array(literalText),
  fc.dictionary(literalText, literalText),
);

/** Stacks of groups, identities, roles and bindings that refer to each other. */
export const generatedStack: fc.Arbitrary<Json> = fc
  .record({
    groups: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
    identities: fc.uniqueArray(name, { maxLength: 4 }),
    variables: fc.uniqueArray(name, { maxLength: 3 }),
    texts: fc.array(literalText, { minLength: 8, maxLength: 8 }),
    picks: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
    triggers: fc.dictionary(literalText, literal),
    seconds: fc.integer({ min: 60, max: 10_000 }),
  })
  .map(({ groups, identities, variables, texts, picks, triggers, seconds }) => {
    const pick = <T>(list: readonly T[], at: number): T => list[(picks[at % picks.length] ?? 0) % list.length]!;
    const text = (at: number) => texts[at % texts.length] ?? '';
    const references = [
      ...groups.flatMap((id) => [`\${platform_group.${id}.uid}`, `\${platform_group.${id}.name}`]),
      ...variables.map((id) => `\${var.${id}}`),
      '${data.platform_role.viewer.description}',
    ];
    const mixed = (at: number) => `${text(at)}${pick(references, at)}${text(at + 1).replace(/^[$%]+/, '')}`;
    const group = (id: string, at: number) => [
      id,
      {
        name: pick([text(at), mixed(at)], at),
        ...(at > 0 && { parent_uid: `\${platform_group.${groups[at - 1]}.uid}` }),
        timeouts: { create: `${seconds}s` },
      },
    ];
    const identity = (id: string, at: number) => [
      id,
      {
        group_uid: `\${platform_group.${pick(groups, at)}.uid}`,
        name: text(at),
        claim_match: { issuer: text(at), subject: mixed(at) },
      },
    ];
    const binding = (id: string, at: number) => [
      id,
      {
        group_uid: `\${platform_group.${pick(groups, at + 3)}.uid}`,
        identity_uid: `\${platform_identity.${id}.uid}`,
        role_uid: '${data.platform_role.viewer.uid}',
        depends_on: [`platform_group.${pick(groups, at)}`],
      },
    ];
    return {
      terraform: { required_providers: { platform: { source: PROVIDER_ADDRESS } } },
      variable: Object.fromEntries(variables.map((id) => [id, { type: 'string' }])),
      data: { platform_role: { viewer: { name: 'viewer' } } },
      resource: {
        platform_group: Object.fromEntries(groups.map(group)),
        platform_identity: Object.fromEntries(identities.map(identity)),
        platform_role_binding: Object.fromEntries(identities.map(binding)),
        terraform_data: { anchor: { triggers_replace: triggers } },
      },
      output: { all: { value: groups.map((id) => `\${platform_group.${id}.create_time}`) } },
    };
  });
