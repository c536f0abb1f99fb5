/**
 * A plan that equals the approved one, except for one part that an engine would execute, evaluate or store: no reader may
 * accept it with the approval. If the part is a program, the gate must stop the plan also without an approval.
 */
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { reasonsAgainst } from '../../../src/review';
import { GATE } from '../beyond';
import { isAtLeast } from '../../../src/access/rules';
import { honest } from '../changes/honest';
import type { PlanDocument } from '../world';
import { type Play, refusedUnless, withChange } from './play';

type Json = Record<string, unknown>;

export interface Addition {
  readonly name: string;
  /** True if it can do everything that the applying identity can. */
  readonly isProgram?: boolean;
  /** Adds the part to the plan, and to the files of its configuration. It contains {@link CONTENT} if its content can change. */
  readonly alter: (plan: PlanDocument, files: Record<string, string>) => void;
}

/** The content of the added parts, and another one. */
const CONTENT = 'touch-x';
const OTHER_CONTENT = 'touch-y';

const ACME = 'registry.terraform.io/acme/run';
const KNOWN = 'registry.terraform.io/acme/known';
const EXTERNAL = 'registry.terraform.io/hashicorp/external';

const listAt = (plan: PlanDocument, ...path: readonly string[]): Json[] => {
  const parent = objectAt(plan, ...path.slice(0, -1));
  const name = path.at(-1)!;
  return (parent[name] ??= []) as Json[];
};
const objectAt = (plan: PlanDocument, ...path: readonly string[]): Json =>
  path.reduce<Json>((inner, name) => (inner[name] ??= {}) as Json, plan);

/** The resources that the plan creates or deletes. */
const madeOrGone = (plan: PlanDocument): Json[] =>
  listAt(plan, 'resource_changes').filter(({ change }) =>
    ['create', 'delete'].some((action) => ((change as Json)['actions'] as string[]).includes(action)),
  );
const blockAt = (plan: PlanDocument, address: unknown): Json | undefined =>
  listAt(plan, 'configuration', 'root_module', 'resources').find((one) => one['address'] === address);

function addChange(plan: PlanDocument, type: string, provider: string, change: Json, mode = 'managed'): void {
  const address = `${mode === 'data' ? 'data.' : ''}${type}.added`;
  const instance = { address, mode, type, name: 'added', provider_name: provider };
  listAt(plan, 'resource_changes').push({
    ...instance,
    change: { before: null, after: {}, after_unknown: {}, ...change },
  });
  const { provider_name: _, ...block } = instance;
  const provider_config_key = provider.split('/').at(-1);
  listAt(plan, 'configuration', 'root_module', 'resources').push({ ...block, provider_config_key, expressions: {} });
}

/** Adds a block to the file of the configuration. */
function addBlock(files: Record<string, string>, type: string, body: unknown): void {
  const [name = '', text = ''] = Object.entries(files)[0] ?? [];
  files[name] = JSON.stringify({ ...(JSON.parse(text) as Json), [type]: body });
}

const provisioner = (when: string): Addition['alter'] => {
  return (plan) => {
    const made = madeOrGone(plan)
      .map(({ address }) => blockAt(plan, address))
      .find((block) => block !== undefined);
    if (made === undefined) return;
    const expressions = { command: { constant_value: `${CONTENT} ${when}` } };
    made['provisioners'] = [{ type: 'local-exec', expressions }];
  };
};
const invocation = (trigger: Json): Addition['alter'] => {
  return (plan) => {
    listAt(plan, 'action_invocations').push({
      ...{ address: 'action.acme_run.added', type: 'acme_run', name: 'added', provider_name: ACME },
      ...{ config_values: {}, config_unknown: {}, ...trigger },
    });
  };
};

