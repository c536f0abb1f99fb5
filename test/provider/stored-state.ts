/**
 * Objects as earlier versions of the provider stored them: `stored-state/<type>/<schema version>.json`. Such a file is
 * never changed: it stands for the states of users. A schema whose version is raised gets another one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../src/api';
import type { Attributes, Schema } from '../../src/plugin';

const folder = join(__dirname, 'stored-state');

/** The attributes of the object in a state file; `undefined` if there is no such fixture. */
export function storedState(typeName: string, version: number): Values | undefined {
  const file = join(folder, typeName, `${version}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Values) : undefined;
}

/** The types of which there are fixtures, and the versions of each. */
export function storedVersions(): [string, number][] {
  return readdirSync(folder).flatMap((type) =>
    readdirSync(join(folder, type)).map((file): [string, number] => [type, Number(file.replace('.json', ''))]),
  );
}

/** The configuration by which somebody has such an object: all that a user can set, as it is stored; a secret is any. */
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
