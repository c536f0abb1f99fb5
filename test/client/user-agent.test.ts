import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT, userAgent } from '../../src/client/user-agent';

describe('the User-Agent', () => {
  it('names this package and its version', () => {
    const path = join(__dirname, '../../package.json');
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string };
    expect(PRODUCT).toBe(`${name}/${version}`);
  });

  it('puts whoever uses us first', () => {
    expect(userAgent('my-tool/1.0')).toMatch(/^my-tool\/1\.0 cdktf-provider-platform\/\S+ node\/\d/);
    expect(userAgent()).toMatch(/^cdktf-provider-platform\/\S+ node\/\d/);
  });
});
