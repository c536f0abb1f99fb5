/**
 * The reference for users of Terraform, in the layout of the Terraform registry: a page for each resource, data source, list,
 * ephemeral resource and function. Derived from the schemas of the provider and from the declarations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_SOURCE, snakeCase } from '../../model/api';
import type { Schema } from '../../plugin';
import { functions } from '../../provider/functions';
import { createProvider } from '../../provider/provider';
import { declarations } from '../../model/kinds';
import {
  exclusiveTypeName,
  isExclusive,
  kindInWords,
  pluralTypeName,
  typeName,
  type Declaration,
} from '../../model/schema';
import { argumentReference, attributeReference, inside, typeText } from './attributes';
import {
  exclusiveHcl,
  importPath,
  exampleLabel,
  listHcl,
  pluralHcl,
  resourceHcl,
  resourceTypeScript,
  singularHcl,
} from './examples';
import { kindsTable } from './kinds-table';
import { bullets, inlineCode, fencedCode, firstSentence, frontMatter, page } from './markdown';
import { permissions } from './permissions';
import { hclBlock, Verbatim } from '../../base/text/write-hcl';
import { withArticle } from '../../base/text/words';

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

/** Returns the text of each page, by its path in `docs/`. */
export function terraformPages(): ReadonlyMap<string, string> {
  const { schema, resources = {}, dataSources = {}, ephemeralResources = {}, listResources = {} } = provider;
  const groups: readonly (readonly [string, readonly Page[]])[] = [
    ['Resources', Object.entries(resources).map(([type, one]) => exclusivePage(type, one) ?? resourcePage(type, one))],
    ['Data Sources', Object.entries(dataSources).map(([type, source]) => dataSourcePage(type, source))],
    ['List Resources', Object.entries(listResources).map(([type, list]) => listPage(type, list))],
    ['Ephemeral Resources', Object.entries(ephemeralResources).map(([type, one]) => ephemeralPage(type, one))],
    ['Functions', Object.entries(functions).map(([called, one]) => functionPage(called, one))],
  ];
  const pages = groups.flatMap(([, members]) => members);
  const lists = groups.map(([title, members]) => {
    const lines = members.map(([path, called, description]) => `[${called}](${path}): ${firstSentence(description)}`);
    const list = `## ${title}\n\n${bullets(lines)}`;
    return title === 'Resources' ? `${list}\n\nRequired attributes are bold.\n\n${kindsTable()}` : list;
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
      # From the first release on. Until then, the source is ${address}.
      source = "${REGISTRY_SOURCE}"
    }
  }
}

# The address of the API and the token come from the environment.
provider "${name}" {}`;
  const typeScript = `import { App, TerraformStack } from 'cdktn';
import { PlatformProvider } from 'cdktf-provider-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'org');
new PlatformProvider(stack, 'platform');
// Add resources here: the page of each resource has an example.
app.synth();`;
  return page(
    frontMatter(`Provider: ${name}`, firstSentence(schema.description ?? ''), { isIndex: true }),
    `# ${name} Provider`,
    `${schema.description ?? ''} It needs Terraform or OpenTofu ${oldestTerraform} or newer.`,
    `The npm package has the source \`${address}\`, and needs Node.js ${manifest.engines.node.replace('>=', '')} or newer. The construct \`PlatformProvider\` installs it during synthesis. For plain HCL, [install the packed file](guides/provider.md#plain-hcl).`,
    `From the first release on, a registry has the source \`${REGISTRY_SOURCE}\`, which needs no Node.js. Until then, \`terraform init\` finds only the source of the npm package. The name \`cdktf-provider-platform\` on the npm registry may be someone else's: \`npm install\` and \`npx -p\` with the bare name would run their code.`,
    '## Example Usage',
    fencedCode('hcl', hcl),
    fencedCode('ts', typeScript),
    argumentReference(schema),
    '[Settings](guides/provider.md#settings) describes the precedence of block and environment, and the settings that exist only in the environment.',
    ...lists,
    '[Kinds](guides/kinds.md) describes the same objects in the API.',
  );
}

