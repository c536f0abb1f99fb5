/**
 * One decision for each key path of `terraform show -json PLAN`: the file that reads it, or the reason why it cannot matter. A path
 * covers everything below it, unless a longer path follows. `*` is any name, `[]` any element. A path without a decision is unknown:
 * `unknown-parts.ts` reports it.
 */

/** `reads`: the file in this folder; `why`: the reason why it is irrelevant; `as`: the path with the decisions below. */
export type KeyPathDecision = { readonly reads: string } | { readonly why: string } | { readonly as: string };

const plan = { reads: 'read-plan.ts' };
const configuration = { reads: 'configuration.ts' };

const ADDRESS = { why: 'A part of the address.' };
const VALUES = { why: 'The changes have the planned values.' };
const VERSION = { why: 'A version decides no value: an engine upgrades stored values before it plans.' };
const IDENTITY = { why: 'Names the object that the values describe.' };
const DISPLAY = { why: 'A text for people.' };
const ORDER = { why: 'The order of writes, and no value.' };
const OUTPUT = { why: 'output_changes has the changed values.' };
const DECLARATION = { why: 'A declaration without a value.' };

/** The instances of a state or of the planned values, below the path of a module. */
function instances(module: string, values: KeyPathDecision): Record<string, KeyPathDecision> {
  const resource = `${module}.resources[]`;
  return {
    [`${module}.address`]: ADDRESS,
    [`${module}.child_modules[]`]: { as: module },
    [`${resource}.address`]: plan,
    [`${resource}.mode`]: plan,
    [`${resource}.type`]: plan,
    [`${resource}.name`]: ADDRESS,
    [`${resource}.index`]: ADDRESS,
    [`${resource}.provider_name`]: plan,
    [`${resource}.schema_version`]: VERSION,
    [`${resource}.values`]: values,
    [`${resource}.sensitive_values`]: values,
    [`${resource}.identity_schema_version`]: VERSION,
    [`${resource}.identity`]: IDENTITY,
  };
}

/** A change of a resource or of an output. */
function change(path: string): Record<string, KeyPathDecision> {
  return {
    [`${path}.actions`]: plan,
    [`${path}.before`]: plan,
    [`${path}.after`]: plan,
    [`${path}.after_unknown`]: plan,
    [`${path}.before_sensitive`]: plan,
    [`${path}.after_sensitive`]: plan,
  };
}

/** The changes of resources, planned or found. */
function resourceChanges(path: string): Record<string, KeyPathDecision> {
  return {
    [`${path}.address`]: plan,
    [`${path}.previous_address`]: plan,
    [`${path}.module_address`]: ADDRESS,
    [`${path}.mode`]: plan,
    [`${path}.type`]: plan,
    [`${path}.name`]: ADDRESS,
    [`${path}.index`]: ADDRESS,
    [`${path}.index_unknown`]: { why: 'Only deferred changes have it, and they make a review inconclusive.' },
    [`${path}.provider_name`]: plan,
    [`${path}.deposed`]: plan,
    [`${path}.action_reason`]: DISPLAY,
    ...change(`${path}.change`),
    [`${path}.change.replace_paths`]: { why: 'The actions show the replacement.' },
    [`${path}.change.importing`]: plan,
    [`${path}.change.generated_config`]: {
      why: 'Its values are in the change. The argument that writes it is a finding.',
    },
    [`${path}.change.before_identity`]: IDENTITY,
    [`${path}.change.after_identity`]: IDENTITY,
  };
}

