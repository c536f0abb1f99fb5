/**
 * Checks the result of a handler by the rules of Terraform, before Terraform does: a plan ("Provider produced invalid
 * plan") and the result of an apply ("Provider produced inconsistent result after apply"). It is never stricter than
 * Terraform. The values have passed `conform`.
 */
import {
  type Attribute,
  type Attributes,
  attributeType,
  type Block,
  blockType,
  isNested,
  type NestedType,
  type Body,
} from '../schema/schema';
import { type Path, type Problem, valueText } from '../sdk/diagnostics';
import { typeConforms, type CtyType, Dyn, firstUnknown, getKey, isNull, isRecord, isUnknown } from '../values/types';
import { valuesEqual } from '../values/normal-form';
import { honorsRefinement } from '../values/refinement';

interface Triple {
  readonly prior: unknown;
  readonly config: unknown;
  readonly planned: unknown;
}

/** Returns the violations that make Terraform reject the plan; empty if the plan is valid. */
export function assertPlanValid(body: Body, values: Triple, path: Path = []): Problem[] {
  const { config, planned } = values;
  if (isNull(planned) && !isNull(config)) return [{ path, message: 'is planned to be absent, but is configured' }];
  if (isNull(config) && !isNull(planned)) return [{ path, message: 'is planned to exist, but is not configured' }];
  if (isNull(planned)) return [];
  return [
    ...checkPlannedAttributes(body.attributes, values, path),
    ...Object.entries(body.blocks ?? {}).flatMap(([name, block]) =>
      checkPlannedBlock(block, member(values, name), [...path, name]),
    ),
  ];
}

function checkPlannedAttributes(attributes: Attributes, values: Triple, path: Path): Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    checkPlannedAttribute(attribute, member(values, name), [...path, name]),
  );
}

function checkPlannedAttribute(attribute: Attribute, values: Triple, path: Path): Problem[] {
  const { prior, config, planned } = values;
  const type = attributeType(attribute);
  if (valuesEqual(planned, config, type)) return [];
  if (!isNull(prior) && !isNull(config) && valuesEqual(planned, prior, type)) return [];
  if (attribute.writeOnly === true) return isNull(planned) ? [] : [{ path, message: 'is write-only, but planned' }];
  const computed = attribute.mode === 'computed' || attribute.mode === 'optional+computed';
  if (attribute.mode === 'computed' || (isNull(config) && computed)) return [];
  const formatted = (value: unknown): string => (attribute.sensitive === true ? 'a sensitive value' : valueText(value));
  if (isNull(config)) {
    return [{ path, message: `is planned as ${formatted(planned)}, but is neither configured nor computed` }];
  }
  if (isNested(attribute.type)) {
    const problems = checkPlannedNested(attribute.type, values, path);
    const secret = attribute.sensitive === true && problems.length > 0;
    return secret
      ? [{ path, message: 'is planned with a different value than configured (not shown because it is sensitive)' }]
      : problems;
  }
  return [{ path, message: `is planned as ${formatted(planned)}, but configured as ${formatted(config)}` }];
}

function checkPlannedNested(nested: NestedType, values: Triple, path: Path): Problem[] {
  const { config, planned } = values;
  if (isNull(planned)) return [{ path, message: 'is planned to be absent, but is configured' }];
  if (isUnknown(planned)) return [{ path, message: 'is planned as unknown, but is configured' }];
  switch (nested.nesting) {
    case 'single':
      return checkPlannedAttributes(nested.attributes, values, path);
    case 'list':
    case 'map':
      return (
        keysDiffer(config, planned, path) ??
        getKeys(planned).flatMap((key) =>
          checkPlannedAttributes(nested.attributes, member(values, key), [...path, key]),
        )
      );
    case 'set':
      return setLengthsDiffer(config, planned, path);
  }
}