function resourcePage(type: string, { schema, identity }: ManagedType): Page {
  const declaration = getKind(type, typeName);
  const target = `${type}.${exampleLabel(declaration)}`;
  const id = importPath(declaration);
  const to = new Verbatim(target);
  const [field = ''] = Object.keys(identity?.attributes ?? {});
  const text = page(
    frontMatter(`${type} Resource - ${name}`, declaration.description),
    `# ${type} (Resource)`,
    declaration.description,
    '## Example Usage',
    fencedCode('hcl', resourceHcl(declaration, typeName)),
    'With constructs, in a stack:',
    fencedCode('ts', resourceTypeScript(declaration)),
    argumentReference(schema, attributeFields(declaration)),
    attributeReference(schema, attributeFields(declaration)),
    '## Import',
    'Import by uid, or by a path of names from the root group. If the configuration contains the resource, the block names no provider:',
    fencedCode('hcl', hclBlock('import', { to, id })),
    fencedCode('sh', `terraform import ${target} '${id}'`),
    // Without it, Terraform 1.16 assumes hashicorp/platform. Every engine rejects it for a resource that names no provider.
    'To generate the resource with `terraform plan -generate-config-out=generated.tf`, name the provider in the block until the resource exists:',
    fencedCode('hcl', hclBlock('import', { provider: new Verbatim(name), to, id })),
    `With Terraform or OpenTofu 1.12 or newer, you can also import by the identity, which is the ${inlineCode(field)} that [a list](../list-resources/${fileName(type)}.md) returns:`,
    fencedCode('hcl', hclBlock('import', { to, identity: { [field]: sampleUid } })),
    `With constructs, for ${withArticle(kindInWords(declaration))} \`x\`: \`x.importFrom('${id}')\`.`,
    movingIn(declaration, target),
    permissions(declaration, ['list', 'create', 'update', 'delete']),
  );
  return [`resources/${fileName(type)}.md`, type, declaration.description, text];
}

/** Returns the page of a resource that removes undeclared objects; `undefined` for another resource. */
function exclusivePage(type: string, { schema }: ManagedType): Page | undefined {
  const declaration = declarations.filter(isExclusive).find((one) => exclusiveTypeName(one) === type);
  if (declaration === undefined) return undefined;
  const description = schema.description ?? '';
  const text = page(
    frontMatter(`${type} Resource - ${name}`, description),
    `# ${type} (Resource)`,
    description,
    '## Example Usage',
    fencedCode('hcl', exclusiveHcl(declaration, { exclusive: type, several: pluralTypeName(declaration) })),
    'With constructs, `managesAllGrants({ remove: true })` on a group declares it with all grants of the stack ([Report or remove undeclared grants](https://github.com/platform-iac/cdktf-provider-platform/blob/main/docs/changes.md#report-or-remove-undeclared-grants)).',
    '## Behavior',
    bullets([
      'The plan decides: the apply deletes exactly the planned removals. If an object appears after the plan, the next plan removes it.',
      'A declared object is identified by its uid, or by the attributes of its natural key.',
      'A group that the same plan creates keeps its objects until the next plan.',
      'A review reports each removal as a deletion of the object, and an approved report must list it.',
      'Only a plan removes objects. A refresh or a deletion of this resource removes none, and it has no import.',
    ]),
    argumentReference(schema),
    attributeReference(schema),
    permissions(declaration, ['list', 'delete']),
  );
  return [`resources/${fileName(type)}.md`, type, description, text];
}

function attributeFields({ fields, terraform, rules = [] }: Declaration) {
  return { fields: { ...fields, ...terraform?.fields }, rules };
}

/** Returns the section about `moved` blocks from types of other providers. */
function movingIn({ terraform }: Declaration, target: string): string {
  if (terraform?.storedByOthers === undefined) return '';
  const { types, parent, names } = terraform.storedByOthers;
  const attributes = [...new Set([...Object.values(names), parent])].map(inlineCode).join(', ');
  const from = `other_${types[0] ?? ''}.${target.split('.')[1] ?? ''}`;
  return page(
    '## Move',
    `A \`moved\` block transfers an object from another provider's ${types.map((type) => inlineCode(`*_${type}`)).join(' or ')}, whose state contains ${attributes}. Nothing is deleted or created. It needs Terraform 1.8 or OpenTofu 1.10, or newer.`,
    fencedCode('hcl', hclBlock('moved', { from: new Verbatim(from), to: new Verbatim(target) })),
    `With constructs, for a resource \`x\`: \`x.moveFromId('${from}', { source: 'example/other' })\`. Keep the other provider in the configuration until the apply, because the state still refers to it. [Move from the Go provider](../guides/move-from-go-provider.md) has a complete example.`,
  ).trimEnd();
}

