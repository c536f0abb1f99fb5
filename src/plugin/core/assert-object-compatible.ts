/**
 * Holds the result of an apply against its plan ("Provider produced inconsistent result after apply"), and is never
 * stricter than Terraform. The values have gone through `conform`.
 */
import { attributeType, type Block, isNested } from '../schema/schema';
import type { Path } from '../sdk/diagnostics';
import { typeConforms } from '../values/cty-type';
import { valuesEqual } from '../values/equal';
import { honoursRefinement } from '../values/refinement';
import { type CtyType, Dyn, getKey, isNull, isRecord, isUnknown } from '../values/types';
import { type Problem, valueText } from './problem';
import type { Body } from './walk';

/** Everything that Terraform would refuse; empty if `actual` is a completion of `planned`. */
export function assertObjectCompatible(body: Body, planned: unknown, actual: unknown, path: Path = []): Problem[] {
  if (isNull(planned) && isNull(actual)) return [];
  if (isNull(planned)) return [{ path, message: 'was planned to be absent, but is there' }];
  if (isNull(actual)) return [{ path, message: 'was planned to be there, but is absent' }];
  return [
    ...Object.entries(body.attributes).flatMap(([name, attribute]) => {
      const inside = [...path, name];
      const problems = checkValue(attributeType(attribute), partOf(planned, name), partOf(actual, name), inside);
      const secret = problems.length > 0 && hasSensitive({ attributes: { [name]: attribute } });
      return secret ? [hidden(inside)] : problems;
    }),
    ...Object.entries(body.blocks ?? {}).flatMap(([name, block]) =>
      checkBlock(block, partOf(planned, name), partOf(actual, name), [...path, name]),
    ),
  ];
}

function checkBlock(block: Block, planned: unknown, actual: unknown, path: Path): Problem[] {
  if (block.nesting === 'single' || block.nesting === 'group') {
    return isUnknown(planned) && isNull(actual) ? [] : assertObjectCompatible(block, planned, actual, path);
  }
  if (isUnknown(planned) || isUnknown(actual) || isNull(planned) || isNull(actual)) return [];
  if (block.nesting === 'set') {
    const problems = checkSet(planned, actual, path, (a, b) => assertObjectCompatible(block, a, b, path).length === 0);
    return problems.length > 0 && hasSensitive(block) ? [hidden(path)] : problems;
  }
  const [before, after] = [keysOf(planned), keysOf(actual)];
  if (before.length !== after.length) {
    return [{ path, message: `was planned with ${before.length} blocks, but has ${after.length}` }];
  }
  return before
    .filter((key) => hasKey(actual, key))
    .flatMap((key) => assertObjectCompatible(block, partOf(planned, key), partOf(actual, key), [...path, key]));
}

function checkValue(type: CtyType, planned: unknown, actual: unknown, path: Path): Problem[] {
  if (type === 'dynamic') return checkDynamic(planned, actual, path);
  if (valuesEqual(planned, actual, type)) return [];
  if (isUnknown(planned)) {
    if (isUnknown(actual) || honoursRefinement(planned, actual)) return [];
    return [{ path, message: `is ${valueText(actual)}, which the plan has ruled out` }];
  }
  const differs = [{ path, message: `was planned as ${valueText(planned)}, but is ${valueText(actual)}` }];
  if (isNull(actual) || isNull(planned) || isUnknown(actual)) return differs;
  if (typeof type === 'string') return differs;
  if (type[0] === 'set') {
    return checkSet(planned, actual, path, (a, b) => checkValue(type[1], a, b, path).length === 0);
  }
  return [
    ...keysOf(actual)
      .filter((key) => !hasKey(planned, key))
      .map((key) => ({ path: [...path, key], message: 'was not planned, but is there' })),
    ...keysOf(planned).flatMap((key) =>
      hasKey(actual, key)
        ? checkValue(elementType(type, key), partOf(planned, key), partOf(actual, key), [...path, key])
        : [{ path: [...path, key], message: 'was planned, but is not there' }],
    ),
  ];
}

function hidden(path: Path): Problem {
  return { path, message: 'has another value than planned (it is sensitive, and not shown)' };
}

/** Whether a value of this shape could hold something that must not be shown. */
function hasSensitive({ attributes, blocks = {} }: Body): boolean {
  return (
    Object.values(attributes).some(
      ({ sensitive, type }) => sensitive === true || (isNested(type) && hasSensitive(type)),
    ) || Object.values(blocks).some(hasSensitive)
  );
}

/** A planned value without a type (null, or unknown as a whole) allows everything. */
function checkDynamic(planned: unknown, actual: unknown, path: Path): Problem[] {
  if (!(planned instanceof Dyn) || isUnknown(actual)) return [];
  if (!(actual instanceof Dyn) || !typeConforms(actual.type, planned.type)) {
    return [{ path, message: 'has another type than planned' }];
  }
  return checkValue(planned.type, planned.value, actual.value, path);
}

/** Every element needs a partner on the other side; equal ones may become one, so a set may shrink but not grow. */
function checkSet(
  planned: unknown,
  actual: unknown,
  path: Path,
  agree: (a: unknown, b: unknown) => boolean,
): Problem[] {
  const [before, after] = [planned as readonly unknown[], actual as readonly unknown[]];
  const lost = before.filter((a) => !after.some((b) => agree(a, b)));
  if (lost.length > 0) return [{ path, message: `was planned with ${valueText(lost[0])}, which is not there` }];
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

function keysOf(value: unknown): readonly (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isRecord(value) ? Object.keys(value) : [];
}

function hasKey(value: unknown, key: string | number): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function partOf(value: unknown, key: string | number): unknown {
  if (isUnknown(value)) return value;
  if (Array.isArray(value)) return (value[Number(key)] as unknown) ?? null;
  return isRecord(value) ? (getKey(value, String(key)) ?? null) : null;
}