function checkPlannedBlock(block: Block, values: Triple, path: Path): Problem[] {
  const { config, planned } = values;
  if (valuesEqual(planned, config, blockType(block))) return [];
  if (isUnknown(config)) return [{ path, message: 'is an unknown dynamic block, and must remain unknown' }];
  if (isUnknown(planned)) return [{ path, message: 'is a block: only its attributes can be unknown' }];
  if (block.nesting === 'single' || block.nesting === 'group') return assertPlanValid(block, values, path);
  if (isNull(planned)) return [{ path, message: 'is a block: without elements it is empty, not null' }];
  if (block.nesting === 'set') return unknownElements(planned, path);
  return (
    keysDiffer(config ?? (Array.isArray(planned) ? [] : {}), planned, path) ?? [
      ...unknownElements(planned, path),
      ...getKeys(planned)
        .filter((key) => !isUnknown(elementAt(planned, key)))
        .flatMap((key) => assertPlanValid(block, member(values, key), [...path, key])),
    ]
  );
}

/** A problem if lists or maps do not have the same length or keys; undefined if they do. */
function keysDiffer(config: unknown, planned: unknown, path: Path): Problem[] | undefined {
  const [wanted, given] = [getKeys(config), getKeys(planned)];
  if (!isUnknown(config) && wanted.length === given.length && wanted.every((key, i) => key === given[i]))
    return undefined;
  return [
    {
      path,
      message: `is planned with ${given.length} elements, but configured with ${isUnknown(config) ? 'a number that is not known yet' : wanted.length}, or with other keys`,
    },
  ];
}

/** A set with unknown elements may shrink: they may turn out to be equal. */
function setLengthsDiffer(config: unknown, planned: unknown, path: Path): Problem[] {
  if (isUnknown(config) || firstUnknown(config) !== undefined) return [];
  const [most, wanted] = [getKeys(planned).length, getKeys(config).length];
  const least = firstUnknown(planned) === undefined ? most : Math.min(1, most);
  if (wanted >= least && wanted <= most) return [];
  return [{ path, message: `is planned with ${most} elements, but configured with ${wanted}` }];
}

function unknownElements(planned: unknown, path: Path): Problem[] {
  return getKeys(planned)
    .filter((key) => isUnknown(elementAt(planned, key)))
    .map((key) => ({ path: [...path, key], message: 'is a block: only its attributes can be unknown' }));
}

function member({ prior, config, planned }: Triple, key: string | number): Triple {
  return { prior: elementAt(prior, key), config: elementAt(config, key), planned: elementAt(planned, key) };
}

/** Returns the violations that make Terraform reject `actual`; empty if `actual` completes `planned`. */
export function assertObjectCompatible(body: Body, planned: unknown, actual: unknown, path: Path = []): Problem[] {
  if (isNull(planned) && isNull(actual)) return [];
  if (isNull(planned)) return [{ path, message: 'was planned to be absent, but exists' }];
  if (isNull(actual)) return [{ path, message: 'was planned to exist, but is absent' }];
  return [
    ...Object.entries(body.attributes).flatMap(([name, attribute]) => {
      const inside = [...path, name];
      const problems = checkAppliedValue(
        attributeType(attribute),
        elementAt(planned, name),
        elementAt(actual, name),
        inside,
      );
      const secret = problems.length > 0 && hasSensitive({ attributes: { [name]: attribute } });
      return secret ? [hidden(inside)] : problems;
    }),
    ...Object.entries(body.blocks ?? {}).flatMap(([name, block]) =>
      checkAppliedBlock(block, elementAt(planned, name), elementAt(actual, name), [...path, name]),
    ),
  ];
}

function checkAppliedBlock(block: Block, planned: unknown, actual: unknown, path: Path): Problem[] {
  if (block.nesting === 'single' || block.nesting === 'group') {
    return isUnknown(planned) && isNull(actual) ? [] : assertObjectCompatible(block, planned, actual, path);
  }
  if (isUnknown(planned) || isUnknown(actual) || isNull(planned) || isNull(actual)) return [];
  if (block.nesting === 'set') {
    const problems = checkAppliedSet(
      planned,
      actual,
      path,
      (a, b) => assertObjectCompatible(block, a, b, path).length === 0,
    );
    return problems.length > 0 && hasSensitive(block) ? [hidden(path)] : problems;
  }
  const [before, after] = [getKeys(planned), getKeys(actual)];
  if (before.length !== after.length) {
    return [{ path, message: `was planned with ${before.length} blocks, but has ${after.length}` }];
  }
  return before
    .filter((key) => hasKey(actual, key))
    .flatMap((key) => assertObjectCompatible(block, elementAt(planned, key), elementAt(actual, key), [...path, key]));
}

