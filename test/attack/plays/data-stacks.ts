/**
 * A stack of data gets a part whose effect the apply, the machine or a program decides. It is then no data for `check-stack`, and no plan
 * of it is proved.
 */
import { checkStack, classifyFile } from '../../../src/model/stack';
import type { Random } from '../../support/random';
import { lateForms, machineForms } from '../changes/edge';
import { honest } from '../changes/honest';
import { type Blocks, joinBlocks } from '../drawn-change';
import { builtInRoles, named } from '../changes/organization';
import { type Play, refusedUnless, withChange } from './play';

type Json = Record<string, unknown>;

interface Danger {
  readonly name: string;
  /** Returns the text of the stack with it. */
  readonly put: (stack: Json, random: Random, created: string) => string;
  /** True for a value: its plan can be proved if it knows the value. */
  readonly isValue?: boolean;
}

const clone = (stack: Json): Json => JSON.parse(JSON.stringify(stack)) as Json;
const provided = { terraform: { required_providers: { platform: { source: 'platform-iac.internal/npm/platform' } } } };

/** Returns the bodies of the resources. */
const bodies = (stack: Json): Json[] =>
  Object.values((stack['resource'] ?? {}) as Record<string, Json>).flatMap((names) => Object.values(names) as Json[]);

/** Puts members into a random resource. */
const member = (name: string, more: Json): Danger => ({
  name,
  put(stack, random) {
    Object.assign(random.pick(bodies(stack))!, more);
    return JSON.stringify(stack);
  },
});
const block = (name: string, more: Json): Danger => ({
  name,
  put: (stack) => JSON.stringify(joinBlocks([stack, more] as Blocks[])),
});
const withForms = (name: string, forms: readonly string[]): Danger => ({
  name,
  isValue: true,
  put(stack, random, created) {
    const body = random.pick(bodies(stack))!;
    const texts = Object.keys(body).filter((key) => typeof body[key] === 'string');
    const form = random
      .pick(forms)!
      .replaceAll('FRESH', created)
      .replaceAll('OTHER', '"b"')
      .replaceAll(/\bR\b/g, '"a"');
    const prefix = random.pick(['', 'x', '$${', 'a ${"$"}{'])!;
    body[random.pick(texts)!] = `${prefix}${form}`;
    return JSON.stringify(stack);
  },
});
const twice = (name: string, key: string, value: string): Danger => ({
  name,
  put: (stack) => JSON.stringify(stack).replace(/\}$/, `,${JSON.stringify(key)}:${value}}`),
});

