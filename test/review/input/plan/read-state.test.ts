/** Tests both formats of states. */
import { PlanError, readState } from '../../../../src/review';
import { isSensitive } from '../../../../src/review/input/plan/values';

const PROVIDER = 'platform-iac.internal/npm/platform';
const ACME = 'ac3e'.repeat(10);
const group = { uid: ACME, name: 'acme', parent_uid: null };
const secret = { uid: `${ACME}/1111111111111111`, name: 'ci', claim_match: { issuer: 'https://i', subject: 's' } };

const shown = {
  format_version: '1.0',
  terraform_version: '1.11.4',
  values: {
    root_module: {
      resources: [
        {
          ...{ address: 'platform_group.acme["a"]', mode: 'managed', type: 'platform_group', name: 'acme' },
          ...{ provider_name: PROVIDER, values: group, sensitive_values: {} },
        },
      ],
      child_modules: [
        {
          resources: [
            {
              ...{ address: 'module.team[0].data.platform_identity.ci', mode: 'data', type: 'platform_identity' },
              ...{ provider_name: PROVIDER, values: secret, sensitive_values: { claim_match: { subject: true } } },
            },
          ],
        },
      ],
    },
  },
};

const file = {
  ...{ version: 4, terraform_version: '1.11.4', serial: 3, lineage: 'x', outputs: {}, check_results: null },
  resources: [
    {
      ...{ mode: 'managed', type: 'platform_group', name: 'acme', provider: `provider["${PROVIDER}"]` },
      instances: [{ index_key: 'a', schema_version: 0, attributes: group, sensitive_attributes: [] }],
    },
    {
      ...{ module: 'module.team[0]', mode: 'data', type: 'platform_identity', name: 'ci' },
      provider: `module.team.provider["${PROVIDER}"].other`,
      instances: [
        {
          schema_version: 0,
          attributes: secret,
          sensitive_attributes: [
            [
              { type: 'get_attr', value: 'claim_match' },
              { type: 'get_attr', value: 'subject' },
            ],
          ],
        },
      ],
    },
  ],
};

test('the state file and the output of terraform show give the same objects', () => {
  const [one, other] = [shown, file].map((state) => readState(JSON.stringify(state), 'state'));
  const places = (plan = one) =>
    plan?.prior.map(({ sensitive, ...rest }) => ({ ...rest, hidden: isSensitive(sensitive, 'claim_match') }));
  expect(places(other)).toEqual(places(one));
  expect(one?.prior.map(({ address }) => address)).toEqual([
    'platform_group.acme["a"]',
    'module.team[0].data.platform_identity.ci',
  ]);
  expect(one?.changes).toBeUndefined();
});

test('instance keys have the form of addresses, and deposed objects keep their key', () => {
  const [block] = file.resources;
  const instances = [
    { index_key: 1, attributes: group },
    { index_key: 'say "${hi}"', deposed: 'abcdef01', attributes: group },
  ];
  const { prior } = readState(JSON.stringify({ ...file, resources: [{ ...block, instances }] }), 'state');
  expect(prior.map(({ address, deposed }) => [address, deposed])).toEqual([
    ['platform_group.acme[1]', undefined],
    ['platform_group.acme["say \\"$${hi}\\""]', 'abcdef01'],
  ]);
});

test('an empty state has no objects', () => {
  expect(readState('{"format_version":"1.0"}', 'state').prior).toEqual([]);
  expect(readState('{"version":4,"resources":[]}', 'state').prior).toEqual([]);
});

test.each([
  ['', 'Cannot read state: it is empty. Get one with "terraform show -json" or "terraform state pull".'],
  ['{', 'Cannot read state: it is not complete JSON.'],
  ['[]', 'Cannot read state as a state: the document must be an object and is a list.'],
  ['{}', 'it has no format_version'],
  ['{"format_version":"1.2","planned_values":{},"resource_changes":[]}', 'Cannot read state as a state: it is a plan.'],
  ['{"format_version":"2.0","values":{}}', 'this package reads only 1.x'],
  [
    '{"version":3,"modules":[]}',
    'its state version is 3, and this package reads only 4. Run an apply with Terraform 0.12 or newer',
  ],
  ['{"version":5,"resources":[]}', 'its state version is 5, and this package reads only 4. Update this package.'],
  [
    '{"meta":{},"encrypted_data":"x","encryption_version":"v0"}',
    'Cannot read state: it is encrypted. Pass the output of "tofu show -json"',
  ],
  ['{"version":4,"resources":{}}', 'Cannot read state as a state: resources must be a list and is object.'],
  ['{"version":4,"resources":[{"type":1}]}', 'resources[0].type must be text and is number'],
])('%s is not a readable state', (text, message) => {
  const read = () => readState(text, 'state');
  expect(read).toThrow(PlanError);
  expect(read).toThrow(message);
});
