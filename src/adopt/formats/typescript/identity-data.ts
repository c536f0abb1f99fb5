/** The props of objects: fields as data, trust in the words of its platform, and variables for secrets. */
import { snakeCase, type Values } from '../../../model/api';
import { apiValue, call, code, literal, toRecord, type RecordEntry, type Expression } from '../../code/expressions';
import type { AdoptedObject } from '../../organization/model';
import type { CodeScope } from './scope';

/** Returns the fields of an object, without a name that is also its id. */
export function getProps(object: AdoptedObject, scope: CodeScope): RecordEntry[] {
  return getEntries(object, object.values, scope);
}

/** Returns the fields of an identity, with the workloads that may assume it in the words of their platform. */
export function identityProps(identity: AdoptedObject, scope: CodeScope): RecordEntry[] {
  const trust = scope.toTrust(identity);
  if (trust === undefined) return getProps(identity, scope);
  const replaced = new Set(['claimMatch', 'awsIdentity']);
  const others = Object.fromEntries(Object.entries(identity.values).filter(([name]) => !replaced.has(name)));
  const assumedBy = call(`Trust.${trust.platform}`, literal(trust.props));
  return [...getEntries(identity, others, scope), { key: 'assumedBy', value: assumedBy }];
}

function getEntries(object: AdoptedObject, values: Values, scope: CodeScope): RecordEntry[] {
  const { name, ...others } = values;
  return [
    ...(name === undefined || name === scope.keys.of(object) ? [] : [{ key: 'name', value: apiValue(name) }]),
    ...Object.entries(others).map(([field, value]) => ({
      key: field,
      value: withSecrets(object, field, value, scope),
    })),
  ];
}

/** Returns a value, with a variable for each secret that the API never returns. */
function withSecrets(object: AdoptedObject, field: string, value: unknown, scope: CodeScope): Expression {
  const own = object.secrets.filter(([name]) => name === field);
  if (own.length === 0) return apiValue(value);
  const entries = Object.entries(value as Values).map(([key, one]) => ({ key, value: apiValue(one) }));
  const secrets = own.map((path) => {
    const key = path.at(-1) ?? '';
    return { key, value: code(`${scope.secret(object, snakeCase(key).replaceAll('_', '-')).name}.stringValue`) };
  });
  return toRecord([...entries, ...secrets]);
}
