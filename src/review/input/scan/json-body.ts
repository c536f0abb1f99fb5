/** Reads a file in the JSON syntax of Terraform as the body of a file in HCL. Each text is a template. */
import { isObject } from '../../../model/api';
import {
  type HclArgument,
  type HclBlock,
  type HclBodyTree,
  type HclNode,
  readHclTemplate,
} from '../../../base/text/hcl-tree';

/** The number of labels of the blocks that JSON syntax writes as nested objects. */
const TOP: Readonly<Record<string, number>> = {
  ...{ resource: 2, data: 2, ephemeral: 2, action: 2 },
  ...{ module: 1, variable: 1, output: 1, provider: 1, check: 1 },
  ...{ locals: 0, terraform: 0, moved: 0, removed: 0, import: 0 },
};
const NESTED: Readonly<Record<string, number>> = { dynamic: 1, provisioner: 1, content: 0, required_providers: 0 };
const IN_CHECK: Readonly<Record<string, number>> = { data: 2 };

export function readJsonBody(document: unknown): HclBodyTree {
  return readBody(document, TOP);
}

function readBody(value: unknown, kinds: Readonly<Record<string, number>>): HclBodyTree {
  const found = { arguments: [] as HclArgument[], blocks: [] as HclBlock[] };
  for (const body of asList(value)) {
    // A body is an object. Anything else is scanned like an argument.
    if (!isObject(body)) found.arguments.push({ name: '', value: toNodes(body) });
    else
      for (const [name, inner] of Object.entries(body)) {
        const count = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
        if (count === undefined) found.arguments.push({ name, value: toNodes(inner) });
        else found.blocks.push(...readBlocks(name, inner, count, []));
      }
  }
  return found;
}

function readBlocks(type: string, value: unknown, count: number, labels: readonly string[]): HclBlock[] {
  const kinds = type === 'check' ? IN_CHECK : NESTED;
  if (labels.length === count) return asList(value).map((body) => ({ type, labels, body: readBody(body, kinds) }));
  return asList(value).flatMap((named) =>
    isObject(named)
      ? Object.entries(named).flatMap(([label, inner]) => readBlocks(type, inner, count, [...labels, label]))
      : [{ type, labels, body: readBody(named, kinds) }],
  );
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function toNodes(value: unknown): HclNode[] {
  if (typeof value === 'string') return [readHclTemplate(value)];
  if (Array.isArray(value))
    return [{ is: 'group', open: '[', nodes: value.flatMap((one) => [...toNodes(one), comma]) }];
  if (!isObject(value)) return [{ is: 'word', text: String(value) }];
  const nodes = Object.entries(value).flatMap(([key, inner]) => [
    readHclTemplate(key),
    equals,
    ...toNodes(inner),
    comma,
  ]);
  return [{ is: 'group', open: '{', nodes }];
}

const comma: HclNode = { is: 'mark', text: ',' };
const equals: HclNode = { is: 'mark', text: '=' };
