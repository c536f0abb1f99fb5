import { readFileSync } from 'node:fs';
import { runCli } from '../../../src/cli/program';

async function schema(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['schema', ...args], { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

test.each([
  ['organization', 'organization.schema.json'],
  ['review-config', 'review.config.schema.json'],
  ['report', 'review.schema.json'],
])('schema %s prints the schema of the package, whose id is its address in the site', async (name, file) => {
  const { code, out, err } = await schema(name);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(readFileSync(`dist/${file}`, 'utf8'));
  const { $id } = JSON.parse(out) as { $id: string };
  expect($id).toBe(`https://platform-iac.github.io/cdktf-provider-platform/${file}`);
});

test('another file is a usage error with the choices', async () => {
  const { code, err } = await schema('plan');
  expect(code).toBe(2);
  expect(err).toContain('organization, review-config, report');
});
