/** True if a request and its answer are what the published contract says. */
import { camelCase, codeOfNumber, httpStatus, isObject } from '../../../src/model/api';
import type { LoggedExchange } from '../../../src/emulator/wire/request-log';
import { openApiDocument } from '../../../src/emulator/http/route-table';
import { declarations } from '../../../src/model/kinds';
import { canonicalNames, type Declaration, isPresent, servedFields } from '../../../src/model/schema';
import { schemaProblems } from './json-schema';

type Schema = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly security?: readonly unknown[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const document = JSON.parse(JSON.stringify(openApiDocument()));

export const resolveRef = (ref: string): Schema => {
  const found = ref
    .split('/')
    .slice(1)
    .reduce((value, name) => value?.[name], document);
  if (found === undefined) throw new Error(`${ref} leads nowhere.`);
  return found;
};

// v1, the OIDC issuer and the administrator's endpoints are no part of v2beta1.
const outside = /^\/(iam\/v1|registry\/v1|oidc|emulator)\//;

/** Returns the violations of the contract. A rejected request may violate it. */
export async function contractProblems({ request, response }: LoggedExchange): Promise<string[]> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace(/^\/(iam|registry|vulnerabilities)\/v2\//, '/$1/v2beta1/');
  if (outside.test(path)) return [];
  const operation = operationAt(path, request.method.toLowerCase());
  const text = await response.text();
  const where = (problem: string) => `${request.method} ${pathname} answered ${response.status}: ${problem}`;
  if (response.status !== 200) return errorProblems(response, text).map(where);
  if (operation === undefined) return [where('the contract has no such operation')];
  const problems = [
    ...answerProblems(operation, text),
    ...parameterProblems(operation, searchParams),
    ...bodyProblems(operation, path, await request.text()),
  ];
  return problems.map(where);
}

/** Returns the operation that the document describes for a path and a method in lower case. */
export function operationAt(path: string, method: string): Operation | undefined {
  const { paths } = document;
  const templates = Object.keys(paths).filter((template) => template === path || isBeneath(path, template));
  return templates.map((template) => paths[template][method]).find((operation) => operation !== undefined);
}

function isBeneath(path: string, template: string): boolean {
  return template.endsWith('/{uid}') && path.startsWith(template.slice(0, -'{uid}'.length));
}

function errorProblems(response: Response, text: string): string[] {
  const body = parsed(text);
  if (body === undefined) return [`an error without JSON: ${text.slice(0, 80)}`];
  const problems = schemaProblems({ $ref: '#/components/schemas/Error' }, body, resolveRef);
  const status = httpStatus(codeOfNumber((body as { code: number }).code));
  return status === response.status ? problems : [...problems, `the status for its code is ${status}`];
}

function answerProblems({ responses }: Operation, text: string): string[] {
  const schema = responses['200']?.content?.['application/json']?.schema;
  if (schema === undefined) return text === '' ? [] : [`no body was agreed, and there is ${text.slice(0, 80)}`];
  return schemaProblems(schema, parsed(text), resolveRef, 'answer');
}

function parameterProblems({ parameters = [] }: Operation, query: URLSearchParams): string[] {
  return parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, required, schema }) => {
      const spellings = new Set([name, name.split('.').map(camelCase).join('.')]);
      const values = [...spellings].flatMap((spelling) => query.getAll(spelling)).filter((value) => value !== '');
      if (values.length === 0) return required === true ? [`${name}: is missing`] : [];
      const [{ type }] = (schema['anyOf'] ?? [schema]) as [Schema];
      const given = type === 'array' ? values : typed(values.at(-1) ?? '', type);
      return schemaProblems(schema, given, resolveRef, name);
    });
}

/** Returns the value that the text of a query parameter represents. */
export function typed(text: string, type: unknown): unknown {
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

function bodyProblems({ requestBody }: Operation, path: string, text: string): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  const body = (parsed(text) ?? {}) as Values;
  const collection = path.split('/')[3]?.split(':')[0];
  const declaration = declarations.find((one) => one.collection === collection);
  const isResource = String(schema['$ref']).includes('/');
  const named =
    declaration !== undefined && (isResource || path.endsWith(':batchCreate')) ? inOurNames(declaration, body) : body;
  return schemaProblems(schema, withoutAbsent(named), resolveRef, 'body');
}

/** The names of an object or of a batch may be written in snake_case, too. */
function inOurNames(declaration: Declaration, body: Values): Values {
  const named = canonicalNames(servedFields(declaration), body);
  const members = (request: unknown): unknown =>
    isObject(request)
      ? Object.fromEntries(
          Object.entries(request).map(([name, member]) => [
            name,
            isObject(member) ? inOurNames(declaration, member) : member,
          ]),
        )
      : request;
  return Array.isArray(named['requests']) ? { ...named, requests: named['requests'].map(members) } : named;
}

/** Absent, null and empty read the same. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, element]) => isPresent(element))
      .map(([name, element]) => [name, withoutAbsent(element)]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
