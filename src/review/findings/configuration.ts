/** Findings about the configuration around the objects: provider blocks, outputs and the arguments of the plan. */
import { isOurProvider } from '../../model/api';
import { SERVICE_ATTRIBUTES, type ProviderAttribute } from '../../model/kinds';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { PARTIAL_ARGUMENTS } from '../input/plan/arguments';
import { findReferences } from '../input/plan/configuration';
import { UNKNOWN_VALUE, type OutputChange, type TerraformPlan, type ProviderBlock } from '../input/plan/plan';
import { codeAddress, getConstant } from '../input/plan/provider-blocks';
import { codeFact } from '../input/plan/saved-code';
import type { Finding } from './shared/finding';

/** Arguments that decide the applying identity. They can have any source, if plan and apply use the same one. */
const CREDENTIALS: readonly ProviderAttribute[] = ['token', 'identity_uid', 'identity_token', 'identity_token_file'];

/** Reports expressions in provider blocks: the apply evaluates them again, possibly with another value. */
export function providerNotConstant({ plans }: Analysis): Finding[] {
  return plans.flatMap((plan) =>
    plan.configuration.providers
      .filter(({ provider }) => isOurProvider(provider))
      .flatMap((block): Finding[] => {
        const changing = [
          ...SERVICE_ATTRIBUTES.filter((attribute) => getConstancy(block, attribute) === 'changing'),
          ...CREDENTIALS.filter((credential) =>
            findReferences(block.expressions[credential]).includes('terraform.applying'),
          ),
        ];
        const unproved = SERVICE_ATTRIBUTES.filter((attribute) => getConstancy(block, attribute) === 'unproved');
        if (changing.length + unproved.length === 0) return [];
        const mentions = [
          ...new Set([...changing, ...unproved].flatMap((one) => findReferences(block.expressions[one]))),
        ];
        return [
          {
            id: 'provider-not-constant',
            severity: changing.length > 0 ? 'high' : 'medium',
            subject: `provider ${block.key}`,
            reason: `${few([...changing, ...unproved])} of provider ${block.key} ${changing.length > 0 ? 'can have another value when the plan is applied' : 'cannot be proved constant'}${mentions.length > 0 ? ` (it depends on ${few(mentions)})` : ''}. Write a constant, or leave it to the environment.`,
            evidence: [...changing, ...unproved].map((one) => [
              ...[one, block.expressions[one]],
              ...codeFact(plan, codeAddress(block), { counts: (part) => 'name' in part && part.name === one }),
            ]),
            address: `provider.${block.key}`,
            plan: plan.name,
          },
        ];
      }),
  );
}

/** `unproved`: JSON shows which variables HCL mentions, but not which functions it calls with them. */
function getConstancy(block: ProviderBlock, name: string): 'constant' | 'unproved' | 'changing' {
  if (getConstant(block, name) !== undefined) return 'constant';
  const references = findReferences(block.expressions[name]);
  const isInRoot = !block.key.includes(':');
  return isInRoot && references.length > 0 && references.every((reference) => /^var\.[\w-]+$/.test(reference))
    ? 'unproved'
    : 'changing';
}

/** Reports outputs with secrets: everyone who can read the outputs of the state can read them. */
export function outputExposes({ plans }: Analysis): Finding[] {
  return plans.flatMap((plan) => {
    const secrets = getSecrets(plan);
    return plan.outputs.flatMap((output): Finding[] => {
      if (output.actions.includes('delete') && output.actions.length === 1) return [];
      const exposed = exposedBy(output, secrets);
      if (exposed === undefined) return [];
      const { name, isSensitive, expression } = output;
      return [
        {
          id: 'output-exposes',
          severity: isSensitive ? 'medium' : 'high',
          subject: `output ${name}`,
          reason: `Output ${name} ${exposures[exposed]}. ${isSensitive ? 'Everyone who can read the outputs of this state can read it' : 'It appears in logs, and everyone who can read the outputs of this state can read it'}.`,
          evidence: [exposed, expression],
          address: `output.${name}`,
          plan: plan.name,
        },
      ];
    });
  });
}

const exposures = { unmarked: 'is no longer sensitive', secret: 'contains a sensitive value' } as const;

function exposedBy(
  { actions, isSensitive, wasSensitive, after }: OutputChange,
  secrets: ReadonlySet<string>,
): keyof typeof exposures | undefined {
  if (actions.includes('update') && wasSensitive && !isSensitive) return 'unmarked';
  return contains(after, secrets) ? 'secret' : undefined;
}

function isCollection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const SHORTEST_SECRET = 8;

/** Returns the sensitive texts in the state, and in planned objects of ours. */
function getSecrets({ prior, changes = [] }: TerraformPlan): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (value: unknown, mask: unknown): void => {
    if (typeof value === 'string' && mask === true && value.length >= SHORTEST_SECRET) found.add(value);
    else if (isCollection(value) && (mask === true || isCollection(mask)))
      for (const [name, inner] of Object.entries(value)) add(inner, mask === true || mask[name]);
  };
  const all = [...prior, ...changes.map((change) => ({ ...change, values: change.after ?? {} }))];
  for (const { values, sensitive } of all) for (const mask of sensitive) add(values, mask);
  return found;
}

function contains(value: unknown, secrets: ReadonlySet<string>): boolean {
  if (secrets.size === 0 || value === UNKNOWN_VALUE || value === null) return false;
  if (typeof value === 'string') return [...secrets].some((secret) => value.includes(secret));
  return typeof value === 'object' && Object.values(value).some((inner) => contains(inner, secrets));
}

/** Reports arguments of `terraform plan` that change the contents of the plan. */
export function planArguments({ plans }: Analysis): Finding[] {
  return plans.flatMap(({ name, arguments: all = [] }) => {
    const reported = all.filter((text) => !PARTIAL_ARGUMENTS.some((partial) => text.startsWith(`-${partial}=`)));
    if (reported.length === 0) return [];
    return [
      {
        id: 'plan-arguments',
        severity: 'medium',
        subject: name,
        reason: `The plan ${name} was created with ${reported.join(' ')}.${reported.includes('-refresh=false') ? ' It does not contain changes outside of the configuration.' : ''}`,
        evidence: [...reported].sort(),
        plan: name,
      },
    ];
  });
}
