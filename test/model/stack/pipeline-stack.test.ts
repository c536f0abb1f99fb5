/** The stack that a pipeline plans has no settings of its own. */
import { createPipelineStack, getProviders } from '../../../src/model/stack';

const settings = (terraform: object) => ({
  text: JSON.stringify({ terraform }),
  stateUrl: 'https://state.example',
});

test('the other providers are those that the settings require', () => {
  const required_providers = { platform: {}, null: {}, aws: {} };
  expect(getProviders(settings({ required_providers }))).toEqual(['aws']);
  expect(getProviders(settings({}))).toEqual([]);
});

describe('the stack', () => {
  const name = 'cross-stack-reference-input-structure';
  const stack = {
    terraform: { backend: { http: { address: 'https://evil.example', password: 'x' } } },
    provider: { platform: [{ base_url: 'https://evil.example' }] },
    data: { platform_role: { viewer: { name: 'viewer' } }, terraform_remote_state: { [name]: { backend: 'http' } } },
    resource: { platform_group: {} },
  };

  test('has no backend and no provider settings of its own, and reads siblings from the backend of the settings', () => {
    const backend = { http: { lock_method: 'PUT', username: 'STACK' } };
    expect(createPipelineStack(stack, settings({ backend }))).toEqual({
      provider: { platform: {} },
      resource: { platform_group: {} },
      data: {
        platform_role: { viewer: { name: 'viewer' } },
        terraform_remote_state: {
          [name]: {
            backend: 'http',
            config: { address: 'https://state.example/structure', lock_method: 'PUT', username: 'structure' },
          },
        },
      },
    });
  });

  test('gets no address for another backend', () => {
    const { data } = createPipelineStack(stack, settings({ backend: { pg: { schema_name: 'STACK' } } }));
    expect(data).toMatchObject({
      terraform_remote_state: { [name]: { backend: 'pg', config: { schema_name: 'structure' } } },
    });
    expect(JSON.stringify(data)).not.toContain('address');
  });

  test('without data sources has none', () => {
    expect(createPipelineStack({ resource: {} }, settings({}))).toEqual({ provider: { platform: {} }, resource: {} });
  });
});
