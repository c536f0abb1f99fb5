import type { MessageTypeDefinition } from '@grpc/proto-loader';
import { camelCase } from '../../../src/api';
import type { Field, Message } from '../../../src/emulator/grpc/message';
import { methodsOf } from '../../../src/emulator/grpc/methods';
import { resourceMessages } from '../../../src/emulator/grpc/resource-messages';
import { declarations } from '../../../src/resources';
import { behaves, type Fields } from '../../../src/schema';
import { definition } from './grpc-client';

type ProtoMessage = MessageTypeDefinition<object, object>['type'] & {
  readonly name: string;
  readonly field: readonly ProtoField[];
  readonly nestedType: readonly ProtoMessage[];
  readonly options: { readonly mapEntry?: boolean } | null;
};
interface ProtoField {
  readonly name: string;
  readonly number: number;
  readonly label: string;
  readonly type: string;
  readonly typeName: string;
}

const methods = methodsOf(declarations);

const services = Object.entries(definition)
  .filter(([name]) => /^platform\..*s$/.test(name) && !name.endsWith('Request'))
  .flatMap(
    ([, service]) => Object.values(service) as unknown as { path: string; requestType: Named; responseType: Named }[],
  )
  .filter(({ path }) => typeof path === 'string');
interface Named {
  readonly type: ProtoMessage;
}

test('the proto file declares exactly the methods that are served (§9.5)', () => {
  expect(services.map(({ path }) => path).sort()).toEqual(methods.map(({ path }) => path).sort());
});

test.each(methods.map((method) => [method.path, method] as const))(
  'the messages of %s are those of the proto file',
  (path, method) => {
    const declared = services.find((service) => service.path === path)!;
    expect(described(method.request)).toEqual(describedProto(declared.requestType.type));
    expect(described(method.response)).toEqual(describedProto(declared.responseType.type));
  },
);

test.each(declarations.filter(({ kind }) => kind in resourceMessages).map((one) => [one.kind, one] as const))(
  'the message of %s has every field that is declared',
  (kind, declaration) => {
    expect(names(resourceMessages[kind]!)).toEqual(declaredNames(declaration.fields));
  },
);

function names(message: Message): unknown {
  return Object.fromEntries(
    Object.entries(message).map(([name, { type }]) => [name, typeof type === 'object' ? names(type) : true]),
  );
}

function declaredNames(fields: Fields): unknown {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !behaves(field, 'inputOnly'))
      .map(([name, { type }]) => [name, type.is === 'message' ? declaredNames(type.fields) : true]),
  );
}

/** Field numbers, labels and types by name, messages in depth. */
function described(message: Message): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(message).map(([name, field]) => [
      camelCase(name),
      [field.number, field.label ?? 'single', describedType(field)],
    ]),
  );
}

function describedType({ type }: Field): unknown {
  if (typeof type === 'object') return described(type);
  return type === 'timestamp' ? 'Timestamp' : type;
}

function describedProto(type: ProtoMessage): Record<string, unknown> {
  return Object.fromEntries(
    type.field.map((field) => {
      const entry = type.nestedType.find(({ name, options }) => name === field.typeName && options?.mapEntry === true);
      if (entry !== undefined) {
        const value = entry.field.find(({ name }) => name === 'value')!;
        return [field.name, [field.number, 'map', protoType(type, value)]];
      }
      const label = field.label === 'LABEL_REPEATED' ? 'repeated' : 'single';
      return [field.name, [field.number, label, protoType(type, field)]];
    }),
  );
}

function protoType(within: ProtoMessage, { type, typeName }: ProtoField): unknown {
  if (type !== 'TYPE_MESSAGE') return type.replace('TYPE_', '').toLowerCase();
  if (typeName.endsWith('Timestamp')) return 'Timestamp';
  const nested = within.nestedType.find(({ name }) => name === typeName);
  if (nested !== undefined) return describedProto(nested);
  const found = Object.entries(definition).find(([name]) => name === typeName || name.endsWith(`.${typeName}`));
  if (found === undefined) throw new Error(`There is no message ${typeName}.`);
  return describedProto((found[1] as unknown as Named).type);
}
