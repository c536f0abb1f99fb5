/**
 * A plan with every member that the sources of Terraform 1.16 and OpenTofu 1.12 write (`internal/command/jsonplan`, `jsonconfig`,
 * `jsonstate`, `jsonchecks`). No engine writes all of them in one plan.
 */
const address = { address: 'a_b.c', mode: 'managed', type: 'a_b', name: 'c', index: 0, provider_name: 'p.example/a/a' };
const identity = { identity_schema_version: 0, identity: { id: 'x' } };
const expression = { constant_value: 1, references: ['var.a'] };

const change = {
  ...{ actions: ['create'], before: null, after: { a: 1 }, after_unknown: { b: true } },
  ...{ before_sensitive: false, after_sensitive: {}, replace_paths: [['a']], generated_config: 'resource {}' },
  ...{ importing: { id: 'x', unknown: false, identity: {} }, before_identity: {}, after_identity: {} },
};

const row = {
  ...{ ...address, previous_address: 'a_b.d', module_address: 'module.m', index_unknown: false, deposed: 'k' },
  ...{ action_reason: 'replace_by_request', change },
};

const instance = { ...address, ...identity, schema_version: 0, values: { a: 1 }, sensitive_values: {} };

const child = { address: 'module.m', resources: [instance], child_modules: [] };

const outputs = { o: { sensitive: false, type: 'string', value: 'x' } };

const action = {
  ...{ address: 'action.a_b.c', type: 'a_b', name: 'c', provider_name: 'p.example/a/a' },
  ...{ config_values: { a: 1 }, config_sensitive: {}, config_unknown: {} },
  lifecycle_action_trigger: {
    ...{ triggering_resource_address: 'a_b.c', action_trigger_event: 'AfterCreate', on_failure: 'fail' },
    ...{ action_trigger_block_index: 0, actions_list_index: 0 },
  },
  invoke_action_trigger: { calling_resource_address: 'a_b.c' },
};

const blocks = {
  outputs: {
    o: { sensitive: true, ephemeral: true, deprecated: 'd', expression, depends_on: ['a'], description: 'd' },
  },
  resources: [
    {
      ...{ address: 'a_b.c', mode: 'managed', type: 'a_b', name: 'c', provider_config_key: 'a', schema_version: 0 },
      ...{ provisioners: [{ type: 'local-exec', expressions: {} }], expressions: { a: expression } },
      ...{ count_expression: expression, for_each_expression: expression, depends_on: ['d'] },
    },
  ],
  variables: {
    v: {
      ...{ type: 'string', default: 1, description: 'd', required: true, sensitive: true },
      ...{ ephemeral: true, deprecated: 'd' },
    },
  },
  actions: [
    { address: 'action.a_b.c', type: 'a_b', name: 'c', provider_config_key: 'a', count_expression: expression },
  ],
};

export const newestPlan = {
  ...{ format_version: '1.2', terraform_version: '1.16.0', timestamp: '2026-11-22T12:00:00Z' },
  ...{ applyable: true, complete: true, errored: false, platform_iac: { arguments: [] } },
  variables: { v: { value: 1 } },
  planned_values: { outputs, root_module: { resources: [instance], child_modules: [child] } },
  resource_drift: [row],
  resource_changes: [row],
  deferred_changes: [{ reason: 'unknown', resource_change: row }],
  deferred_action_invocations: [{ reason: 'unknown', action_invocation: action }],
  output_changes: {
    o: {
      ...{ actions: ['create'], before: null, after: 1, after_unknown: false },
      ...{ before_sensitive: false, after_sensitive: false },
    },
  },
  action_invocations: [action],
  prior_state: {
    ...{ format_version: '1.0', terraform_version: '1.16.0', checks: [] },
    values: {
      outputs,
      root_module: {
        resources: [{ ...instance, depends_on: ['a'], tainted: true, deposed_key: 'k' }],
        child_modules: [child],
      },
    },
  },
  configuration: {
    provider_config: {
      a: {
        ...{ name: 'a', full_name: 'p.example/a/a', alias: 'x', version_constraint: '1', module_address: 'm' },
        expressions: { a: expression },
      },
    },
    root_module: {
      ...blocks,
      module_calls: {
        m: {
          ...{ source: './m', expressions: {}, count_expression: expression, for_each_expression: expression },
          ...{ module: blocks, version_constraint: '1', depends_on: ['a'] },
        },
      },
    },
  },
  relevant_attributes: [{ resource: 'a_b.c', attribute: ['a'] }],
  checks: [
    {
      address: { kind: 'resource', mode: 'managed', type: 'a_b', name: 'c', module: 'm', to_display: 'a_b.c' },
      status: 'pass',
      instances: [
        { address: { to_display: 'a_b.c[0]', instance_key: 0 }, status: 'pass', problems: [{ message: 'No.' }] },
      ],
    },
  ],
};
