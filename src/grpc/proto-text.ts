/** A `.proto` file's text. */
import { type EnumType, type MessageType, type NamedMessageField } from './message';
import {
  getImportedFiles,
  toFullName,
  getScope,
  simpleName,
  type DeclaredMessage,
  type MethodType,
  type ProtoFile,
  type ProtoScope,
  type ServiceType,
} from './proto-file';
import { getMessageType } from './codec';

/** The text of `file`, one of `files`. */
export function protoText(file: ProtoFile, files: readonly ProtoFile[]): string {
  const imports = getImportedFiles(file, files).map(({ name }) => `import "${name}";`);
  const blocks = [
    [...commentLines(file.comment), 'syntax = "proto3";'],
    [`package ${file.package};`],
    imports.sort(),
    ...(file.services ?? []).map((service) => serviceLines(service, file.package)),
    ...scopeBlocks(getScope(file), file.package),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The name of a field in a `.proto` file: snake_case. */
export function protoName(jsonName: string): string {
  return jsonName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The JSON name that follows from a field's name in a `.proto` file. */
function defaultJsonName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const width = 120;

function serviceLines({ name, methods, comment }: ServiceType, scope: string): string[] {
  const lines = methods.map((method) => methodLine(method, scope));
  return [...commentLines(comment), `service ${simpleName(name)} {`, ...indented(lines), '}'];
}

function methodLine({ name, request, response, streams }: MethodType, scope: string): string {
  const asked = `${streams === 'both' ? 'stream ' : ''}${relativeName(toFullName(request.name), scope)}`;
  const returned = `${streams === undefined ? '' : 'stream '}${relativeName(toFullName(response.name), scope)}`;
  return `rpc ${name}(${asked}) returns (${returned});`;
}

function scopeBlocks({ enums, messages }: ProtoScope, scope: string): string[][] {
  return [...enums.map(enumLines), ...messages.map((declared) => messageLines(declared, scope))];
}

function messageLines(declared: DeclaredMessage, scope: string): string[] {
  const { type } = declared;
  const inner = scopeBlocks(declared, scope).flat();
  const lines = [...inner, ...getMembers(type, scope)];
  return [...commentLines(type.comment), `message ${simpleName(toFullName(type.name))} {`, ...indented(lines), '}'];
}

/** Returns the fields. Those of a oneof are together. */
function getMembers(type: MessageType<unknown>, scope: string): string[] {
  const written = new Set<string>();
  return type.fields.flatMap((field) => {
    const { oneof } = field;
    if (oneof === undefined) return fieldLines(field, scope);
    if (written.has(oneof)) return [];
    written.add(oneof);
    const members = type.fields.filter((member) => member.oneof === oneof);
    return [`oneof ${oneof} {`, ...indented(members.flatMap((member) => fieldLines(member, scope))), '}'];
  });
}

function fieldLines(field: NamedMessageField, scope: string): string[] {
  const { number, label, comment } = field;
  const name = protoName(field.name);
  const json = defaultJsonName(name) === field.name ? '' : ` [json_name = "${field.name}"]`;
  return [...commentLines(comment), `${labels[label](typeText(field, scope), field)} ${name} = ${number}${json};`];
}

const labels: Readonly<Record<NamedMessageField['label'], (type: string, field: NamedMessageField) => string>> = {
  plain: (type) => type,
  optional: (type, { kind }) => (kind === 'message' ? type : `optional ${type}`),
  repeated: (type) => `repeated ${type}`,
  map: (type, { key = 'string' }) => `map<${key}, ${type}>`,
};

function typeText(field: NamedMessageField, scope: string): string {
  if (field.enum !== undefined) return relativeName(field.enum.name, scope);
  if (field.kind === 'enum') throw new Error(`${field.name} names no enum`);
  return field.kind === 'message' ? relativeName(toFullName(getMessageType(field).name), scope) : field.kind;
}

function enumLines({ name, values }: EnumType): string[] {
  const lines = Object.entries(values).map(([value, number]) => `${value} = ${number};`);
  return [`enum ${simpleName(name)} {`, ...indented(lines), '}'];
}

/** Names of the same package are said without it. */
function relativeName(name: string, scope: string): string {
  return name.startsWith(`${scope}.`) ? name.slice(scope.length + 1) : name;
}

function commentLines(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length > width - 8) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `// ${line}`);
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
