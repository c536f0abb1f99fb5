/**
 * Objects in the states of earlier versions of the provider: `stored-state/<type>/<schema version>.json`. Never change such a
 * file: it represents the states of users. Add a file when the version of a schema is raised.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../src/model/api';
import type { Attributes, Schema } from '../../src/plugin';

const folder = join(__dirname, 'stored-state');

/** Returns the attributes of the object in a state file, or `undefined` without such a fixture. */
export function storedState(typeName: string, version: number): Values | undefined {
  const file = join(folder, typeName, `${version}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Values) : undefined;
}

/** Returns the types with fixtures, and the versions of each. */
export function storedVersions(): [string, number][] {
  return readdirSync(folder).flatMap((type) =>
    readdirSync(join(folder, type)).map((file): [string, number] => [type, Number(file.replace('.json', ''))]),
  );
}

/** Returns the configuration of such an object: all stored values that a user can set, and an arbitrary secret. */
export function configurationOf({ attributes }: Schema, state: Values): Values {
  return settable(attributes, state);
}

function settable(attributes: Attributes, values: Values): Values {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { mode, type, writeOnly }]): [string, unknown][] => {
      const value = values[name];
      if (writeOnly === true) return values[`${name}_wo_version`] == null ? [] : [[name, 'stored nowhere']];
      if (mode === 'computed' || value === null || value === undefined) return [];
      const isNested = typeof type === 'object' && 'nesting' in type && type.nesting === 'single';
      return [[name, isNested ? settable(type.attributes, value as Values) : value]];
    }),
  );
}
