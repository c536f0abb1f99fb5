/** The reference of the kinds in the API, in Markdown, derived from the declarations. */
import { snakeCase, UPDATE_MASK_PARAMETER } from '../../model/api';
import { parentKind } from '../../model/kinds';
import {
  behaves,
  kindInWords,
  listPath,
  offers,
  ruleText,
  typeName,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  type Operation,
  type Rule,
} from '../../model/schema';
import { inlineCode, fencedCode, firstSentence, markdownTable } from './markdown';

/** The page for the declarations, in their order. */
export function kindsPage(declarations: readonly Declaration[]): string {
  const contents = declarations.map(
    ({ kind, description }) => `- [${kind}](#${kind.toLowerCase()}): ${firstSentence(description)}`,
  );
  return `${[
    '# Kinds',
    'The Platform Management API v2 has these kinds. Fields have their names in the API; [the Terraform reference](index.md) uses the same names in snake_case.',
    contents.join('\n'),
    ...declarations.map(section),
  ].join('\n\n')}\n`;
}

function section(declaration: Declaration): string {
  const { kind, description, parent, terraform, rules = [], examples } = declaration;
  const lies = parent === undefined ? [] : [`\`${parent.name}\`: ${parent.description}`];
  const resource = terraform === undefined ? [] : [`Terraform resource \`${typeName(declaration)}\`.`];
  const update = examples.update === undefined ? [] : [`Example of an update:\n\n${json(examples.update)}`];
  return [
    `## ${kind}`,
    [description, ...resource].join(' '),
    ...lies,
    callTable(declaration),
    fieldTable(declaration.fields),
    ...ruleLines(rules, declaration.fields),
    ...filterTable(declaration),
    `Example, without references to other objects:\n\n${json(examples.create)}`,
    ...update,
  ].join('\n\n');
}

function callTable(declaration: Declaration): string {
  const path = listPath(declaration);
  const stem = kindInWords(declaration).replaceAll(' ', '_');
  const calls: Record<Operation, string> = {
    list: `GET ${path}`,
    get: `GET ${path}/{${stem}_uid}`,
    create: `POST ${path}/{${kindInWords(parentKind(declaration)).replaceAll(' ', '_')}_uid}`,
    update: `PATCH ${path}/{${stem}_uid}?${UPDATE_MASK_PARAMETER}=…`,
    delete: `DELETE ${path}/{${stem}_uid}`,
  };
  const rows = (Object.keys(calls) as Operation[])
    .filter((operation) => offers(declaration, operation))
    .map((operation) => {
      const verb = operation === 'get' ? 'list' : operation;
      return [`\`${calls[operation]}\``, `\`${declaration.capability}.${verb}\``];
    });
  const { batch, capability, hasBatchDelete } = declaration;
  const batchRows =
    batch === undefined ? [] : [[`\`POST ${path}:batchCreate\`, at most ${batch.size}`, `\`${capability}.create\``]];
  const deletions = hasBatchDelete === true ? [[`\`POST ${path}:batchDelete\``, `\`${capability}.delete\``]] : [];
  return markdownTable(['Call', 'Capability'], [...rows, ...batchRows, ...deletions]);
}

function fieldTable(fields: Fields): string {
  const rows = (of: Fields, prefix: string): string[][] =>
    Object.entries(of).flatMap(([name, field]) => [
      [`\`${prefix}${name}\``, typeText(field.type), behaviorText(field), field.description],
      ...rows(innerFields(field.type), `${prefix}${name}${field.type.is === 'list' ? '[]' : ''}.`),
    ]);
  return markdownTable(['Field', 'Type', 'Behavior', 'Description'], rows(fields, ''));
}

function innerFields(type: FieldType): Fields {
  if (type.is === 'message') return type.fields;
  return type.is === 'list' ? innerFields(type.of) : {};
}

function typeText(type: FieldType): string {
  switch (type.is) {
    case 'string':
      return stringText(type);
    case 'list':
      return `${type.unordered === true ? 'set' : 'list'} of ${typeText(type.of)}`;
    case 'map':
      return `map of ${typeText(type.of)}`;
    case 'message':
      return 'object';
    case 'json':
      return 'any JSON (in Terraform its text, as `jsonencode` writes it)';
    case 'bool':
    case 'integer':
    case 'number':
      return type.is;
  }
}

function stringText({ format, pattern, maxLength, oneOf, refersTo }: Extract<FieldType, { is: 'string' }>): string {
  const limits = [
    ...(pattern === undefined ? [] : [`\`${pattern}\``]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(oneOf === undefined ? [] : [oneOf.join(', ')]),
  ];
  const sort = refersTo === undefined ? (format ?? 'string') : `uid of ${refersTo}`;
  return [sort, ...limits].join(', ');
}

function behaviorText(field: Field): string {
  const words = field.behavior.map((word) => snakeCase(word).replaceAll('_', ' '));
  const volatile = behaves(field, 'outputOnly') && field.output === 'volatile' ? ['not kept in state'] : [];
  const left = field.notInTerraform === undefined ? [] : [`not in Terraform: ${field.notInTerraform}`];
  return [...words, ...volatile, ...left].join(', ');
}

function ruleLines(rules: readonly Rule[], fields: Fields): string[] {
  const nested = Object.entries(fields).flatMap(([name, { type }]) =>
    type.is === 'message' ? (type.rules ?? []).map((rule) => `${name}: ${ruleText(rule, inlineCode)}`) : [],
  );
  const own = rules.map((rule) => {
    const consequence = rule.immutable === true ? '; a switch to another of them needs a new object' : '';
    return `${ruleText(rule, inlineCode)}${consequence}`;
  });
  const lines = [...own, ...nested].map((line) => `- ${line}`);
  return lines.length === 0 ? [] : [`Rules:\n\n${lines.join('\n')}`];
}

function filterTable({ filters }: Declaration): string[] {
  const rows = Object.entries(filters).map(([name, { description, repeated }]) => [
    `\`${name}\``,
    `${description}${repeated === true ? ' May be repeated.' : ''}`,
  ]);
  return rows.length === 0 ? [] : [markdownTable(['Filter of the list', 'Description'], rows)];
}

function json(value: unknown): string {
  return fencedCode('json', JSON.stringify(value, undefined, 2));
}