function dataSourcePage(type: string, { schema }: Described): Page {
  const isPlural = declarations.some((declaration) => pluralTypeName(declaration) === type);
  const declaration = getKind(type, isPlural ? pluralTypeName : typeName);
  const collection = snakeCase(declaration.collection);
  const description = schema.description ?? '';
  const text = page(
    frontMatter(`${type} Data Source - ${name}`, description),
    `# ${type} (Data Source)`,
    description,
    '## Example Usage',
    fencedCode('hcl', isPlural ? pluralHcl(declaration, type) : singularHcl(declaration, type)),
    argumentReference(schema, isPlural ? undefined : { fields: declaration.fields }),
    attributeReference(schema, isPlural ? inside(declaration, collection) : declaration),
    permissions(declaration, ['list']),
  );
  return [`data-sources/${fileName(type)}.md`, type, description, text];
}

function listPage(type: string, { schema }: Described): Page {
  const declaration = getKind(type, typeName);
  const description = schema.description ?? '';
  const text = page(
    frontMatter(`${type} List Resource - ${name}`, description),
    `# ${type} (List Resource)`,
    `${description} It needs Terraform 1.14 or newer.`,
    '## Example Usage',
    'In a file with the extension `.tfquery.hcl`:',
    fencedCode('hcl', listHcl(type)),
    fencedCode('sh', `terraform query\nterraform query -generate-config-out=found.tf`),
    `The second command also writes a ${inlineCode('resource')} and an ${inlineCode('import')} block for each object. [The resource](../resources/${fileName(type)}.md) describes their attributes.`,
    `${argumentReference(schema)}\n\nThese arguments belong in the ${inlineCode('config')} block. Every ${inlineCode('list')} block also accepts ${inlineCode('limit')} (100 by default) and ${inlineCode('include_resource')}.`,
    permissions(declaration, ['list']),
  );
  return [`list-resources/${fileName(type)}.md`, type, description, text];
}

function ephemeralPage(type: string, { schema }: Described): Page {
  const description = schema.description ?? '';
  const outputs = Object.entries(schema.attributes).filter(([, { mode }]) => mode === 'computed');
  const locals = outputs.map(([output]): [string, Verbatim] => [
    output,
    new Verbatim(`ephemeral.${type}.current.${output}`),
  ]);
  const text = page(
    frontMatter(`${type} Ephemeral Resource - ${name}`, description),
    `# ${type} (Ephemeral Resource)`,
    `${description} It needs Terraform 1.10 or OpenTofu 1.11, or newer.`,
    '## Example Usage',
    fencedCode(
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
  const signature = `${called}(${parameters.map((parameter) => `${parameter.name} ${typeText(parameter.type)}`).join(', ')}) ${typeText(returns)}`;
  const applied = `provider::${name}::${called}(${example.map((value) => JSON.stringify(value)).join(', ')})`;
  const text = page(
    frontMatter(`${called} Function - ${name}`, description),
    `# ${called} (Function)`,
    description,
    '## Example Usage',
    fencedCode('hcl', hclBlock(`output "${called}"`, { value: new Verbatim(applied) })),
    `The result is ${inlineCode(JSON.stringify(shown.call(...example)))}.`,
    '## Signature',
    fencedCode('text', signature),
    '## Arguments',
    parameters
      .map(
        (parameter, index) =>
          `${index + 1}. ${inlineCode(parameter.name)} (${typeText(parameter.type)}) ${parameter.description ?? ''}`,
      )
      .join('\n'),
  );
  return [`functions/${called}.md`, called, description, text];
}

function getKind(type: string, getName: (declaration: Declaration) => string): Declaration {
  const found = declarations.find((declaration) => getName(declaration) === type);
  if (found === undefined) throw new TypeError(`${type} has no declaration.`);
  return found;
}

/** Returns the file name that the registry requires: the type without the name of the provider. */
function fileName(type: string): string {
  return type.slice(name.length + 1);
}
