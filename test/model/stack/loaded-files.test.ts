import { classifyFile } from '../../../src/model/stack';

test.each(['cdk.tf.json', 'settings.tf.json', 'a.tfvars.tf.json'])('%s is read', (name) => {
  expect(classifyFile(name)).toBe('read');
});

test.each([
  ...[
    'main.tf',
    'main.tofu',
    'main.tofu.json',
    'override.tf',
    'override.tf.json',
    'x_override.tf.json',
    'x_override.tofu',
  ],
  ...[
    'terraform.tfvars',
    'terraform.tfvars.json',
    'x.auto.tfvars',
    'x.auto.tfvars.json',
    '.x.auto.tfvars',
    '.auto.tfvars',
  ],
  ...['a.tftest.hcl', 'a.tftest.json', 'a.tofutest.hcl', 'a.tfquery.hcl', 'a.tfquery.json', 'a.tfmigrate.hcl'],
])('%s is refused', (name) => {
  expect(classifyFile(name)).toMatchObject({ refused: expect.any(String) as string });
});

test.each([
  ...['.terraform.lock.hcl', 'terraform.tfstate', 'README.md', 'x.tfvars', 'x.tfvars.json', 'tfplan', 'x.json', 'X.TF'],
  ...['.hidden.tf', '.hidden.tf.json', 'main.tf~', '#main.tf#', 'main.tf.bak', 'my.terraform.tfvars'],
])('%s is ignored, as by every engine', (name) => {
  expect(classifyFile(name)).toBe('ignored');
});

test.each([
  ['x_override.tf.json', 'override'],
  ['main.tf', 'hcl-file'],
  ['main.tofu', 'hcl-file'],
  ['main.tofu.json', 'tofu-file'],
  ['x.auto.tfvars', 'variables-file'],
  ['a.tftest.hcl', 'tests-file'],
  ['a.tfquery.json', 'queries-file'],
  ['a.tfmigrate.json', 'migrations-file'],
])('%s is refused as %s', (name, refused) => {
  expect(classifyFile(name)).toEqual({ refused });
});

test.each([
  ...['override.tf', 'main.tf', 'main.tofu', 'main.tofu.json', 'terraform.tfvars', 'x.auto.tfvars', 'a.tftest.hcl'],
  ...['a.tfquery.json', 'a.tfmigrate.hcl', 'x_override.tf.json'],
])('a copy of %s that an editor or a person keeps is ignored', (name) => {
  expect([`${name}~`, `${name}.bak`, `#${name}#`, `${name}1`].map(classifyFile)).toEqual(Array(4).fill('ignored'));
});
