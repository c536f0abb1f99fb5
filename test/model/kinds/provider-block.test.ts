import { providerBlock, type ProviderField } from '../../../src/model/kinds';
import { checkFields } from '../../../src/model/schema';

const fields = Object.entries<ProviderField>(providerBlock);

describe('the provider block', () => {
  it('has the attributes that are promised', () => {
    expect(fields.map(([name]) => name)).toEqual([
      ...['base_url', 'auth_url', 'token', 'identity_uid', 'identity_token', 'identity_token_file'],
      ...['api_version', 'on_existing', 'bulk_refresh'],
      ...['requests_per_second', 'max_retries', 'request_timeout_seconds'],
      'propagation_timeout_seconds',
    ]);
  });

  it('names the environment variables after its attributes', () => {
    const named = fields.filter(([, { environment }]) => environment !== undefined);
    expect(named).toHaveLength(7);
    for (const [name, { environment }] of named) expect(environment).toBe(`PLATFORM_${name.toUpperCase()}`);
  });

  it('requires nothing, and its defaults are values that it takes', () => {
    expect(checkFields(providerBlock, [], {})).toEqual([]);
    const defaults = fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]]));
    expect(checkFields(providerBlock, [], Object.fromEntries(defaults) as Record<string, unknown>)).toEqual([]);
    expect(defaults).toHaveLength(6);
  });
});
