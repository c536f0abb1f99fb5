/** A stack with every block of the grammar. Any other member, and any expression at a place without references, is no data. */
import { checkStack } from '../../../src/model/stack';
import type { Random } from '../../support/random';
import { type Json, type Path, getFormerPaths, replacedAt } from './json-paths';
import { type Play, refusedUnless } from './play';

const ROOT = 'a77ac400'.repeat(5);
const SIBLING = 'cross-stack-reference-input-structure';
const lifecycle = {
  ...{ create_before_destroy: true, prevent_destroy: false, ignore_changes: ['description'] },
  replace_triggered_by: ['terraform_data.anchor'],
};

const wholeStack: Json = {
  '//': { metadata: { version: '0.20.0' } },
  terraform: {
    required_version: '>= 1.11',
    required_providers: {
      platform: { source: 'platform-iac.internal/npm/platform', version: '1.0.0' },
      null: { source: 'hashicorp/null', version: '3.2.0' },
    },
    backend: { local: { path: 'terraform.tfstate' } },
  },
  provider: { platform: [{ alias: 'other', base_url: 'https://api.example' }], null: [{}] },
  variable: { name: { type: 'string', default: 'a', description: 'A name', sensitive: false, nullable: false } },
  data: {
    platform_role: { viewer: { name: 'viewer', depends_on: ['platform_group.team'] } },
    terraform_remote_state: {
      [SIBLING]: { backend: 'local', config: { path: 'a.tfstate' }, workspace: '${terraform.workspace}' },
    },
  },
  resource: {
    platform_group: {
      team: { parent_uid: ROOT, name: 'team', description: 'Of ${var.name}', lifecycle, provider: 'platform.other' },
      inner: {
        ...{ parent_uid: '${platform_group.team.uid}', name: 'inner', depends_on: ['terraform_data.anchor'], count: 2 },
        timeouts: { create: '5m', read: '5m', update: '5m', delete: '5m' },
      },
    },
    platform_identity: {
      ci: {
        ...{ group_uid: '${platform_group.team.uid}', name: 'ci' },
        claim_match: { issuer: 'https://issuer.example', subject: 'a', claims: { kind: 'b' } },
      },
    },
    platform_role_binding: {
      ci: {
        ...{ group_uid: `\${data.terraform_remote_state.${SIBLING}.outputs.team}` },
        ...{ identity_uid: '${platform_identity.ci.uid}', role_uid: '${data.platform_role.viewer.uid}' },
      },
    },
    platform_role: { own: { group_uid: ROOT, name: 'own', capabilities: ['groups.list', 'roles.list'] } },
    null_resource: { anchor: { triggers: { team: '${platform_group.team.uid}' } } },
    terraform_data: { anchor: { input: '${platform_group.team.uid}', triggers_replace: ['q4'] } },
  },
  output: {
    team: { value: '${platform_group.inner[*].uid}', description: 'Their uids', sensitive: false },
    made: { value: { at: '${platform_group.team.create_time}' }, depends_on: ['platform_group.team'] },
  },
  moved: [{ from: 'platform_group.former', to: 'platform_group.team' }],
  removed: [{ from: 'platform_group.gone', lifecycle: { destroy: false } }],
  import: [{ to: 'platform_group.team', id: `${ROOT}/1111111111111111` }],
};

/** Blocks whose members have names of their own, or that are values. */
const isValue = (path: Path): boolean =>
  ['//', 'claims', 'config', 'triggers', 'default', 'value', 'local'].some((name) => path.includes(name));

/** Their members are decided by the engine, or by the schema of the resource. */
const OTHERS: readonly unknown[] = ['backend', 'claim_match'];
/** Anchors may read each other. */
const ANCHORED = ['triggers', 'input', 'triggers_replace'];

/** Parts of values that no place of a stack has, except for outputs. */
const EXPRESSIONS = [
  ...['${timestamp()}', '${plantimestamp()}', '${platform_group.team.create_time}', '%{ if true }a%{ endif }'],
  ...[
    'a ${lower(platform_group.team.uid)}',
    '${true ? "a" : "b"}',
    '$${a}${uuid()}',
    '${terraform_data.anchor.output}',
  ],
  ...[
    '${null_resource.anchor.id}',
    '${local.x}',
    '${terraform.workspace}',
    '${path.module}',
    '${platform_group.none.uid}',
  ],
];

interface Mutation {
  readonly name: string;
  readonly stack: unknown;
}

/** Returns stacks that are no data: each differs from the whole stack at one place. */
function mutations(random: Random): Mutation[] {
  const bodies = getFormerPaths(
    wholeStack,
    (value, path) =>
      typeof value === 'object' && !Array.isArray(value) && !isValue(path) && !OTHERS.includes(path.at(-1)),
  );
  const leaves = getFormerPaths(
    wholeStack,
    (value, path) => typeof value !== 'object' && !path.includes('//') && !path.includes('value'),
  );
  const keys = getFormerPaths(wholeStack, (_, path) => ['claims', 'triggers'].includes(String(path.at(-1))));
  const timeouts = leaves.filter((path) => path.includes('timeouts'));
  const replaced = (name: string, path: Path, value: unknown): Mutation => ({
    name: `${name} at ${path.join('.')}`,
    stack: replacedAt(wholeStack, path, value),
  });
  return [
    ...bodies.map((path) => replaced('another member', [...path, 'hooks'], { x: { command: 'touch x' } })),
    ...leaves.map((path) => {
      const isAnchor = ANCHORED.some((name) => path.includes(name));
      const text = random.pick(EXPRESSIONS.filter((expression) => !isAnchor || !expression.includes('anchor')))!;
      return replaced(text, path, path.at(-1) === 'workspace' ? '${timestamp()}' : text);
    }),
    ...keys.map((path) => replaced('an expression in a key', [...path, '${timestamp()}'], 'a')),
    ...timeouts.map((path) => replaced('a short time limit', path, random.pick(['1ms', '59s', '0s', '-5m'])!)),
    replaced(
      'depends_on of a sibling',
      ['data', 'terraform_remote_state', SIBLING, 'depends_on'],
      ['platform_group.team'],
    ),
    replaced('another state', ['data', 'terraform_remote_state', 'mine'], { backend: 'local', config: {} }),
    replaced('a managed uid', ['resource', 'platform_role', 'own', 'group_uid'], `${ROOT}/1111111111111111`),
  ];
}

export const wholeStacks: readonly Play[] = [
  {
    name: 'a stack with every block has another part',
    play(random) {
      const isData = (stack: unknown) =>
        checkStack([{ name: 'cdk.tf.json', text: JSON.stringify(stack) }]).notData.length === 0;
      if (!isData(wholeStack)) return Promise.resolve(refusedUnless(['The whole stack is no data']));
      return Promise.resolve(
        refusedUnless(
          mutations(random).flatMap(({ name, stack }) => (isData(stack) ? [`Data, in spite of ${name}`] : [])),
        ),
      );
    },
  },
];
