/** Tests the list of what an apply runs in addition to the approved writes. */
import { PROVIDER_ADDRESS } from '../../../../src/model/api';
import { readPlan, reviewPlans, type Report, type ReviewConfiguration } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

interface Document {
  resource_changes: Record<string, unknown>[];
  configuration: { provider_config: Record<string, object>; root_module: { resources: Record<string, unknown>[] } };
  [member: string]: unknown;
}

const FOREIGN = 'registry.terraform.io/acme/tool';

function review(edit: (document: Document) => void, configuration: ReviewConfiguration = {}): Report {
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const document = JSON.parse(text) as Document;
  edit(document);
  return reviewPlans([readPlan(JSON.stringify(document), 'plan')], { configuration });
}

const unchanged = () => undefined;
const programs = ({ findings }: Report) =>
  findings.flatMap(({ id, severity, subject }) => (id === 'runs-code' ? [`${severity} ${subject}`] : []));
const kinds = ({ executes }: Report) => executes.map(({ kind, address }) => `${kind} ${address}`);

function addChange(document: Document, change: Record<string, unknown>, after: object = {}): void {
  const { address, type, mode = 'managed', provider = FOREIGN, actions = ['create'] } = change;
  document.resource_changes.push({
    ...{ address, type, mode, provider_name: provider },
    change: { actions, before: null, after, after_unknown: {} },
  });
  document.configuration.root_module.resources.push({
    ...{ address, type, mode, name: 'x', expressions: {} },
    provisioners: change['provisioners'],
  });
}

test('a plan of this provider alone runs nothing, and lists its provider block', () => {
  const report = review(unchanged);
  expect(programs(report)).toEqual([]);
  expect(kinds(report)).toEqual(['provider provider.platform']);
});

test.each<[string, (document: Document) => void, string[]]>([
  [
    'a provisioner',
    (document) =>
      addChange(document, {
        ...{ address: 'null_resource.x', type: 'null_resource', provider: 'registry.terraform.io/hashicorp/null' },
        provisioners: [{ type: 'local-exec', expressions: { command: { constant_value: 'id' } } }],
      }),
    ['high null_resource.x'],
  ],
  [
    'a provisioner of a deleted resource, not of an updated one',
    (document) => {
      const provisioners = [{ type: 'local-exec', expressions: { command: { constant_value: 'id' } } }];
      const one = { type: 'null_resource', provider: 'registry.terraform.io/hashicorp/null', provisioners };
      addChange(document, { ...one, address: 'null_resource.old', actions: ['delete'] });
      addChange(document, { ...one, address: 'null_resource.kept', actions: ['update'] });
    },
    ['high null_resource.old'],
  ],
  [
    'an action',
    (document) => {
      document['action_invocations'] = [{ address: 'action.tool_run.x', type: 'tool_run', config_values: { a: 1 } }];
    },
    ['high action.tool_run.x'],
  ],
  ...['registry.terraform.io/hashicorp', 'registry.opentofu.org/opentofu', 'registry.example.com/acme'].map(
    (namespace): [string, (document: Document) => void, string[]] => [
      `a deferred data source of ${namespace} that runs a program`,
      (document) =>
        addChange(document, {
          ...{ address: 'data.external.x', type: 'external', mode: 'data', actions: ['read'] },
          provider: `${namespace}/external`,
        }),
      ['high data.external.x', `high provider["${namespace}/external"]`],
    ],
  ),
  [
    'a provider that no object of the state uses',
    (document) => addChange(document, { address: 'tool_thing.x', type: 'tool_thing' }),
    [`high provider["${FOREIGN}"]`],
  ],
  [
    'a resource of Terraform itself without a program',
    (document) =>
      addChange(document, {
        ...{ address: 'terraform_data.x', type: 'terraform_data', provider: 'terraform.io/builtin/terraform' },
      }),
    [],
  ],
])('%s', (_, edit, expected) => {
  const report = review(edit);
  expect(programs(report)).toEqual(expected);
  const listed = report.executes.filter(({ isProgram }) => isProgram === true);
  expect(listed.map(({ address }) => `high ${address}`).sort()).toEqual([...expected].sort());
  for (const { sha256 } of report.executes) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  if (expected.length > 0) expect(report.digest).not.toBe(review(unchanged).digest);
});

test('a provider that review.config.json lists is a line and a hash', () => {
  const report = review((document) => addChange(document, { address: 'tool_thing.x', type: 'tool_thing' }), {
    trustedProviders: ['acme/tool'],
  });
  expect(programs(report)).toEqual([]);
  expect(kinds(report)).toEqual([
    'provider provider.platform',
    `provider provider["${FOREIGN}"]`,
    'resource tool_thing.x',
  ]);
});

test('another host with the name of a listed provider is a program', () => {
  const report = review(
    (document) =>
      addChange(document, { address: 'tool_thing.x', type: 'tool_thing', provider: 'evil.example/acme/tool' }),
    { trustedProviders: ['acme/tool'] },
  );
  expect(programs(report)).toEqual(['high provider["evil.example/acme/tool"]']);
});

test.each([
  ['the command of a provisioner', { command: { constant_value: 'id' } }, { command: { constant_value: 'whoami' } }],
  ['the order of its words', { a: { constant_value: ['x', 'y'] } }, { a: { constant_value: ['y', 'x'] } }],
])('%s changes the hash and the digest', (_, one, other) => {
  const [first, second] = [one, other].map((expressions) =>
    review((document) =>
      addChange(document, {
        ...{ address: 'terraform_data.x', type: 'terraform_data', provider: 'terraform.io/builtin/terraform' },
        provisioners: [{ type: 'local-exec', expressions }],
      }),
    ),
  );
  expect(first?.executes).not.toEqual(second?.executes);
  expect(first?.digest).not.toBe(second?.digest);
});

test.each([
  ['a constant', { constant_value: 'https://api.example.com' }, 'https://api.example.com'],
  ['an expression', { references: ['local.url'] }, '(expression)'],
])('the address of the service in a provider block is in the report: %s', (_, expression, shown) => {
  const report = review((document) => {
    document.configuration.provider_config['platform'] = {
      ...{ name: 'platform', full_name: PROVIDER_ADDRESS },
      expressions: { base_url: expression },
    };
  });
  expect(report.executes[0]?.service).toEqual({ base_url: shown });
  expect(report.digest).not.toBe(review(unchanged).digest);
});

test('a credential in a provider block changes no hash', () => {
  const withToken = (token: string) =>
    review((document) => {
      document.configuration.provider_config['platform'] = {
        ...{ name: 'platform', full_name: PROVIDER_ADDRESS },
        expressions: { token: { constant_value: token } },
      };
    });
  expect(withToken('one').executes).toEqual(withToken('two').executes);
  expect(JSON.stringify(withToken('one-secret'))).not.toContain('one-secret');
});
