/**
 * The state of a stack in a snapshot: addresses, and the attributes that a plan compares with the configuration. Only declared
 * attributes are kept, and no secret.
 */
import {
  findJsonObject,
  isObject,
  isOurProvider,
  objectsInList,
  parseJson,
  snakeCase,
  type Values,
} from '../../model/api';
import { declarations, resourceSettings } from '../../model/kinds';
import {
  behaves,
  type Declaration,
  type Fields,
  type FieldType,
  typeName,
  withVersions,
  toAttribute,
} from '../../model/schema';
import { SnapshotError, type StackState } from './snapshot';

/** The only version of the file that OpenTofu and Terraform since 0.12 have written. */
const FILE_VERSION = 4;

/** Resources of other providers whose state repeats the configuration and contains nothing else. */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
  null_resource: ['id', 'triggers'],
  terraform_data: ['id', 'input', 'output', 'triggers_replace'],
};

/** Ours, by type. */
const kinds: ReadonlyMap<string, Declaration> = new Map(
  declarations
    .filter(({ terraform }) => terraform !== undefined)
    .map((declaration) => [typeName(declaration), declaration]),
);

/**
 * Returns the state without secrets.
 *
 * @param text the output of `terraform state pull`; empty before the first apply
 * @param source for messages
 * @throws SnapshotError if the text is not a state
 */
export function stackState(
  text: string,
  { name, source }: { readonly name: string; readonly source: string },
): StackState {
  if (text.trim() === '') return { name, omitted: [] };
  const document = parseJson(findJsonObject(text));
  const get = 'Get it with "terraform state pull".';
  if (!isObject(document)) throw new SnapshotError(`Cannot read ${source}: it is not a state. ${get}`);
  if ('encrypted_data' in document) throw new SnapshotError(`Cannot read ${source}: it is encrypted. ${get}`);
  if ('format_version' in document)
    throw new SnapshotError(`Cannot read ${source}: it is the output of "terraform show". ${get}`);
  if (document['version'] !== FILE_VERSION)
    throw new SnapshotError(`Cannot read ${source}: it is not a state of version ${FILE_VERSION}. ${get}`);
  const { version, terraform_version, serial, lineage } = document;
  const outputs = Object.entries(objectAt(document['outputs'])).map(
    ([output, value]) => [output, objectAt(value)] as const,
  );
  const publicOutputs = Object.fromEntries(outputs.filter(([, { sensitive }]) => sensitive !== true));
  const resources = objectsInList(document['resources']).filter(({ mode }) => mode === 'managed');
  const theirs = resources
    .filter(({ type }) => String(type) in REPEATED)
    .map((resource) => toSnapshotResource(resource, ''));
  const shown = JSON.stringify([publicOutputs, theirs]);
  const converted = resources.map((resource) => [resource, toSnapshotResource(resource, shown)] as const);
  return {
    name,
    state: {
      ...{ version, terraform_version, serial, lineage },
      outputs: publicOutputs,
      resources: converted.flatMap(([, stored]) => stored ?? []),
      check_results: null,
    },
    omitted: [
      ...converted
        .filter(([, stored]) => stored === undefined)
        .map(([resource]) => `${getAddress(resource)}: its provider is not ours`),
      ...outputs
        .filter(([, { sensitive }]) => sensitive === true)
        .map(([output]) => `output ${output}: it is sensitive`),
    ],
  };
}

/** Returns the resource with the attributes to keep, or `undefined` for one that the snapshot omits. */
function toSnapshotResource(resource: Values, shown: string): Values | undefined {
  const { type, provider } = resource;
  const declaration = isOurProvider(/"([^"]+)"/.exec(String(provider))?.[1]) ? kinds.get(String(type)) : undefined;
  const repeated = REPEATED[String(type)];
  const instances = objectsInList(resource['instances']);
  const isMarked = instances.some((instance) => objectsInList(instance['sensitive_attributes']).length > 0);
  if (declaration === undefined && (repeated === undefined || isMarked)) return undefined;
  const getAttributes = (values: Values): Values =>
    declaration === undefined
      ? Object.fromEntries(Object.entries(values).filter(([name]) => repeated?.includes(name)))
      : toSnapshotAttributes(declaration, values, shown);
  return {
    ...Object.fromEntries(
      ['module', 'mode', 'type', 'name', 'each', 'provider'].flatMap((name) => entry(resource, name)),
    ),
    instances: instances.map((instance) => ({
      ...Object.fromEntries(
        ['index_key', 'status', 'deposed', 'schema_version', 'sensitive_attributes', 'create_before_destroy'].flatMap(
          (name) => entry(instance, name),
        ),
      ),
      attributes: getAttributes(objectAt(instance['attributes'])),
    })),
  };
}

/**
 * Returns the declared attributes; a secret is null. An encrypted secret is kept only if an output or a resource of another provider
 * shows it: that would change in each plan otherwise, and the digest would not be that of the live plan.
 */
function toSnapshotAttributes(declaration: Declaration, values: Values, shown: string): Values {
  const { fields, parent, terraform } = declaration;
  const { [terraform?.encryptedSecret?.encrypted ?? '']: encrypted, ...own } = terraform?.fields ?? {};
  const secretName = snakeCase(terraform?.encryptedSecret?.encrypted ?? '');
  const secret = values[secretName];
  const parentField = parent === undefined ? [] : entry(values, snakeCase(parent.name));
  return {
    ...pickDeclared({ ...fields, ...own, ...resourceSettings(declaration) }, values),
    ...Object.fromEntries(parentField),
    ...(encrypted !== undefined && {
      [secretName]: typeof secret === 'string' && shown.includes(secret) ? secret : null,
    }),
  };
}

/** Returns the declared fields; a secret is null. */
function pickDeclared(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(withVersions(fields)).flatMap(([name, field]) => {
      const attribute = toAttribute(name, field);
      if (!(attribute in values)) return [];
      return [[attribute, behaves(field, 'sensitive') ? null : pickDeclaredMembers(field.type, values[attribute])]];
    }),
  );
}

function pickDeclaredMembers(type: FieldType, value: unknown): unknown {
  if (type.is === 'message' && isObject(value)) return pickDeclared(type.fields, value);
  if (type.is === 'list' && Array.isArray(value)) return value.map((element) => pickDeclaredMembers(type.of, element));
  return value;
}

function getAddress({ module, type, name }: Values): string {
  return [module, type, name].filter((step) => typeof step === 'string').join('.');
}

function entry(values: Values, name: string): [string, unknown][] {
  return name in values ? [[name, values[name]]] : [];
}

function objectAt(value: unknown): Values {
  return isObject(value) ? value : {};
}
