/**
 * The reference for users of Terraform, a page for each thing that the provider offers. Everything on them is said by
 * the provider's schemas and by the declarations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { snakeCase } from '../../api';
import type { Schema } from '../../plugin';
import { functions } from '../../provider/functions';
import { pluralName } from '../../provider/data/plural';
import { createProvider } from '../../provider/provider';
import { CAPABILITIES_VARIABLE, declarations } from '../../resources';
import { kindInWords, offers, typeName, type Declaration, type Operation } from '../../schema';
import { argumentReference, attributeReference, inside, typeText } from './attributes';
import { importPath, label, listHcl, pluralHcl, resourceHcl, resourceTypeScript, singularHcl } from './examples';
import { bullets, code, codeBlock, firstSentence, page } from './markdown';
import { Expression, hclBlock } from './source-text';

const provider = createProvider();
const { name, address } = provider;
const oldestTerraform = '1.8';
const manifest = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};

type Example = (typeof functions)[string];

interface Described {
  readonly schema: Schema;
}

interface ManagedType extends Described {
  readonly identity?: { readonly attributes: object };
}

const sampleUid = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00/0123456789abcdef';

type Page = readonly [path: string, title: string, description: string, text: string];

/** The text of every page, by its path in the folder of the reference. */
export function terraformPages(): ReadonlyMap<string, string> {
  const { schema, resources = {}, dataSources = {}, ephemeralResources = {}, listResources = {} } = provider;
  const groups: readonly (readonly [string, readonly Page[]])[] = [
    ['Resources', Object.entries(resources).map(([type, resource]) => resourcePage(type, resource))],
    ['Data Sources', Object.entries(dataSources).map(([type, source]) => dataSourcePage(type, source))],
    ['List Resources', Object.entries(listResources).map(([type, list]) => listPage(type, list))],
    ['Ephemeral Resources', Object.entries(ephemeralResources).map(([type, one]) => ephemeralPage(type, one))],
    ['Functions', Object.entries(functions).map(([called, one]) => functionPage(called, one))],
  ];
  const pages = groups.flatMap(([, members]) => members);
  const lists = groups.map(([title, members]) => {
    const lines = members.map(([path, called, description]) => `[${called}](${path}): ${firstSentence(description)}`);
    return `## ${title}\n\n${bullets(lines)}`;
  });
  return new Map([
    ['index.md', indexPage(schema, lists)],
    ...pages.map(([path, , , text]): [string, string] => [path, text]),
  ]);
}

function indexPage(schema: Schema, lists: readonly string[]): string {
  const hcl = `terraform {
  required_version = ">= ${oldestTerraform}"
  required_providers {
    ${name} = {
      source = "${address}"
    }
  }
}

# Where the API is, and the token, come from the environment.
provider "${name}" {}`;
  const typeScript = `import { App, TerraformStack } from 'cdktf';
import { PlatformProvider } from 'cdktf-provider-platform';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
// What the stack holds: the page of each resource has an example.
app.synth();`;
  return page(
    `# ${name} Provider`,
    `${schema.description ?? ''} It runs with Terraform or OpenTofu ${oldestTerraform} or newer, on Node.js ${manifest.engines.node.replace('>=', '')} or newer. The construct \`PlatformProvider\` puts it where Terraform finds it; in plain HCL \`npx platform-iac install .\` does ([more](../../../README.md#the-provider)).`,
    '## Example Usage',
    codeBlock('hcl', hcl),
    codeBlock('ts', typeScript),
    argumentReference(schema),
    'What the block says wins over the environment, which is read when Terraform runs. A token that is written in the block lands in saved plans: leave it to the environment.',
    `\`${CAPABILITIES_VARIABLE}\`, which stands in the environment alone, narrows the token of an assumed identity to the capabilities that it names, also when a saved plan is applied: it limits operations, not places. \`platform-iac review PLAN.json --least-capabilities\` prints those that a plan takes.`,
    ...lists,
    `These pages are written by \`npm run docs\`. What the API says of the same objects is in [Kinds](../README.md).`,
  );
}

function resourcePage(type: string, { schema, identity }: ManagedType): Page {
  const declaration = kindOf(type, typeName);
  const target = `${type}.${label(declaration)}`;
  const id = importPath(declaration);
  const to = new Expression(target);
  const [field = ''] = Object.keys(identity?.attributes ?? {});
  const text = page(
    `# ${type} (Resource)`,
    declaration.description,
    '## Example Usage',
    codeBlock('hcl', resourceHcl(declaration, typeName)),
    'In a stack, with constructs:',
    codeBlock('ts', resourceTypeScript(declaration)),
    argumentReference(schema, attributeFields(declaration)),
    attributeReference(schema, attributeFields(declaration)),
    '## Import',
    'By the uid, or by a path of names from the root group. Where the configuration has the resource already, it says which provider it uses, and the block names none:',
    codeBlock('hcl', hclBlock('import', { to, id })),
    codeBlock('sh', `terraform import ${target} '${id}'`),
    // Terraform 1.16 takes it for one of hashicorp/platform otherwise; every engine refuses it beside a resource that names none.
    'Where `terraform plan -generate-config-out=generated.tf` is to write the resource, the block names the provider, until the resource is written:',
    codeBlock('hcl', hclBlock('import', { provider: new Expression(name), to, id })),
    `With Terraform or OpenTofu 1.12 or newer also by the identity, which is the ${code(field)}, as [a list](../list-resources/${fileName(type)}.md) finds it:`,
    codeBlock('hcl', hclBlock('import', { to, identity: { [field]: sampleUid } })),
    `With constructs, where the ${kindInWords(declaration)} is x: \`x.importFrom('${id}')\`.`,
    movingIn(declaration, target),
    permissions(declaration, ['list', 'create', 'update', 'delete']),
  );
  return [`resources/${fileName(type)}.md`, type, declaration.description, text];
}

