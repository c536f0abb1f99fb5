import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constructPlaces } from '../../../constructs/testing/construct-places';

test('the construct of an address, with its line if it is known', () => {
  const dir = mkdtempSync(join(tmpdir(), 'places-'));
  expect(constructPlaces(dir)('platform_group.a')).toBeUndefined();
  const block = (metadata: object) => ({ '//': { metadata } });
  const json = {
    resource: { platform_group: { a: block({ path: 'org/a', source: { file: 'main.ts', line: 9 } }) } },
    data: { platform_role: { viewer: block({ path: 'org/viewer' }) } },
  };
  writeFileSync(join(dir, 'cdk.tf.json'), JSON.stringify(json));
  const places = ['platform_group.a', 'platform_group.a[0]', 'data.platform_role.viewer', 'aws_x.y', 'output "x"'].map(
    constructPlaces(dir),
  );
  rmSync(dir, { recursive: true });
  expect(places).toEqual(['org/a, main.ts:9', 'org/a, main.ts:9', 'org/viewer', undefined, undefined]);
});
