/** An organization as a configuration of Terraform: a file for each group directly in the root. */
import { containerKind, declarations } from '../../../model/kinds';
import { typeName } from '../../../model/schema';
import { hclBlock, hclComment, hclQuoted, Verbatim } from '../../../base/text/write-hcl';
import { eachImportBlock, importBlock } from '../../../base/text/state-blocks';
import { fileNames } from '../../naming/file-names';
import {
  adoptedObjects,
  existingGroups,
  getGroups,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type AdoptedOrganization,
} from '../../organization/model';
import { toHclAttributes, getBody, referredKind } from './attributes';
import { HclConfiguration, ROOT_VARIABLE, type ExistingConfiguration } from './configuration';
import { familyBlocks } from './family-blocks';

/** The most lines of a configuration in one file. */
const LONGEST_FILE = 120;

/** The other files; Terraform merges `override.tf` into them. */
const RESERVED = ['main', 'versions', 'variables', 'imports', 'override'];

/** The files of a configuration by path, and the names of its variables for secrets. */
export interface HclProgram {
  readonly files: ReadonlyMap<string, string>;
  readonly secrets: readonly string[];
}

export interface HclOptions {
  /** The source and the version of the provider. */
  readonly provider: { readonly source: string; readonly version: string };
  /** True if the first apply imports the existing objects. */
  readonly hasImports: boolean;
}

/** Returns the configuration of an organization. */
export function hclProgram(organization: AdoptedOrganization, { provider, hasImports }: HclOptions): HclProgram {
  const { root } = organization;
  const configuration = new HclConfiguration(organization);
  const inFamilies = new Set(configuration.families.flatMap(({ groups }) => groups));
  // References decide which look-ups and variables the configuration needs.
  const own = [...memberBlocks(root, configuration), ...familiesIn(root, configuration)];
  const tops = getGroups(root)
    .filter((group) => !inFamilies.has(group))
    .map((group) => ({ name: group.name, text: fileText(treeBlocks(group, configuration)) }));
  const main = [hclBlock('provider "platform"'), ...lookUps(configuration)];
  const single = fileText([...main, ...own, ...tops.map(({ text }) => text.trimEnd())]);
  const isSmall = single.split('\n').length <= LONGEST_FILE || tops.length < 2;
  const names = fileNames(
    tops.map(({ name }) => name),
    RESERVED,
  );
  const secrets = configuration.secrets();
  const files = new Map([
    ['versions.tf', fileText([versionsBlock(provider, secrets.length > 0)])],
    ['variables.tf', fileText(variableBlocks(root, configuration))],
    ...(isSmall
      ? [['main.tf', withComment(single)] as const]
      : [
          ['main.tf', withComment(fileText([...main, ...own]))] as const,
          ...tops.map(({ text }, index) => [`${names[index] ?? ''}.tf`, text] as const),
        ]),
    ...(hasImports && adoptedObjects(organization).length > 0
      ? [['imports.tf', importsText(adoptedObjects(organization), configuration)] as const]
      : []),
  ]);
  return { files, secrets: secrets.map(({ name }) => name) };
}

/**
 * Returns the configuration of objects that are added to an existing one. The import blocks are apart, because users delete them
 * after the apply.
 */
export function hclAddition(organization: AdoptedOrganization, existing: ExistingConfiguration) {
  const configuration = new HclConfiguration(organization, existing);
  const groups = existingGroups(organization);
  const blocks = groups.flatMap((group) => [
    ...memberBlocks(group, configuration),
    ...familiesIn(group, configuration),
    ...innerBlocks(group, configuration),
  ]);
  const secrets = configuration.secrets();
  return {
    resources: fileText([...lookUps(configuration), ...secretBlocks(configuration), ...blocks]),
    imports: importsText(adoptedObjects(organization), configuration),
    secrets: secrets.map(({ name }) => name),
  };
}

/** Kinds in the order of their blocks. */
const ORDER = declarations.filter(({ terraform }) => terraform !== undefined);

/** Returns the resources directly in a group. */
function memberBlocks(group: AdoptedGroup, configuration: HclConfiguration): string[] {
  return ORDER.filter((kind) => kind !== containerKind).flatMap((kind) =>
    getMembers(group, kind).map((object) => resourceBlock(object, configuration)),
  );
}

function familiesIn(group: AdoptedGroup, configuration: HclConfiguration): string[] {
  return configuration.families
    .filter(({ parent }) => parent === group)
    .flatMap((family) => familyBlocks(family, configuration));
}

/** Returns the resources of a group and of everything in it. */
function treeBlocks(group: AdoptedGroup & AdoptedObject, configuration: HclConfiguration): string[] {
  return [
    resourceBlock(group, configuration),
    ...memberBlocks(group, configuration),
    ...familiesIn(group, configuration),
    ...innerBlocks(group, configuration),
  ];
}

