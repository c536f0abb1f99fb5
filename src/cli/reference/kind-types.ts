/**
 * The TypeScript types of the kinds, as source text that follows from the declarations. They are written out
 * because an editor shows the documentation of declared types, not of computed ones.
 */
import { camelCase } from '../../model/api';
import {
  behaves,
  inputFields,
  isInclusion,
  kindInWords,
  offers,
  servedFields,
  sortKeys,
  updatableFields,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Filter,
} from '../../model/schema';
import { capitalized, withArticle } from '../../base/text/words';

/** The text of every file of the types, by its name. */
export function kindTypeFiles(declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  const files = declarations.map((declaration): [string, string] => [
    `${fileStem(declaration)}.ts`,
    kindTypes(declaration),
  ]);
  const index = [
    `/** The types of every kind. \`npm run docs\` writes this folder from the declarations. */`,
    ...declarations.map((declaration) => `export type * from './${fileStem(declaration)}';`),
  ];
  return new Map([...files, ['index.ts', `${index.join('\n')}\n`]]);
}

function fileStem(declaration: Declaration): string {
  return kindInWords(declaration).replaceAll(' ', '-');
}

function kindTypes(declaration: Declaration): string {
  const { kind, description, filters } = declaration;
  const fields = servedFields(declaration);
  const words = kindInWords(declaration);
  const [canCreate, canUpdate] = [offers(declaration, 'create'), offers(declaration, 'update')];
  const unmanaged = Object.keys(fields).filter((name) => fields[name]?.isUnmanaged === true);
  const inResponse = Object.entries(fields).filter(([, field]) => !behaves(field, 'inputOnly'));
  const bundle = [
    `  readonly resource: ${kind};`,
    `  readonly create: ${canCreate ? `${kind}Create` : 'never'};`,
    `  readonly update: ${canUpdate ? `${kind}Update` : 'never'};`,
    `  readonly filters: ${kind}Filters;`,
    `  readonly sortKey: ${kind}SortKey;`,
    `  readonly unmanaged: ${unmanaged.length === 0 ? 'never' : unmanaged.map((name) => `'${name}'`).join(' | ')};`,
  ];
  const parts = [
    ...messageTypes(kind, fields),
    definition(
      kind,
      description,
      inResponse.map(([name, field]) => responseField(kind, name, field)),
    ),
    ...(canCreate
      ? [
          definition(
            `${kind}Create`,
            `The fields that create ${withArticle(words)}.`,
            inputFields(declaration).map(([name, field]) => requestField(kind, name, field)),
          ),
        ]
      : []),
    ...(canUpdate
      ? [
          definition(
            `${kind}Update`,
            `The fields that an update of ${withArticle(words)} can change; omitted fields keep their values.`,
            updatableFields(declaration).map(([name, field]) =>
              property(name, field, typeText(kind, name, field.type), true),
            ),
          ),
        ]
      : []),
    definition(
      `${kind}Filters`,
      `The filters of a list of the kind ${kind}.`,
      Object.entries(filters).map(([name, filter]) => property(camelCase(name), filter, filterType(filter), true)),
    ),
    `${comment(`The sort keys of a list of the kind ${kind}.`)}\n${union(`${kind}SortKey`, sortKeys(declaration))}`,
    `${comment(`The types of the kind ${kind}.`)}\nexport interface ${kind}Types {\n${bundle.join('\n')}\n}`,
  ];
  const head = `/** Written by \`npm run docs\` from the declaration of ${kind}: edit the declaration instead. */`;
  const text = parts.join('\n\n');
  const used = namedTypes(fields);
  const lines = [...used].sort().map((name) => `import type { ${name} } from '${origins[name]}';\n`);
  return `${head}\n${lines.join('')}\n${text}\n`;
}

const origins = { Capability: '../../api', JsonValue: '../../api' } as const;

/** The types of other files that the types of some fields name. */
function namedTypes(fields: Fields): Set<keyof typeof origins> {
  const inType = (type: FieldType): (keyof typeof origins)[] => {
    if (type.is === 'json') return ['JsonValue'];
    if (type.is === 'string') return type.format === 'capability' ? ['Capability'] : [];
    if (type.is === 'list' || type.is === 'map') return inType(type.of);
    return type.is === 'message' ? [...namedTypes(type.fields)] : [];
  };
  return new Set(Object.values(fields).flatMap(({ type }) => inType(type)));
}

/** The interfaces of the messages within some fields, the innermost first. */
function messageTypes(prefix: string, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { type, description }]) => {
    const inner = innermost(type);
    if (inner.is !== 'message') return [];
    const own = messageName(prefix, name);
    const properties = Object.entries(inner.fields).map(([key, field]) => requestField(own, key, field));
    return [...messageTypes(own, inner.fields), definition(own, description, properties)];
  });
}

export function definition(name: string, description: string, properties: readonly string[]): string {
  const body = properties.length === 0 ? '{}' : `{\n${properties.join('\n')}\n}`;
  return `${comment(description)}\nexport interface ${name} ${body}`;
}

/** A response is completed with zero values, except for messages, timestamps and open content. */
function responseField(kind: string, name: string, field: Field): string {
  const { type } = field;
  const mayMiss = type.is === 'message' || type.is === 'json' || (type.is === 'string' && type.format === 'timestamp');
  const isOptional = field.isUnmanaged === true || (mayMiss && !behaves(field, 'required', 'identifier'));
  return property(name, withUse(field), typeText(kind, name, type), isOptional);
}

/** A request that contains an unmanaged field is refused. A message has one type for requests and responses. */
function withUse({ description, isUnmanaged = false }: Field): { readonly description: string } {
  return { description: isUnmanaged ? `${description} Only in responses.` : description };
}

function requestField(kind: string, name: string, field: Field): string {
  const isOptional = field.isUnmanaged === true || !behaves(field, 'required');
  return property(name, withUse(field), typeText(kind, name, field.type), isOptional);
}

export function property(
  name: string,
  { description }: { readonly description: string },
  type: string,
  optional: boolean,
) {
  return `${comment(description, '  ')}\n  readonly ${name}${optional ? `?: ${type} | undefined` : `: ${type}`};`;
}

function typeText(prefix: string, name: string, type: FieldType): string {
  switch (type.is) {
    case 'string':
      return type.format === 'capability' ? 'Capability' : 'string';
    case 'list':
      return `readonly ${typeText(prefix, name, type.of)}[]`;
    case 'bool':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'map':
      return `Readonly<Record<string, ${typeText(prefix, name, type.of)}>>`;
    case 'message':
      return messageName(prefix, name);
    case 'json':
      return 'JsonValue';
  }
}

function filterType(filter: Filter): string {
  if (isInclusion(filter)) return 'boolean';
  return filter.repeated === true ? 'string | readonly string[]' : 'string';
}

function innermost(type: FieldType): FieldType {
  return type.is === 'list' || type.is === 'map' ? innermost(type.of) : type;
}

function messageName(prefix: string, name: string): string {
  const own = camelCase(name);
  return `${prefix}${capitalized(own)}`;
}

/** As the formatter writes it: on one line if it fits, otherwise one word on each line. */
function union(name: string, words: readonly string[]): string {
  const head = `export type ${name} =`;
  const line = `${words.map((word) => `'${word}'`).join(' | ')};`;
  if (head.length + line.length < 120) return `${head} ${line}`;
  return `${head}\n${words.map((word) => `  | '${word}'`).join('\n')};`;
}

function comment(text: string, indent = ''): string {
  return `${indent}/** ${text.replaceAll('*/', '*\\/')} */`;
}
