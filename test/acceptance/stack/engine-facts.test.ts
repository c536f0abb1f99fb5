/** The facts about the engine that the grammar of stacks relies on: how it reads templates, duplicate keys and files. */
import fc from 'fast-check';
import { checkStack, classifyFile } from '../../../src/model/stack';
import { terraform } from '../../support/terraform';

jest.setTimeout(120_000);

const variable = { x: { type: 'string', default: 'VALUE' } };

/** Returns the text that the grammar reads. */
function readText(text: string): string {
  return text.replace(/(\$+|%+)\{(var\.x\})?/g, (found, run: string, reference = '') => {
    if (run === '$' && reference !== '') return 'VALUE';
    return run.length > 1 ? `${run.slice(1)}{${reference}` : found;
  });
}

test('the engine reads each template that is data as the grammar does', async () => {
  const part = fc.constantFrom(
    '$',
    '%',
    '$$',
    '%%',
    '{',
    '}',
    'a',
    ' ',
    '~',
    '"',
    '\\',
    '\n',
    '${var.x}',
    '$${',
    '%%{',
  );
  const texts = fc.sample(
    fc.array(part, { maxLength: 7 }).map((parts) => parts.join('')),
    { numRuns: 600, seed: 37 },
  );
  const isData = (text: string) =>
    checkStack([{ name: 'a.tf.json', text: JSON.stringify({ variable, output: { x: { value: text } } }) }]).notData
      .length === 0;
  const data = texts.filter(isData);
  expect(data.length).toBeGreaterThan(200);
  const output = Object.fromEntries(data.map((value, index) => [`o${index}`, { value }]));
  const tf = terraform({ files: { 'a.tf.json': JSON.stringify({ variable, output }) } });
  try {
    await tf.init();
    await tf.ok('plan', '-out=tfplan');
    const { planned_values } = JSON.parse((await tf.ok('show', '-json', 'tfplan')).stdout) as {
      planned_values: { outputs: Record<string, { value: string }> };
    };
    for (const [index, text] of data.entries())
      expect([text, planned_values.outputs[`o${index}`]?.value]).toEqual([text, readText(text)]);
  } finally {
    tf.close();
  }
});

test('the engine rejects an ephemeral value in every argument that is not write-only', async () => {
  const value = '${var.secret}';
  const uses = {
    'an argument': { resource: { terraform_data: { x: { input: value } } } },
    'a list': { resource: { terraform_data: { x: { triggers_replace: [`${value}x`] } } } },
    count: { resource: { terraform_data: { x: { count: '${length(var.secret)}' } } } },
    output: { output: { x: { value } } },
    local: { locals: { a: value }, resource: { terraform_data: { x: { input: '${local.a}' } } } },
  };
  const tf = terraform();
  try {
    const failures: Record<string, boolean> = {};
    for (const [name, use] of Object.entries(uses)) {
      const variable = { secret: { type: 'string', default: 'x', ephemeral: true } };
      tf.write({ 'main.tf.json': JSON.stringify({ variable, ...use }) });
      await tf.init();
      const { code, stderr } = await tf.run('plan', '-input=false');
      failures[name] = code !== 0 && /ephemeral/i.test(stderr);
    }
    expect(failures).toEqual(Object.fromEntries(Object.keys(uses).map((name) => [name, true])));
  } finally {
    tf.close();
  }
});

test('the engine merges two keys of one name, and reads the files that are refused', async () => {
  const twice = '{"output": {"a": {"value": 1}}, "output": {"b": {"value": 2}}}';
  const files = {
    'a.tf.json': twice,
    'c.tf': 'output "c" {\n  value = 3\n}\n',
    'x_override.tf.json': '{"output": {"a": {"value": "overridden"}}}',
    'v.tf.json': '{"variable": {"x": {"type": "string"}}, "output": {"x": {"value": "${var.x}"}}}',
    '.x.auto.tfvars': 'x = "from a file"\n',
    '.hidden.tf': 'this is not read',
  };
  expect(Object.keys(files).map((name) => typeof classifyFile(name))).toEqual([
    ...['string', 'object', 'object', 'string', 'object', 'string'],
  ]);
  const tf = terraform({ files });
  try {
    await tf.init();
    await tf.ok('apply', '-auto-approve');
    const outputs = JSON.parse((await tf.ok('output', '-json')).stdout) as Record<string, { value: unknown }>;
    const values = Object.entries(outputs).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(values)).toEqual({ a: 'overridden', b: 2, c: 3, x: 'from a file' });
  } finally {
    tf.close();
  }
});
