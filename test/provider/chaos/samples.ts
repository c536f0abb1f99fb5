/** Random configurations of any kind, derived from its declaration: every field that users set, in every form. */
import { snakeCase } from '../../../src/model/api';
import { parentAttribute, resourceFields, versionAttribute } from '../../../src/provider/convert/to-api';
import { resourceSettings } from '../../../src/model/kinds';
import {
  behaves,
  type Declaration,
  type Field,
  type Fields,
  type FieldType,
  isInput,
  isWriteOnly,
  type Rule,
  toAttribute,
} from '../../../src/model/schema';
import { generateRecipientKey } from '../../support/recipient-key';
import type { Random } from '../../support/random';

export type Config = Record<string, unknown>;

/** The source of random values. */
export interface Source {
  readonly random: Random;
  /** A counter, so that no name and no secret repeats. */
  next(): number;
  /** Returns the uids of objects of the kind that can be referenced. */
  referable(kind: string): readonly string[];
  /** Milliseconds. */
  readonly now: number;
  /** Called with every configured secret. */
  secret(text: string): void;
}

const capabilities = ['groups.list', 'repo.list', 'roles.list', 'tag.list'];
const recipients = [generateRecipientKey().text, generateRecipientKey().text];
const daysMs = 24 * 60 * 60 * 1000;

export function sampleConfig(source: Source, declaration: Declaration, place: string): Config {
  const config: Config = { [parentAttribute(declaration)!]: place };
  for (const unit of unitsOf(declaration)) Object.assign(config, unit(source));
  return config;
}

/** One independent decision of a user: a field, or a choice among fields that exclude each other. */
export type Unit = (source: Source) => Config;

export function unitsOf(declaration: Declaration): Unit[] {
  const fields = Object.fromEntries([
    ...resourceFields(declaration),
    ...Object.entries(declaration.terraform?.fields ?? {}),
  ]);
  const settings = Object.entries(resourceSettings(declaration)).filter(([, { type }]) => type.is === 'bool');
  return [
    ...unitsOfFields(fields, declaration.rules ?? []),
    ...settings.map(([name]): Unit => ({ random }) => ({ [snakeCase(name)]: random.pick([null, false, true]) })),
  ];
}

/** The fields whose values refer to other objects. */
export function referencesOf(declaration: Declaration): [string, string][] {
  return resourceFields(declaration).flatMap(([name, field]): [string, string][] =>
    field.type.is === 'string' && field.type.refersTo !== undefined && isInput(field)
      ? [[name, field.type.refersTo]]
      : [],
  );
}

function unitsOfFields(fields: Fields, rules: readonly Rule[]): Unit[] {
  const ruled = rules.flatMap((rule) => rule.fields);
  const free = Object.entries(fields).filter(([name, field]) => isInput(field) && !ruled.includes(name));
  return [
    ...free.map(
      ([name, field]): Unit =>
        (source) =>
          written(source, name, field, isLeftOut(source, field)),
    ),
    ...rules.map((rule): Unit => (source) => {
      const least = rule.rule === 'atMostOneOf' ? 0 : 1;
      const most = rule.rule === 'atLeastOneOf' ? rule.fields.length : 1;
      const count = least + source.random.below(most - least + 1);
      const first = source.random.below(rule.fields.length);
      const given = rule.fields.map((_, index) => rule.fields[(first + index) % rule.fields.length]).slice(0, count);
      return Object.assign(
        {},
        ...rule.fields.map((name) => {
          const field = fields[name]!;
          // A rule counts true as set.
          if (field.type.is === 'bool') return { [toAttribute(name, field)]: given.includes(name) };
          return written(source, name, field, !given.includes(name));
        }),
      ) as Config;
    }),
  ];
}

/** Returns the forms of a field that is not set: users may also write its default value. */
const isLeftOut = ({ random }: Source, field: Field): boolean => !behaves(field, 'required') && random.chance(40);

function written(source: Source, name: string, field: Field, leftOut: boolean): Config {
  const attribute = toAttribute(name, field);
  const value = leftOut ? null : sample(source, field, attribute);
  if (!isWriteOnly(field)) return { [attribute]: value };
  if (typeof value === 'string') source.secret(value);
  return { [attribute]: value, [versionAttribute(attribute)]: leftOut ? null : source.next() };
}

function sample(source: Source, field: Field, attribute: string): unknown {
  const { type } = field;
  const isPlain = type.is === 'string' && type.format === undefined && type.pattern === undefined;
  const mayBeEmpty = isPlain && attribute === 'description';
  if (mayBeEmpty && source.random.chance(40)) return '';
  return toValue(source, type, attribute);
}

function toValue(source: Source, type: FieldType, attribute: string): unknown {
  const { random } = source;
  switch (type.is) {
    case 'string':
      return toText(source, type, attribute);
    case 'bool':
      return random.chance(50);
    case 'integer':
    case 'number':
      return (type.min ?? 0) + random.below((type.max ?? 10) - (type.min ?? 0));
    case 'list': {
      const most = Math.min(type.maxItems ?? 3, 3);
      const length = Math.max(type.minItems ?? 1, 1 + random.below(most));
      const elements = Array.from({ length }, () => toValue(source, type.of, attribute));
      return type.unordered === true ? [...new Set(elements)] : elements;
    }
    case 'map':
      return Object.fromEntries(
        Array.from({ length: 1 + random.below(2) }, () => [
          `key-${random.below(3)}`,
          toValue(source, type.of, attribute),
        ]),
      );
    case 'message':
      return Object.assign({}, ...unitsOfFields(type.fields, type.rules ?? []).map((unit) => unit(source))) as Config;
    case 'json':
      return JSON.stringify({ [attribute]: source.next() });
  }
}

function toText(source: Source, type: Extract<FieldType, { is: 'string' }>, attribute: string): unknown {
  const { random } = source;
  if (type.refersTo !== undefined) return random.pick(source.referable(type.refersTo));
  if (type.oneOf !== undefined || type.known !== undefined) return random.pick(type.oneOf ?? type.known ?? []);
  const number = source.next();
  const plain = `${attribute}-${number}`;
  if (type.pattern !== undefined)
    return new RegExp(type.pattern).test(plain) ? plain : String(100_000_000_000 + number);
  switch (type.format) {
    case 'httpsUrl':
      return `https://issuer-${number}.example`;
    case 'pattern':
      return `^${plain}$`;
    case 'jwks':
      return random.pick(['{"keys":[]}', '{ "keys": [] }']);
    case 'publicJwk':
      return random.pick(recipients);
    case 'timestamp':
      return new Date(source.now + (100 + random.below(100)) * daysMs).toISOString().replace('.000Z', 'Z');
    case 'duration':
      return `${7_200 + number}s`;
    case 'capability':
      return random.pick(capabilities);
    case 'email':
      return `person-${number}@example.com`;
    default:
      return plain;
  }
}
