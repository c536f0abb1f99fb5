/**
 * Finds the resources that Terraform changes before a resource: those that its configuration mentions, directly or through other
 * resources and modules. A mention orders both, even if the value does not depend on it. References of locals are not in a plan.
 */
import { isObject } from '../../../model/api';
import { splitAddress } from './configuration';
import type { PlannedConfiguration } from './plan';

/** Returns true if Terraform has changed the instance at `first` before it changes the instance at `then`. */
export type DependsOn = (then: string, first: string) => boolean;

/** Keys of instances by the address of their block; `undefined` represents all of them. */
type Mentioned = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export function createDependencies({ blocks, modules = new Map() }: PlannedConfiguration): DependsOn {
  const known = new Map<string, Mentioned>();

  /** Returns the addresses that expressions in a module mention. */
  function referencesIn(module: string, expressions: unknown): readonly Reference[] {
    return getReferences(expressions).flatMap((text) => followed(module, text, new Set()));
  }

  function followed(module: string, text: string, seen: Set<string>): readonly Reference[] {
    const id = `${module} ${text}`;
    if (seen.has(id)) return [];
    seen.add(id);
    const inner = (path: string, expression: unknown) =>
      getReferences(expression).flatMap((reference) => followed(path, reference, seen));
    const [, input] = /^var\.([\w-]+)/.exec(text) ?? [];
    if (input !== undefined) return inner(getParentModule(module), modules.get(module)?.inputs[input]);
    const [, called = '', output] = /^module\.([\w-]+)(?:\[[^\]]*\])?\.([\w-]+)/.exec(text) ?? [];
    if (output !== undefined) {
      const path = joined(module, `module.${called}`);
      return inner(path, modules.get(path)?.outputs[output]);
    }
    const [, block = '', key] = /^((?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*)(\[[^\]]*\])?/.exec(text) ?? [];
    const address = joined(module, block);
    return blocks.has(address) ? [{ address, key }] : [];
  }

  function mentionedBy(address: string): Mentioned {
    const found = known.get(address);
    if (found !== undefined) return found;
    const block = blocks.get(address);
    const module = getModule(address, block?.mode === 'data');
    const references = [
      ...referencesIn(module, block?.expressions),
      ...(block?.dependsOn ?? []).flatMap((text) => followed(module, text, new Set())),
    ];
    const mentioned = new Map<string, Set<string> | undefined>();
    // The list also contains the address without the key: only a mention without any key means all instances.
    for (const { address: at, key } of references)
      if (key !== undefined) mentioned.set(at, (mentioned.get(at) ?? new Set()).add(key));
    for (const { address: at } of references) if (!mentioned.has(at)) mentioned.set(at, undefined);
    known.set(address, mentioned);
    return mentioned;
  }

  return (then, first) => {
    const { block: target } = splitAddress(first);
    const waiting = [splitAddress(then).block];
    const seen = new Set(waiting);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const [address, keys] of mentionedBy(next)) {
        if (address === target && (keys === undefined || [...keys].some((key) => first.endsWith(key)))) return true;
        if (!seen.has(address)) waiting.push(address);
        seen.add(address);
      }
    return false;
  };
}

interface Reference {
  /** The address of a block. */
  readonly address: string;
  /** `["key"]` of an instance. */
  readonly key: string | undefined;
}

/** Returns the references of expressions at any depth. */
function getReferences(expressions: unknown): string[] {
  const found: string[] = [];
  const waiting = [expressions];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (const inner of next as readonly unknown[]) waiting.push(inner);
    if (!isObject(next) || Array.isArray(next)) continue;
    const { references, constant_value: _, ...others } = next;
    if (Array.isArray(references))
      found.push(...references.filter((reference): reference is string => typeof reference === 'string'));
    for (const inner of Object.values(others)) waiting.push(inner);
  }
  return found;
}

function joined(module: string, address: string): string {
  return module === '' ? address : `${module}.${address}`;
}

function getParentModule(module: string): string {
  return module.split('.').slice(0, -2).join('.');
}

function getModule(address: string, isData: boolean): string {
  return address
    .split('.')
    .slice(0, isData ? -3 : -2)
    .join('.');
}
