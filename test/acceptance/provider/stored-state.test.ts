/** The states of users: an object of every type and every version, with the current provider. */
import type { Values } from '../../../src/model/api';
import { type Attributes, type Resource, startReattach } from '../../../src/plugin';
import { createProvider } from '../../../src/provider/provider';
import { configurationOf, storedState, storedVersions } from '../../provider/stored-state';
import { terraform } from '../../support/terraform';
import { header } from './stage';

jest.setTimeout(120_000);

test('each is planned without a change, and without a request if nothing is refreshed', async () => {
  const { resources = {} } = createProvider();
  // No service listens there.
  const env = { PLATFORM_BASE_URL: 'http://127.0.0.1:1', PLATFORM_TOKEN: 'none' };
  const provider = await startReattach(createProvider({ env }), { env: {} });
  const objects = storedVersions().map(([type, version]) => {
    const attributes = storedState(type, version) ?? {};
    return { type, version, name: `version_${version}`, attributes };
  });
  const configured = objects.map(({ type, version, name, attributes }) => ({
    [type]: { [name]: configurationOf(resources[type]!.schema, upgraded(resources[type]!, version, attributes)) },
  }));
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: '00000000-0000-0000-0000-000000000000',
    outputs: {},
    resources: objects.map(({ type, version, name, attributes }) => ({
      mode: 'managed',
      type,
      name,
      provider: `provider["${createProvider().address}"]`,
      instances: [
        {
          schema_version: version,
          attributes,
          sensitive_attributes: sensitivePaths(resources[type]!.schema.attributes, []),
        },
      ],
    })),
  };
  const tf = terraform({
    files: {
      'main.tf': header,
      'objects.tf.json': JSON.stringify({ resource: configured }),
      'terraform.tfstate': JSON.stringify(state),
    },
    env: provider.env,
  });
  try {
    const plan = await tf.plan('-refresh=false');
    expect(plan.stdout).toContain('No changes.');
    expect((await tf.ok('state', 'list')).stdout.trim().split('\n')).toHaveLength(objects.length);
  } finally {
    tf.close();
    await provider.close();
  }
});

/** Returns the attributes in the current shape, which the configuration has after an upgrade of the provider. */
function upgraded({ schema, upgrade }: Resource, version: number, attributes: Values): Values {
  let values = attributes;
  for (let from = version; from < (schema.version ?? 0); from++) values = upgrade?.[from]?.(values) ?? values;
  return values;
}

/** Resources in a state file. */
function sensitivePaths(attributes: Attributes, above: readonly object[]): object[][] {
  return Object.entries(attributes).flatMap(([name, { type, sensitive }]) => {
    const path = [...above, { type: 'get_attr', value: name }];
    if (sensitive === true) return [path];
    return typeof type === 'object' && 'nesting' in type && type.nesting === 'single'
      ? sensitivePaths(type.attributes, path)
      : [];
  });
}