function attributeFields({ fields, terraformFields, rules = [] }: Declaration) {
  return { fields: { ...fields, ...terraformFields }, rules };
}

/** From which types of other providers a `moved` block takes an object over. */
function movingIn({ storedByOthers }: Declaration, target: string): string {
  if (storedByOthers === undefined) return '';
  const { types, parent, names } = storedByOthers;
  const attributes = [...new Set([...Object.values(names), parent])].map(code).join(', ');
  const from = `other_${types[0] ?? ''}.${target.split('.')[1] ?? ''}`;
  return page(
    '## Moving In',
    `From another provider's ${types.map((type) => code(`*_${type}`)).join(' or ')}, whose state names the object by ${attributes}: it is carried over, and nothing is deleted or created. Terraform 1.8 or OpenTofu 1.10, or newer.`,
    codeBlock('hcl', hclBlock('moved', { from: new Expression(from), to: new Expression(target) })),
    `With constructs, where the resource is x: \`x.moveFromId('${from}')\`. Until the apply Terraform needs the other provider, too, since the state still names it.`,
  ).trimEnd();
}

function dataSourcePage(type: string, { schema }: Described): Page {
  const isPlural = declarations.some((declaration) => pluralName(declaration) === type);
  const declaration = kindOf(type, isPlural ? pluralName : typeName);
  const collection = snakeCase(declaration.collection);
  const description = schema.description ?? '';
  const text = page(
    `# ${type} (Data Source)`,
    description,
    '## Example Usage',
    codeBlock('hcl', isPlural ? pluralHcl(declaration, type) : singularHcl(declaration, type)),
    argumentReference(schema, isPlural ? undefined : declaration),
    attributeReference(schema, isPlural ? inside(declaration, collection) : declaration),
    permissions(declaration, ['list']),
  );
  return [`data-sources/${fileName(type)}.md`, type, description, text];
}

function listPage(type: string, { schema }: Described): Page {
  const declaration = kindOf(type, typeName);
  const description = schema.description ?? '';
  const text = page(
    `# ${type} (List Resource)`,
    `${description} It needs Terraform 1.14 or newer.`,
    '## Example Usage',
    'In a file whose name ends in `.tfquery.hcl`:',
    codeBlock('hcl', listHcl(type)),
    codeBlock('sh', `terraform query\nterraform query -generate-config-out=found.tf`),
    `The second command also writes a ${code('resource')} and an ${code('import')} block for each object; [the resource](../resources/${fileName(type)}.md) says what is in them.`,
    `${argumentReference(schema)}\n\nThese stand in the ${code('config')} block. Beside it every ${code('list')} block takes ${code('limit')} (100 unless it is given) and ${code('include_resource')}.`,
    permissions(declaration, ['list']),
  );
  return [`list-resources/${fileName(type)}.md`, type, description, text];
}

function ephemeralPage(type: string, { schema }: Described): Page {
  const description = schema.description ?? '';
  const outputs = Object.entries(schema.attributes).filter(([, { mode }]) => mode === 'computed');
  const locals = outputs.map(([output]): [string, Expression] => [
    output,
    new Expression(`ephemeral.${type}.current.${output}`),
  ]);
  const text = page(
    `# ${type} (Ephemeral Resource)`,
    `${description} It needs Terraform 1.10 or OpenTofu 1.11, or newer.`,
    '## Example Usage',
    codeBlock(
      'hcl',
      [hclBlock(`ephemeral "${type}" "current"`, {}), hclBlock('locals', Object.fromEntries(locals))].join('\n\n'),
    ),
    argumentReference(schema),
    attributeReference(schema),
  );
  return [`ephemeral-resources/${fileName(type)}.md`, type, description, text];
}

function functionPage(called: string, shown: Example): Page {
  const { parameters, returns, description = '', example } = shown;
  const signature = `${called}(${parameters.map((one) => `${one.name} ${typeText(one.type)}`).join(', ')}) ${typeText(returns)}`;
  const applied = `provider::${name}::${called}(${example.map((value) => JSON.stringify(value)).join(', ')})`;
  const text = page(
    `# ${called} (Function)`,
    description,
    '## Example Usage',
    codeBlock('hcl', hclBlock(`output "${called}"`, { value: new Expression(applied) })),
    `This is ${code(JSON.stringify(shown.call(...example)))}.`,
    '## Signature',
    codeBlock('text', signature),
    '## Arguments',
    parameters
      .map((one, index) => `${index + 1}. ${code(one.name)} (${typeText(one.type)}) ${one.description ?? ''}`)
      .join('\n'),
  );
  return [`functions/${called}.md`, called, description, text];
}

const verbs: Readonly<Record<Operation, string>> = {
  list: 'read',
  get: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
};

/** What a token must be allowed to do. */
function permissions(declaration: Declaration, operations: readonly Operation[]): string {
  const needed = operations
    .filter((operation) => offers(declaration, operation))
    .map((operation) => `${code(`${declaration.capability}.${operation}`)} to ${verbs[operation]}`);
  return `## Permissions\n\nThe token needs ${needed.join(', ')}.`;
}

function kindOf(type: string, nameOf: (declaration: Declaration) => string): Declaration {
  const found = declarations.find((declaration) => nameOf(declaration) === type);
  if (found === undefined) throw new TypeError(`No declaration stands behind ${type}.`);
  return found;
}

/** As the registries have it: the type without the provider's name. */
function fileName(type: string): string {
  return type.slice(name.length + 1);
}