function checkAppliedValue(type: CtyType, planned: unknown, actual: unknown, path: Path): Problem[] {
  if (type === 'dynamic') return checkAppliedDynamic(planned, actual, path);
  if (valuesEqual(planned, actual, type)) return [];
  if (isUnknown(planned)) {
    if (isUnknown(actual) || honorsRefinement(planned, actual)) return [];
    return [{ path, message: `is ${valueText(actual)}, which the plan has ruled out` }];
  }
  const differs = [{ path, message: `was planned as ${valueText(planned)}, but is ${valueText(actual)}` }];
  if (isNull(actual) || isNull(planned) || isUnknown(actual)) return differs;
  if (typeof type === 'string') return differs;
  if (type[0] === 'set') {
    return checkAppliedSet(planned, actual, path, (a, b) => checkAppliedValue(type[1], a, b, path).length === 0);
  }
  return [
    ...getKeys(actual)
      .filter((key) => !hasKey(planned, key))
      .map((key) => ({ path: [...path, key], message: 'was not planned, but exists' })),
    ...getKeys(planned).flatMap((key) =>
      hasKey(actual, key)
        ? checkAppliedValue(elementType(type, key), elementAt(planned, key), elementAt(actual, key), [...path, key])
        : [{ path: [...path, key], message: 'was planned, but does not exist' }],
    ),
  ];
}

function hidden(path: Path): Problem {
  return { path, message: 'has a different value than planned (not shown because it is sensitive)' };
}

/** Returns true if a value of this shape may contain a sensitive value. */
function hasSensitive({ attributes, blocks = {} }: Body): boolean {
  return (
    Object.values(attributes).some(
      ({ sensitive, type }) => sensitive === true || (isNested(type) && hasSensitive(type)),
    ) || Object.values(blocks).some(hasSensitive)
  );
}

/** A planned value without a type (null or unknown) allows every result. */
function checkAppliedDynamic(planned: unknown, actual: unknown, path: Path): Problem[] {
  if (!(planned instanceof Dyn) || isUnknown(actual)) return [];
  if (!(actual instanceof Dyn) || !typeConforms(actual.type, planned.type)) {
    return [{ path, message: 'has a different type than planned' }];
  }
  return checkAppliedValue(planned.type, planned.value, actual.value, path);
}

/** Every element needs an equal one on the other side. A set may shrink, when unknown elements turn out equal, but not grow. */
function checkAppliedSet(
  planned: unknown,
  actual: unknown,
  path: Path,
  agree: (a: unknown, b: unknown) => boolean,
): Problem[] {
  const [before, after] = [planned as readonly unknown[], actual as readonly unknown[]];
  const lost = before.filter((a) => !after.some((b) => agree(a, b)));
  if (lost.length > 0) return [{ path, message: `was planned with ${valueText(lost[0])}, which is missing` }];
  const added = after.filter((b) => !before.some((a) => agree(a, b)));
  if (added.length > 0) return [{ path, message: `has ${valueText(added[0])}, which was not planned` }];
  return after.length > before.length
    ? [{ path, message: `was planned with ${before.length} elements, but has ${after.length}` }]
    : [];
}

function elementType(type: Exclude<CtyType, string>, key: string | number): CtyType {
  if (type[0] === 'object') return type[1][String(key)] ?? 'dynamic';
  if (type[0] === 'tuple') return type[1][Number(key)] ?? 'dynamic';
  return type[1];
}

function hasKey(value: unknown, key: string | number): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function getKeys(value: unknown): (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isRecord(value) ? Object.keys(value).sort() : [];
}

/** The element or attribute `key`: unknown inside an unknown value, null inside a null one. */
function elementAt(value: unknown, key: string | number): unknown {
  if (isUnknown(value)) return value;
  if (Array.isArray(value)) return (value[Number(key)] as unknown) ?? null;
  return isRecord(value) ? (getKey(value, String(key)) ?? null) : null;
}
