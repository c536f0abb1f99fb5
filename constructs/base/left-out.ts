/**
 * Resources that the synthesized stack does not contain. Lists of dependencies omit them. No other resource may read
 * them, because Terraform rejects a reference to a missing resource.
 */
import {
  DefaultTokenResolver,
  Lazy,
  StringConcat,
  TerraformElement,
  Tokenization,
  type TerraformResource,
  type TerraformStack,
} from 'cdktf';
import { isObject } from '../../src/model/api';
import { getAddress } from './addresses';

/** True during a search for references, which also finds references to omitted resources. */
let isSearching = false;

/** Returns a token that lists omit. */
export function omittedAddress(address: () => string): string {
  return Lazy.stringValue({ produce: () => (isSearching ? address() : undefined) });
}

/** An element of a stack that reads a resource. */
export interface Reading {
  readonly reader: TerraformElement;
  readonly resource: TerraformResource;
}

/** Returns the elements of the stack that read one of the resources, in their synthesized form. */
export function findReaders(resources: readonly TerraformResource[], stack: TerraformStack): Reading[] {
  const byAddress = new Map(resources.map((resource) => [getAddress(resource), resource]));
  return stack.node.findAll().flatMap((reader): Reading[] => {
    if (!TerraformElement.isTerraformElement(reader) || reader.cdktfStack !== stack) return [];
    const addresses = new Set(textsIn(synthesized(reader)).flatMap((text) => addressesRead(text)));
    return [...addresses].flatMap((address) => {
      const resource = byAddress.get(address);
      return resource === undefined ? [] : [{ reader, resource }];
    });
  });
}

function synthesized(element: TerraformElement): unknown {
  try {
    isSearching = true;
    const resolver = new DefaultTokenResolver(new StringConcat());
    return Tokenization.resolve(element.toTerraform(), { scope: element.cdktfStack, resolver });
  } finally {
    isSearching = false;
  }
}

/** Returns the addresses that an expression reads. A whole address without an expression is a dependency. */
function addressesRead(text: string): string[] {
  if (/[$%]\{/.test(text)) return text.match(/(?<![\w.-])[a-z]\w*\.[A-Za-z_][\w-]*/g) ?? [];
  return /^([a-z]\w*\.[A-Za-z_][\w-]*)[.[]/.exec(text)?.slice(1) ?? [];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((element) => textsIn(element));
  if (!isObject(value)) return [];
  // CDKTF's notes for tools.
  return Object.entries(value).flatMap(([name, inner]) => (name === '//' ? [] : textsIn(inner)));
}
