/**
 * Examples of the provider's resources, derived from the examples of the declarations. Each is complete: the parent of
 * an object comes from a variable, and referenced objects are included.
 */
import { camelCase, PROVIDER_NAME, snakeCase } from '../../model/api';
import { toHclJson } from '../../provider/convert/attribute-path';
import { getKeyParts } from '../../client/internal';
import { containerKind, getDeclaration, parentKind } from '../../model/kinds';
import {
  EXCLUSIVE,
  isInclusion,
  kindInWords,
  getAttribute,
  sortKeys,
  typeName,
  type Declaration,
  type Field,
  type Filter,
} from '../../model/schema';
import { hclBlock, Verbatim } from '../../base/text/write-hcl';
import { toTypeScript } from './source-text';

/** An object of a kind: its name in the examples, and its references by field. */
interface Sample {
  readonly declaration: Declaration;
  readonly words: string;
  readonly references: readonly (readonly [field: string, sample: Sample])[];
}

function getSample(declaration: Declaration): Sample {
  const { parent, fields } = declaration;
  const above = parentKind(declaration);
  const own = Object.entries(fields).flatMap(([field, { type, behavior }]) =>
    type.is === 'string' && refersToObject(type) && behavior.includes('required')
      ? [[field, getSample(getDeclaration(type.refersTo))] as const]
      : [],
  );
  const references = hasGroup(declaration) ? own : [[parent?.name ?? '', getSample(above)] as const, ...own];
  const { name } = declaration.examples.create;
  const parts = references.map(([, { words }]) => words);
  // With one reference alone it would be called as what it refers to.
  if (parts.length === 1) parts.push(kindInWords(declaration).split(' ').at(-1) ?? '');
  const words = typeof name === 'string' ? name : parts.join('-');
  return { declaration, words: words === '' ? 'example' : words, references };
}

/** Returns true for a kind whose parent is a group: it comes from a variable, like every other group. */
function hasGroup(declaration: Declaration): boolean {
  return parentKind(declaration) === containerKind;
}

type TextType = Extract<Field['type'], { is: 'string' }>;

function refersToObject(type: TextType): type is TextType & { readonly refersTo: string } {
  return type.refersTo !== undefined && type.refersTo !== containerKind.kind;
}

/** Returns the fields of an example with a group, which comes from a variable. */
function groupFields({ fields }: Declaration): string[] {
  return Object.keys(fields).filter((name) => {
    const type = fields[name]?.type;
    return type?.is === 'string' && type.refersTo === containerKind.kind;
  });
}

const GROUP_VARIABLE = 'group_uid';

/** The name of an object in HCL. */
export function exampleLabel(declaration: Declaration): string {
  return getSample(declaration).words.replaceAll(/\W/g, '_');
}

/** `typeName` gives the type of a kind's resource. */
export function resourceHcl(declaration: Declaration, typeName: (kind: Declaration) => string): string {
  const samples = withReferences(getSample(declaration));
  const parents = samples.flatMap(({ declaration: kind }) => [
    ...(kind.parent === undefined || !hasGroup(kind) ? [] : [snakeCase(kind.parent.name)]),
    ...groupFields(kind).map(() => GROUP_VARIABLE),
  ]);
  const recipients = samples.flatMap(({ declaration: { terraform } }) =>
    terraform?.encryptedSecret ? [snakeCase(terraform.encryptedSecret.recipient)] : [],
  );
  const resources = samples.map(({ declaration: kind, references }) => {
    const body = {
      ...(hasGroup(kind) && parentVariable(kind)),
      ...Object.fromEntries(
        references.map(([field, other]) => [
          getAttribute(kind, field),
          new Verbatim(`${typeName(other.declaration)}.${exampleLabel(other.declaration)}.uid`),
        ]),
      ),
      ...Object.fromEntries(
        groupFields(kind).map((field) => [getAttribute(kind, field), new Verbatim(`var.${GROUP_VARIABLE}`)]),
      ),
      ...(toHclJson({ is: 'message', fields: kind.fields }, kind.examples.create) as Record<string, unknown>),
      ...(kind.terraform?.encryptedSecret && {
        [snakeCase(kind.terraform?.encryptedSecret.recipient)]: new Verbatim(
          `var.${snakeCase(kind.terraform?.encryptedSecret.recipient)}`,
        ),
      }),
    };
    return hclBlock(`resource "${typeName(kind)}" "${exampleLabel(kind)}"`, body);
  });
  return [...variables([...parents, ...recipients]), ...resources].join('\n\n');
}

/** For an existing stack; the construct of a kind has the kind's name. */
export function resourceTypeScript(declaration: Declaration): string {
  const samples = withReferences(getSample(declaration));
  const names = samples.map(({ declaration: { kind } }) => kind).sort();
  const made = samples.map(({ declaration, words, references }, index) => {
    const { kind, parent, examples, terraform } = declaration;
    const secret = terraform?.encryptedSecret;
    const groups = groupFields(declaration).map((field): [string, Verbatim] => [
      propName(field),
      new Verbatim(`process.env.${GROUP_VARIABLE.toUpperCase()}!`),
    ]);
    const props = {
      ...(parent !== undefined &&
        hasGroup(declaration) && {
          [propName(parent.name)]: new Verbatim(`process.env.${snakeCase(parent.name).toUpperCase()}!`),
        }),
      ...Object.fromEntries(references.map(([field, other]) => [propName(field), new Verbatim(camelName(other))])),
      ...Object.fromEntries(groups),
      ...examples.create,
      ...(secret && {
        [secret.recipient]: new Verbatim(`process.env.${snakeCase(secret.recipient).toUpperCase()}!`),
      }),
    };
    const variable = index < samples.length - 1 ? `const ${camelName(samples[index] as Sample)} = ` : '';
    return `${variable}new ${kind}(stack, ${toTypeScript(words)}, ${toTypeScript(props)});`;
  });
  return [`import { ${names.join(', ')} } from 'cdktf-provider-platform/cdktn';`, ...made].join('\n\n');
}

