/**
 * Holds a plan against the rules that Terraform will hold it against ("Provider produced invalid plan"), and is never
 * stricter. The values have gone through `conform`.
 */
import {
  type Attribute,
  type Attributes,
  attributeType,
  type Block,
  blockType,
  isNested,
  type NestedType,
} from '../schema/schema';
import type { Path } from '../sdk/diagnostics';
import { valuesEqual } from '../values/equal';
import { firstUnknown, getKey, isNull, isRecord, isUnknown } from '../values/types';
import { type Problem, valueText } from './problem';
import type { Body } from './walk';

interface Values {
  readonly prior: unknown;
  readonly config: unknown;
  readonly planned: unknown;
}

/** Everything that Terraform would refuse; empty if the plan is valid. */
export function assertPlanValid(body: Body, values: Values, path: Path = []): Problem[] {
  const { config, planned } = values;
  if (isNull(planned) && !isNull(config)) return [{ path, message: 'is planned to be absent, but is configured' }];
  if (isNull(config) && !isNull(planned)) return [{ path, message: 'is planned to be there, but is not configured' }];
  if (isNull(planned)) return [];
  return [
    ...checkAttributes(body.attributes, values, path),
    ...Object.entries(body.blocks ?? {}).flatMap(([name, block]) =>
      checkBlock(block, member(values, name), [...path, name]),
    ),
  ];
}

function checkAttributes(attributes: Attributes, values: Values, path: Path): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    checkAttribute(attribute, member(values, name), [...path, name]),
  );
}

function checkAttribute(attribute: Attribute, values: Values, path: Path): Problem[] {
  const { prior, config, planned } = values;
  const type = attributeType(attribute);
  if (valuesEqual(planned, config, type)) return [];
  if (!isNull(prior) && !isNull(config) && valuesEqual(planned, prior, type)) return [];
  if (attribute.writeOnly === true) return isNull(planned) ? [] : [{ path, message: 'is write-only, but planned' }];
  const computed = attribute.mode === 'computed' || attribute.mode === 'optional+computed';
  if (attribute.mode === 'computed' || (isNull(config) && computed)) return [];
  const shown = (value: unknown): string => (attribute.sensitive === true ? 'a sensitive value' : valueText(value));
  if (isNull(config)) {
    return [{ path, message: `is planned as ${shown(planned)}, but is neither configured nor computed` }];
  }
  if (isNested(attribute.type)) {
    const problems = checkNested(attribute.type, values, path);
    const secret = attribute.sensitive === true && problems.length > 0;
    return secret
      ? [{ path, message: 'is planned otherwise than configured (it is sensitive, and not shown)' }]
      : problems;
  }
  return [{ path, message: `is planned as ${shown(planned)}, but configured as ${shown(config)}` }];
}

function checkNested(nested: NestedType, values: Values, path: Path): Problem[] {
  const { config, planned } = values;
  if (isNull(planned)) return [{ path, message: 'is planned to be absent, but is configured' }];
  if (isUnknown(planned)) return [{ path, message: 'is planned as unknown, but is configured' }];
  switch (nested.nesting) {
    case 'single':
      return checkAttributes(nested.attributes, values, path);
    case 'list':
    case 'map':
      return (
        keysDiffer(config, planned, path) ??
        keysOf(planned).flatMap((key) => checkAttributes(nested.attributes, member(values, key), [...path, key]))
      );
    case 'set':
      return setLengthsDiffer(config, planned, path);
  }
}

function checkBlock(block: Block, values: Values, path: Path): Problem[] {
  const { config, planned } = values;
  if (valuesEqual(planned, config, blockType(block))) return [];
  if (isUnknown(config)) return [{ path, message: 'is a dynamic block that is not known yet, and must stay so' }];
  if (isUnknown(planned)) return [{ path, message: 'is a block: only its attributes can be unknown' }];
  if (block.nesting === 'single' || block.nesting === 'group') return assertPlanValid(block, values, path);
  if (isNull(planned)) return [{ path, message: 'is a block: without elements it is empty, not null' }];
  if (block.nesting === 'set') return unknownElements(planned, path);
  return (
    keysDiffer(config ?? (Array.isArray(planned) ? [] : {}), planned, path) ?? [
      ...unknownElements(planned, path),
      ...keysOf(planned)
        .filter((key) => !isUnknown(elementAt(planned, key)))
        .flatMap((key) => assertPlanValid(block, member(values, key), [...path, key])),
    ]
  );
}

/** A problem if lists or maps do not have the same length or keys; undefined if they do. */
function keysDiffer(config: unknown, planned: unknown, path: Path): Problem[] | undefined {
  const [wanted, given] = [keysOf(config), keysOf(planned)];
  if (!isUnknown(config) && wanted.length === given.length && wanted.every((key, i) => key === given[i]))
    return undefined;
  return [
    {
      path,
      message: `is planned with ${given.length} elements, but configured with ${isUnknown(config) ? 'a number that is not known yet' : wanted.length}, or with other keys`,
    },
  ];
}

/** Elements that are not known yet may turn out to be equal, so that a set gets smaller. */
function setLengthsDiffer(config: unknown, planned: unknown, path: Path): Problem[] {
  if (isUnknown(config) || firstUnknown(config) !== undefined) return [];
  const [most, wanted] = [keysOf(planned).length, keysOf(config).length];
  const least = firstUnknown(planned) === undefined ? most : Math.min(1, most);
  if (wanted >= least && wanted <= most) return [];
  return [{ path, message: `is planned with ${most} elements, but configured with ${wanted}` }];
}

function unknownElements(planned: unknown, path: Path): Problem[] {
  return keysOf(planned)
    .filter((key) => isUnknown(elementAt(planned, key)))
    .map((key) => ({ path: [...path, key], message: 'is a block: only its attributes can be unknown' }));
}

function keysOf(value: unknown): (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isRecord(value) ? Object.keys(value).sort() : [];
}

function member({ prior, config, planned }: Values, key: string | number): Values {
  return { prior: elementAt(prior, key), config: elementAt(config, key), planned: elementAt(planned, key) };
}

/** A part of an unknown whole is unknown; of one that is not there, null. */
function elementAt(value: unknown, key: string | number): unknown {
  if (isUnknown(value)) return value;
  if (Array.isArray(value)) return (value[Number(key)] as unknown) ?? null;
  return isRecord(value) ? (getKey(value, String(key)) ?? null) : null;
}