export const additions: readonly Addition[] = [
  { name: 'a provisioner', isProgram: true, alter: provisioner('create') },
  {
    name: 'an action of a resource',
    isProgram: true,
    alter: (plan, files) =>
      invocation({
        lifecycle_action_trigger: {
          triggering_resource_address: listAt(plan, 'resource_changes')[0]?.['address'],
          ...{ action_trigger_event: 'AfterCreate', action_trigger_block_index: 0, actions_list_index: 0 },
        },
      })(plan, files),
  },
  { name: 'an action of the command line', isProgram: true, alter: invocation({ invoke_action_trigger: {} }) },
  {
    name: 'a resource of a provider that the state does not have',
    isProgram: true,
    alter: (plan) => addChange(plan, 'acme_run', ACME, { actions: ['create'], after: { command: CONTENT } }),
  },
  {
    name: 'a resource of a known provider',
    alter: (plan) => addChange(plan, 'acme_known', KNOWN, { actions: ['create'], after: { command: CONTENT } }),
  },
  {
    name: 'a data source that runs a program at apply',
    isProgram: true,
    alter: (plan) =>
      addChange(plan, 'external', EXTERNAL, { actions: ['read'], after_unknown: { result: true } }, 'data'),
  },
  {
    name: 'a data source that has run a program',
    isProgram: true,
    alter(plan) {
      const instance = { address: 'data.external.added', mode: 'data', type: 'external', name: 'added' };
      listAt(plan, 'prior_state', 'values', 'root_module', 'resources').push({
        ...{ ...instance, provider_name: EXTERNAL, values: { result: {} } },
      });
      const expressions = { program: { constant_value: ['sh', '-c', CONTENT] } };
      listAt(plan, 'configuration', 'root_module', 'resources').push({
        ...{ ...instance, provider_config_key: 'external', expressions },
      });
    },
  },
  {
    name: 'a data source of a provider that the state does not have',
    isProgram: true,
    alter: (plan) => addChange(plan, 'acme_run', ACME, { actions: ['read'], after_unknown: { id: true } }, 'data'),
  },
  {
    name: 'a provider block of another provider',
    isProgram: true,
    alter: (plan) =>
      void (objectAt(plan, 'configuration', 'provider_config')['run'] = {
        name: 'run',
        full_name: ACME,
        expressions: {},
      }),
  },
  ...['base_url', 'auth_url', 'on_existing'].map((name): Addition => ({
    name: `${name} in the provider block`,
    alter(plan) {
      const block = objectAt(plan, 'configuration', 'provider_config', 'platform');
      const value = name === 'on_existing' ? 'create' : `https://${CONTENT}.example`;
      block['expressions'] = { ...(block['expressions'] as Json), [name]: { constant_value: value } };
    },
  })),
  {
    name: 'another provider block of ours',
    alter(plan) {
      objectAt(plan, 'configuration', 'provider_config')['platform.other'] = {
        ...{ name: 'platform', full_name: PROVIDER_ADDRESS, alias: 'other' },
        expressions: { base_url: { constant_value: `https://${CONTENT}.example` } },
      };
    },
  },
  {
    name: 'an output',
    alter(plan) {
      objectAt(plan, 'output_changes')['added'] = {
        ...{ actions: ['create'], before: null, after: CONTENT, after_unknown: false },
        ...{ before_sensitive: false, after_sensitive: false },
      };
      objectAt(plan, 'configuration', 'root_module', 'outputs')['added'] = { expression: { constant_value: CONTENT } };
    },
  },
  {
    name: 'a provisioner of a removed block',
    isProgram: true,
    alter(plan, files) {
      const parent_uid = 'a77ac400'.repeat(5);
      const before = { uid: `${parent_uid}/dddddddddddddddd`, name: 'gone', parent_uid };
      listAt(plan, 'resource_changes').push({
        ...{ address: 'platform_group.gone', mode: 'managed', type: 'platform_group', name: 'gone' },
        ...{ provider_name: PROVIDER_ADDRESS, change: { actions: ['delete'], before, after: null, after_unknown: {} } },
      });
      addBlock(files, 'removed', [
        {
          ...{ from: 'platform_group.gone', lifecycle: { destroy: true } },
          provisioner: { 'local-exec': { when: 'destroy', command: CONTENT } },
        },
      ]);
    },
  },
  {
    name: 'a write',
    alter(plan) {
      addChange(plan, 'platform_group', PROVIDER_ADDRESS, {
        ...{
          actions: ['create'],
          after: { name: CONTENT, parent_uid: 'a77ac400'.repeat(5) },
          after_unknown: { uid: true },
        },
      });
    },
  },
  { name: 'a new list of the engine', alter: (plan) => void listAt(plan, 'hooks').push({ command: CONTENT }) },
  {
    name: 'a new member of a change',
    alter(plan) {
      const [first] = listAt(plan, 'resource_changes');
      if (first !== undefined) first['hooks'] = { after: CONTENT };
    },
  },
  {
    name: 'a new member of a module',
    alter: (plan) => void (objectAt(plan, 'configuration', 'root_module')['hooks'] = [{ command: CONTENT }]),
  },
  {
    name: 'an unknown kind of ours',
    isProgram: true,
    alter: (plan) => addChange(plan, 'platform_backdoor', PROVIDER_ADDRESS, { actions: ['create'] }),
  },
  {
    name: 'an unknown attribute of ours',
    isProgram: true,
    alter(plan) {
      const found = listAt(plan, 'resource_changes').find(({ change }) => (change as Json)['after'] !== null);
      if (found !== undefined) Object.assign((found['change'] as Json)['after'] as Json, { backdoor: true });
    },
  },
];