const dangers: readonly Danger[] = [
  withForms(
    'a value that the apply decides',
    lateForms.filter((form) => !form.includes('local.')),
  ),
  withForms(
    'a value that the machine decides',
    machineForms.filter((form) => !form.includes('local.')),
  ),
  withForms('a time of the apply', ['${FRESH.create_time}', '${timestamp()}', '${plantimestamp()}', '${uuid()}']),
  withForms('a function of a provider', [
    '${provider::platform::uid_parent(FRESH.uid)}',
    '${provider::acme::run("x")}',
  ]),
  withForms('a directive', [
    '%{ if timestamp() == "" }a%{ else }b%{ endif }',
    '%{~ for x in [timestamp()] ~}${x}%{ endfor }',
  ]),
  member('a provisioner', { provisioner: { 'local-exec': { command: 'touch x' } } }),
  member('a list of provisioners', { provisioner: [{ 'local-exec': { command: 'touch x' } }] }),
  member('a connection', { connection: { host: 'evil.example' } }),
  member('a short time limit', { timeouts: { create: '1ms', update: '1ms', delete: '59s' } }),
  member('a precondition', {
    lifecycle: { precondition: [{ condition: '${timestamp() != ""}', error_message: 'x' }] },
  }),
  member('a postcondition', { lifecycle: { postcondition: { condition: '${self.uid != ""}', error_message: 'x' } } }),
  member('an action', { lifecycle: { action_trigger: { events: ['after_create'], actions: ['action.acme_run.x'] } } }),
  member('an unknown member', { backdoor: true }),
  member('a dynamic block', { dynamic: { provisioner: { for_each: ['x'], content: {} } } }),
  member('the provider of another name', { provider: 'acme' }),
  { ...member('a comment that is no comment', { '_//': { command: 'touch x' } }) },
  block('a check', { check: { x: { assert: { condition: '${timestamp() == ""}', error_message: 'x' } } } }),
  block('a data source of another provider', { data: { external: { x: { program: ['sh', '-c', 'touch x'] } } } }),
  block('a resource of another provider', { resource: { acme_run: { x: { command: 'touch x' } } } }),
  block('an ephemeral resource', { ephemeral: { acme_run: { x: {} } } }),
  block('an action block', { action: { acme_run: { x: {} } } }),
  block('an unknown block', { hooks: { x: {} } }),
  block('an ephemeral variable in a provider block', {
    variable: { url: { type: 'string', ephemeral: true } },
    provider: { platform: [{ base_url: '${var.url}' }] },
  }),
  block('an expression in a provider block', { provider: { platform: [{ alias: 'x', base_url: '${timestamp()}' }] } }),
  block('a validation', { variable: { x: { validation: { condition: '${timestamp() == ""}', error_message: 'x' } } } }),
  block('another source of our types', {
    terraform: { required_providers: { platform: { source: 'evil/platform' } } },
  }),
  block('a state store', { terraform: { state_store: { acme_store: {} } } }),
  block('provider metadata', { terraform: { provider_meta: { platform: { x: '${timestamp()}' } } } }),
  block('a program of a removal', {
    removed: [{ from: 'platform_role.gone', provisioner: { 'local-exec': { when: 'destroy', command: 'touch x' } } }],
  }),
  block('a condition of an output', {
    output: { x: { value: 1, precondition: { condition: true, error_message: 'x' } } },
  }),
  twice(
    'a block that occurs twice',
    'resource',
    '{"terraform_data":{"x":{"provisioner":{"local-exec":{"command":"touch x"}}}}}',
  ),
  twice('a provider that occurs twice', 'terraform', '{"required_providers":{"platform":{"source":"evil/platform"}}}'),
];

/** Files that an engine loads together with a stack. */
const FILES = [
  ...['x_override.tf.json', 'override.tf', 'a.tf', 'a.tofu', 'a.tofu.json', 'terraform.tfvars', 'a.auto.tfvars'],
  ...['terraform.tfvars.json', '.x.auto.tfvars.json', 'a.tftest.hcl', 'a.tfquery.hcl', 'cdk_override.tofu.json'],
];

export const dataStacks: readonly Play[] = [
  {
    name: 'a stack of data contains a danger',
    play: (random) =>
      withChange(random, honest, async ({ world, slot, input }) => {
        const stack = joinBlocks([provided as Blocks, builtInRoles, input.blocks]) as Json;
        const isData = (text: string) => checkStack([{ name: 'cdk.tf.json', text }]).notData.length === 0;
        if (!isData(JSON.stringify(stack))) return { result: 'no data', beyond: ['An honest stack is not data'] };
        const put = (danger: Danger) => ({ danger, text: danger.put(clone(stack), random, named(slot).fresh) });
        const accepted = dangers.map(put).filter(({ text }) => isData(text));
        const { danger, text } = put(random.pick(dangers.filter(({ isValue }) => isValue !== true))!);
        const { report } = await world.review(input, 'seed', {
          alter: (_, files) => void (files['attack.tf.json'] = text),
        });
        return refusedUnless(
          [
            ...accepted.map(({ danger: { name } }) => `Data, in spite of ${name}`),
            ...(report.proof?.proved === true ? [`Proved, in spite of ${danger.name}`] : []),
          ],
          `  ${accepted[0]?.text ?? text}`,
        );
      }),
  },
  {
    name: 'a stack of data has another file',
    play() {
      const unseen = FILES.filter((file) => typeof classifyFile(file) === 'string');
      return Promise.resolve(refusedUnless(unseen.map((file) => `Unseen: ${file}`)));
    },
  },
];
