/** Finds the construct of a resource and the line that creates it, in a synthesized stack. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Values } from '../../src/model/api';
import { sourceLineText, type SourceLine } from '../../src/model/stack';

interface Metadata {
  readonly path?: string;
  readonly source?: SourceLine;
}

type Blocks = Readonly<Record<string, Readonly<Record<string, Values>>>>;

/** Returns a function that returns the construct and the line of an address; undefined in HCL. */
export function constructPlaces(dir: string): (address: string) => string | undefined {
  const file = join(dir, 'cdk.tf.json');
  if (!existsSync(file)) return () => undefined;
  const json = JSON.parse(readFileSync(file, 'utf8')) as { readonly resource?: Blocks; readonly data?: Blocks };
  return (address) => {
    const [, data, type = '', id = ''] = /^(data\.)?([\w-]+)\.([\w-]+)/.exec(address) ?? [];
    const block = (data === undefined ? json.resource : json.data)?.[type]?.[id];
    const { path, source } = (block?.['//'] as { readonly metadata?: Metadata } | undefined)?.metadata ?? {};
    if (path === undefined || source === undefined) return path;
    return `${path}, ${sourceLineText(source)}`;
  };
}