/** Another provider that the state has already: a resource of it is a line of the report, and no finding at the gate. */
export function addKnownProvider(plan: PlanDocument): void {
  listAt(plan, 'prior_state', 'values', 'root_module', 'resources').push({
    ...{
      address: 'acme_known.old',
      mode: 'managed',
      type: 'acme_known',
      name: 'old',
      provider_name: KNOWN,
      values: {},
    },
  });
}

/** Replaces the content of a part. */
function changeContent(plan: PlanDocument, files: Record<string, string>): void {
  for (const all of [plan, files])
    Object.assign(all, JSON.parse(JSON.stringify(all).replaceAll(CONTENT, OTHER_CONTENT)) as Json);
}

/** Additions to one plan. */
const TRIED = 4;

export const addedParts: readonly Play[] = [
  {
    name: 'a plan gets another part after its approval',
    play: (random) =>
      withChange(random, honest, async ({ world, input }) => {
        const bare = await world.review(input, 'seed', { alter: addKnownProvider });
        if (bare.report.digest === undefined) return { result: 'inconclusive', beyond: [] };
        const beyond: string[] = [];
        for (let tried = 0; tried < TRIED; tried++) {
          const addition = random.pick(additions)!;
          const isChanged = random.chance(50);
          const reviewWith = (change?: Addition['alter']) =>
            world.review(input, 'seed', {
              alter(plan, files) {
                addKnownProvider(plan);
                addition.alter(plan, files);
                change?.(plan, files);
              },
            });
          const approved = isChanged ? await reviewWith() : bare;
          const { review, report, json } = await reviewWith(isChanged ? changeContent : undefined);
          // Without a place for the part, or without a content, the plan is the same.
          if (json === approved.json) continue;
          const reasons = await reasonsAgainst(approved.report, review, world.client);
          const isConclusive = report.digest !== undefined;
          const isGreen = isConclusive && !report.findings.some(({ severity }) => isAtLeast(severity, GATE));
          const what = `${isChanged ? 'another content of ' : ''}${addition.name}`;
          beyond.push(
            ...(isConclusive && report.digest === approved.report.digest
              ? [`The digest is the same with ${what}`]
              : []),
            ...(isConclusive && reasons.length === 0 ? [`The approval is valid with ${what}`] : []),
            ...(addition.isProgram === true && isGreen ? [`The gate is green with ${what}`] : []),
          );
        }
        return refusedUnless(beyond);
      }),
  },
];