/** The path of names from the root that imports an object. */
export function importPath(declaration: Declaration): string {
  const { words, references } = getSample(declaration);
  const above = parentKind(declaration);
  const isNode = above === declaration;
  const path = declaration.parent?.is === 'rootGroup' ? ['acme'] : ['acme', isNode ? words : exampleLabel(above)];
  if (declaration.uidScheme === 'parentUid') return path.join('/');
  const parts = getKeyParts(declaration).map(({ field, kind }) => {
    if (kind === undefined) return String(declaration.examples.create[field]);
    return references.find(([name]) => name === field)?.[1].words ?? 'acme';
  });
  if (parts.length > 0) return [path.join('/'), ...parts].join(':');
  return [...path, ...(isNode ? [] : [words])].join('/');
}

export function singularHcl(declaration: Declaration, type: string): string {
  const { parent, examples } = declaration;
  const example = examples.create;
  const body = { ...parentVariable(declaration), name: example['name'] };
  const name = exampleLabel(declaration);
  return [
    ...variables(parent === undefined ? [] : [snakeCase(parent.name)]),
    hclBlock(`data "${type}" "${name}"`, body),
    hclBlock(`output "${name}_uid"`, { value: new Verbatim(`data.${type}.${name}.uid`) }),
  ].join('\n\n');
}

export function pluralHcl(declaration: Declaration, type: string): string {
  const collection = snakeCase(declaration.collection);
  const filter = Object.entries(declaration.filters)
    .map(([name, filter]): [string, unknown] => [name, sampleValue(declaration, filter)])
    .find(([, value]) => value !== undefined);
  const [order] = sortKeys(declaration).filter((key) => declaration.naturalKey.includes(key));
  const body = {
    descendants_of: new Verbatim('var.group_uid'),
    ...(filter !== undefined && { [filter[0]]: filter[1] }),
    ...(order !== undefined && { order_by: snakeCase(order) }),
  };
  return [
    ...variables(['group_uid']),
    hclBlock(`data "${type}" "found"`, body),
    hclBlock('output "uids"', { value: new Verbatim(`data.${type}.found.${collection}[*].uid`) }),
  ].join('\n\n');
}

/** An object in a group, and the removal of all others. */
export function exclusiveHcl(
  declaration: Declaration,
  types: { readonly exclusive: string; readonly several: string },
): string {
  const { parent, collection } = declaration;
  const group = snakeCase(parent?.name ?? '');
  const data = `data "${types.several}" "existing"`;
  return [
    resourceHcl(declaration, typeName),
    hclBlock(data, { children_of: new Verbatim(`var.${group}`) }),
    hclBlock(`resource "${types.exclusive}" "only"`, {
      [group]: new Verbatim(`var.${group}`),
      [EXCLUSIVE.declared]: [new Verbatim(`${typeName(declaration)}.${exampleLabel(declaration)}`)],
      [EXCLUSIVE.existing]: new Verbatim(`data.${types.several}.existing.${snakeCase(collection)}`),
    }),
  ].join('\n\n');
}

/** A `list` block, which belongs in a file of its own type. */
export function listHcl(type: string): string {
  const config = hclBlock('config', { descendants_of: new Verbatim('var.group_uid') }).replaceAll(/^/gm, '  ');
  return [
    ...variables(['group_uid']),
    `list "${type}" "found" {\n  provider = ${PROVIDER_NAME}\n  limit    = 1000\n\n${config}\n}`,
  ].join('\n\n');
}

/** The filter of an example, if an example value exists. */
function sampleValue({ examples: { create: example } }: Declaration, filter: Filter): unknown {
  if (isInclusion(filter)) return true;
  const value = example[camelCase(filter.matches)];
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first !== 'string') return undefined;
  return filter.repeated === true ? [first] : first;
}

/** Returns the objects that a sample refers to, each once and before its dependents, and then the sample. */
function withReferences(sample: Sample): Sample[] {
  const all = [...sample.references.flatMap(([, other]) => withReferences(other)), sample];
  return [...new Map(all.map((one) => [one.declaration, one])).values()];
}

function parentVariable({ parent }: Declaration): Readonly<Record<string, Verbatim>> {
  if (parent === undefined) return {};
  const name = snakeCase(parent.name);
  return { [name]: new Verbatim(`var.${name}`) };
}

function variables(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => hclBlock(`variable "${name}"`, { type: new Verbatim('string') }));
}

function propName(field: string): string {
  return field.replace(/Uid$/, '');
}

function camelName({ words }: Sample): string {
  return camelCase(words.replaceAll(/\W/g, '_'));
}
