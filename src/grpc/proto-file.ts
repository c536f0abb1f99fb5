/**
 * Services and the files that declare them, as plain data: routes, descriptors and `.proto` texts follow from it. A file
 * names its services; its messages and enums are those of its package that they lead to.
 */
import { type EnumType, type MessageType } from './message';
import { getMessageType } from './codec';

export interface ServiceType {
  /** The full name, as in `grpc.health.v1.Health`. */
  readonly name: string;
  readonly methods: readonly MethodType[];
  /** The comment in the `.proto` file. */
  readonly comment?: string;
}

export interface MethodType {
  readonly name: string;
  readonly request: MessageType<unknown>;
  readonly response: MessageType<unknown>;
  /** The side that sends a stream. @default nobody */
  readonly streams?: 'server' | 'both';
}

export interface ProtoFile {
  /** The import path of the file. */
  readonly name: string;
  readonly package: string;
  readonly services?: readonly ServiceType[];
  /** Types that no service uses. */
  readonly messages?: readonly MessageType<unknown>[];
  readonly enums?: readonly EnumType[];
  /** The comment at the top of the file. */
  readonly comment?: string;
}

/** A message with what is declared within it. */
export interface DeclaredMessage extends ProtoScope {
  readonly type: MessageType<unknown>;
}

/** Returns the types of a file or a message, in the order of their first use. */
export interface ProtoScope {
  readonly messages: readonly DeclaredMessage[];
  readonly enums: readonly EnumType[];
}

/** The path of a method on the wire. */
export function methodPath(service: ServiceType, method: { readonly name: string }): string {
  return `/${service.name}/${method.name}`;
}

/** Returns the top-level types of a file, and the types within them. */
export function getScope(file: ProtoFile): ProtoScope {
  const { messages, enums } = reachedFrom(file);
  const within = (scope: string): ProtoScope => ({
    messages: messages
      .filter(({ name }) => outerName(toFullName(name)) === scope)
      .map((type) => ({ type, ...within(toFullName(type.name)) })),
    enums: enums.filter(({ name }) => outerName(name) === scope),
  });
  return within(file.package);
}

/** The other files of `files` that `file` needs. Throws for a type that no file declares. */
export function getImportedFiles(file: ProtoFile, files: readonly ProtoFile[]): ProtoFile[] {
  const foreign = [...namesIn(file)].filter((name) => !isOwn(file, name));
  return [...new Set(foreign.map((name) => getFile(name, files)))];
}

/** Returns the file that declares a type. Throws if no file does. */
function getFile(name: string, files: readonly ProtoFile[]): ProtoFile {
  const found = files.find((file) => isOwn(file, name) && namesIn(file).has(name));
  if (found === undefined) throw new Error(`no file declares ${name}`);
  return found;
}

/** The simple name: `Group` of `acme.iam.v1.Group`. */
export function simpleName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The full name of a message that is described to others. */
export function toFullName(name: string | undefined): string {
  if (name === undefined) throw new Error('a message that is described needs a name');
  return name;
}

/** Returns the names of the oneofs of a message, in the order of their fields. */
export function getOneofs({ fields }: MessageType<unknown>): string[] {
  return [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
}

function isOwn(file: ProtoFile, name: string): boolean {
  return name.startsWith(`${file.package}.`);
}

/** The name around a name: `acme.iam.v1` of `acme.iam.v1.Group`. */
export function outerName(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/** The names of every message and enum that a file leads to, its own and others'. */
export function namesIn(file: ProtoFile): ReadonlySet<string> {
  const { messages, enums } = reachedFrom(file);
  return new Set([...messages, ...enums].map(({ name }) => toFullName(name)));
}

/** Returns every message and enum that a file leads to, its own and others'. */
export function reachedFrom({
  services = [],
  messages = [],
  enums: declared = [],
}: Pick<ProtoFile, 'services' | 'messages' | 'enums'>): {
  readonly messages: readonly MessageType<unknown>[];
  readonly enums: readonly EnumType[];
} {
  const found = new Map<string, MessageType<unknown>>();
  const enums = new Map<string, EnumType>(declared.map((type) => [type.name, type]));
  const visit = (type: MessageType<unknown>): void => {
    const name = toFullName(type.name);
    if (found.has(name)) return;
    found.set(name, type);
    for (const field of type.fields) {
      if (field.enum !== undefined) enums.set(field.enum.name, field.enum);
      if (field.kind === 'message') visit(getMessageType(field));
    }
  };
  for (const { request, response } of services.flatMap(({ methods }) => methods)) [request, response].forEach(visit);
  messages.forEach(visit);
  return { messages: [...found.values()], enums: [...enums.values()] };
}