function innerBlocks(group: AdoptedGroup, configuration: HclConfiguration): string[] {
  const inFamilies = new Set(configuration.families.flatMap(({ groups }) => groups));
  return getGroups(group).flatMap((inner) => (inFamilies.has(inner) ? [] : treeBlocks(inner, configuration)));
}

function resourceBlock(object: AdoptedObject, configuration: HclConfiguration): string {
  const head = `resource ${hclQuoted(typeName(object.declaration))} ${hclQuoted(configuration.label(object))}`;
  const others = Object.entries(object.references).flatMap(([field, target]) => {
    if (target.is !== 'other' || target.name === undefined) return [];
    return configuration.isByUid(target.uid, referredKind(object.declaration, field)) ? [target] : [];
  });
  const reason = others.every(({ isManaged }) => isManaged === true) ? '' : ', because this project does not manage it';
  const comment =
    others.length === 0 ? '' : `${hclComment(`By uid${reason}: ${others.map(({ name }) => name).join(', ')}`)}\n`;
  return `${comment}${hclBlock(head, getBody(toHclAttributes(object, configuration.references())))}`;
}

/** Returns the data sources of built-in roles and people. */
function lookUps(configuration: HclConfiguration): string[] {
  const roles = configuration
    .usedRoles()
    .map(([name, label]) => hclBlock(`data "platform_role" ${hclQuoted(label)}`, { name }));
  const subjects = configuration.usedSubjects();
  const issuer = configuration.issuer ?? '';
  const head = `data "platform_identity"`;
  return [
    ...roles,
    ...(subjects.length === 0
      ? []
      : [
          hclBlock(
            `${head} ${hclQuoted(configuration.person)}`,
            { for_each: new Verbatim(toset(subjects)) },
            { issuer, subject: new Verbatim('each.key') },
          ),
        ]),
    ...configuration
      .otherPeople()
      .map(({ label, issuer, subject }) => hclBlock(`${head} ${hclQuoted(label)}`, { issuer, subject })),
  ];
}

function toset(texts: readonly string[]): string {
  const quoted = texts.map(hclQuoted);
  const line = `toset([${quoted.join(', ')}])`;
  return line.length <= 100 ? line : `toset([\n${quoted.map((text) => `    ${text},\n`).join('')}  ])`;
}

function versionsBlock({ source, version }: HclOptions['provider'], hasSecrets: boolean): string {
  return [
    'terraform {',
    // Older versions have no write-only attributes.
    `  required_version = ${hclQuoted(`>= ${hasSecrets ? '1.11' : '1.8'}`)}`,
    '  required_providers {',
    '    platform = {',
    `      source  = ${hclQuoted(source)}`,
    `      version = ${hclQuoted(`~> ${version}`)}`,
    '    }',
    '  }',
    '}',
  ].join('\n');
}

function variableBlocks({ uid, name }: AdoptedGroup, configuration: HclConfiguration): string[] {
  return [
    hclBlock(`variable ${hclQuoted(ROOT_VARIABLE)}`, {
      description: `The uid of the group ${name}. This configuration manages everything in it.`,
      type: new Verbatim('string'),
      default: uid,
    }),
    ...secretBlocks(configuration),
  ];
}

/** An existing object keeps its secret while the value is empty (contract M6). */
function secretBlocks(configuration: HclConfiguration): string[] {
  const type = new Verbatim('string');
  return configuration
    .secrets()
    .map(({ name, description }) =>
      hclBlock(`variable ${hclQuoted(name)}`, { description, type, default: '', ephemeral: true, sensitive: true }),
    );
}

function importsText(objects: readonly AdoptedObject[], configuration: HclConfiguration): string {
  // One block for each resource: Terraform 1.16.0 imports only the first of several for a resource with `for_each`.
  const families = new Map<string, Map<string, string>>();
  for (const object of objects) {
    const row = configuration.row(object);
    if (row === undefined) continue;
    const { resource, key } = row;
    families.set(resource, (families.get(resource) ?? new Map<string, string>()).set(key, object.uid));
  }
  const single = objects.filter((object) => configuration.row(object) === undefined);
  const blocks = [
    ...single.map((object) => importBlock(configuration.address(object), object.uid)),
    ...[...families].map(([resource, uids]) => eachImportBlock(resource, uids)),
  ];
  return `# The first apply imports the existing objects. After it, delete this file.\n\n${fileText(blocks)}`;
}

function withComment(text: string): string {
  return `# The API and the identity come from the environment when Terraform runs.\n${text}`;
}

function fileText(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}