/** The blocks of a module. */
function blocks(path: string): Record<string, KeyPathDecision> {
  const [resource, call] = [`${path}.resources[]`, `${path}.module_calls.*`];
  return {
    [`${path}.outputs.*.sensitive`]: plan,
    [`${path}.outputs.*.expression`]: plan,
    [`${path}.outputs.*.depends_on`]: ORDER,
    [`${path}.outputs.*.description`]: DISPLAY,
    [`${path}.outputs.*.ephemeral`]: DECLARATION,
    [`${path}.outputs.*.deprecated`]: DISPLAY,
    [`${resource}.address`]: configuration,
    [`${resource}.mode`]: configuration,
    [`${resource}.type`]: configuration,
    [`${resource}.name`]: ADDRESS,
    [`${resource}.provider_config_key`]: configuration,
    [`${resource}.provisioners[].type`]: configuration,
    [`${resource}.provisioners[].expressions`]: configuration,
    [`${resource}.expressions`]: configuration,
    [`${resource}.schema_version`]: VERSION,
    [`${resource}.count_expression`]: configuration,
    [`${resource}.for_each_expression`]: configuration,
    [`${resource}.depends_on`]: ORDER,
    [`${call}.source`]: { why: 'The blocks of the module are listed.' },
    [`${call}.expressions`]: { why: 'The changes have the values that depend on the inputs of a module.' },
    [`${call}.count_expression`]: configuration,
    [`${call}.for_each_expression`]: configuration,
    [`${call}.module`]: { as: path },
    [`${call}.version_constraint`]: VERSION,
    [`${call}.depends_on`]: ORDER,
    [`${path}.variables.*.type`]: DECLARATION,
    [`${path}.variables.*.default`]: { why: 'The values of root variables are in variables.' },
    [`${path}.variables.*.description`]: DISPLAY,
    [`${path}.variables.*.required`]: DECLARATION,
    [`${path}.variables.*.sensitive`]: DECLARATION,
    [`${path}.variables.*.ephemeral`]: DECLARATION,
    [`${path}.variables.*.deprecated`]: DISPLAY,
    [`${path}.actions`]: { why: 'action_invocations has the actions that run.' },
  };
}

const PRIOR = 'prior_state.values.root_module';

export const DECISIONS: Readonly<Record<string, KeyPathDecision>> = {
  format_version: plan,
  terraform_version: plan,
  timestamp: { why: 'The clock, which differs between two plans of one change.' },
  applyable: plan,
  complete: plan,
  errored: plan,
  platform_iac: plan,
  'variables.*.value': configuration,
  'planned_values.outputs': OUTPUT,
  ...instances('planned_values.root_module', VALUES),
  'prior_state.format_version': VERSION,
  'prior_state.terraform_version': VERSION,
  'prior_state.checks': { why: 'The results of an earlier run.' },
  'prior_state.values.outputs': OUTPUT,
  ...instances(PRIOR, plan),
  [`${PRIOR}.resources[].depends_on`]: ORDER,
  [`${PRIOR}.resources[].tainted`]: { why: 'The change of the object is then a replacement.' },
  [`${PRIOR}.resources[].deposed_key`]: plan,
  ...resourceChanges('resource_changes[]'),
  ...resourceChanges('resource_drift[]'),
  'deferred_changes[].reason': DISPLAY,
  'deferred_changes[].resource_change': plan,
  'deferred_action_invocations[].reason': DISPLAY,
  'deferred_action_invocations[].action_invocation': plan,
  ...change('output_changes.*'),
  'output_changes.*.before': { why: 'The value that the apply replaces.' },
  'output_changes.*.after_sensitive': { why: 'The configuration shows if an output is sensitive.' },
  action_invocations: { reads: 'action-invocations.ts' },
  'configuration.provider_config.*.name': ADDRESS,
  'configuration.provider_config.*.full_name': configuration,
  'configuration.provider_config.*.alias': ADDRESS,
  'configuration.provider_config.*.version_constraint': { why: 'The lock file fixes the version.' },
  'configuration.provider_config.*.module_address': ADDRESS,
  'configuration.provider_config.*.expressions': configuration,
  ...blocks('configuration.root_module'),
  relevant_attributes: { why: 'The engine uses it to choose the drift that it shows.' },
  'checks[].address': plan,
  'checks[].status': plan,
  'checks[].instances[].address': ADDRESS,
  'checks[].instances[].status': { why: 'The worst of them is the status of the check.' },
  'checks[].instances[].problems[].message': plan,
};
