/**
 * Resolves unknown values of a plan from its configuration: references to the uid of an object that the plan creates, also inside a
 * text. The objects get placeholders, as in a review plan. Every other unknown value stays unknown.
 */
import { isObject, isUid, snakeCase } from '../../../model/api';
import { createPlaceholder } from '../../../model/approval';
import { identifierField } from '../../../model/schema';
import { readReference, readTemplate, type StackReference } from '../../../model/approval/grammar';
import { findBlock, splitAddress } from './configuration';
import { findExclusiveKind, findKind } from './platform-kind';
import { UNKNOWN_VALUE, type TerraformPlan, type ResourceChange } from './plan';
import { createSources } from './saved-documents';
import { hasUnknown } from './values';

/**
 * Returns the plan with the values that its configuration proves.
 *
 * @param index distinguishes the objects of several plans
 */
export function resolveSymbols(plan: TerraformPlan, index = 0): TerraformPlan {
  const { changes } = plan;
  const hasUnknownValues = changes?.some((change) => isOurs(change) && hasUnknown(change.after)) === true;
  if (!hasUnknownValues) return plan;
  const getAttribute = createResolver(plan, index);
  const resolved = changes.map((change) => {
    if (!isOurs(change) || change.after === undefined || !hasUnknown(change.after)) return change;
    const { after: planned, ...rest } = change;
    const after = Object.keys(planned).map((name) => [name, getAttribute(change, name)] as const);
    // With a spread at the beginning, Node 20 would give each object a hidden class of its own.
    return { after: Object.fromEntries(after), ...rest };
  });
  return { ...plan, changes: resolved };
}

function isOurs(change: ResourceChange): boolean {
  return change.mode === 'managed' && (findKind(change) ?? findExclusiveKind(change)) !== undefined;
}

function createResolver(plan: TerraformPlan, index: number): (change: ResourceChange, name: string) => unknown {
  const { changes = [], configuration, prior } = plan;
  const getSource = createSources(plan);
  const changesByAddress = new Map(
    changes.flatMap((change) => (isOurs(change) && change.deposed === undefined ? [[change.address, change]] : [])),
  );
  const dataReadDuringApply = new Set(changes.flatMap(({ mode, address }) => (mode === 'data' ? [address] : [])));
  const dataValues = new Map(
    prior.flatMap(({ mode, address, values }) =>
      mode === 'data' && !dataReadDuringApply.has(address) ? [[address, values] as const] : [],
    ),
  );
  const resolved = new Map<string, unknown>();

  function getAttribute(change: ResourceChange, name: string): unknown {
    const value = change.after?.[name];
    if (!hasUnknown(value)) return value;
    const key = `${change.address} ${change.deposed ?? ''} ${name}`;
    if (!resolved.has(key)) {
      // A value that depends on itself stays unknown.
      resolved.set(key, UNKNOWN_VALUE);
      resolved.set(key, resolve(change, name, value));
    }
    return resolved.get(key);
  }

  function resolve(change: ResourceChange, name: string, value: unknown): unknown {
    const kind = findKind(change);
    if (kind !== undefined && name === snakeCase(identifierField(kind))) return getUid(change) ?? value;
    const source = getSource(change.address, name) ?? getJsonExpression(change.address, name);
    return source === undefined ? value : fill(value, source, splitAddress(change.address).module);
  }

  function getUid(change: ResourceChange): unknown {
    const kind = findKind(change);
    if (kind === undefined || change.fate?.isMade !== true) return undefined;
    const parent = kind.parent === undefined ? null : getAttribute(change, snakeCase(kind.parent.name));
    if (parent === UNKNOWN_VALUE || kind.uidScheme === 'parentUid') return parent;
    if (parent !== null && parent !== undefined && !isUid(parent)) return undefined;
    return createPlaceholder(isUid(parent) ? parent : undefined, JSON.stringify([index, change.address]));
  }

  /** Returns the expression of JSON syntax. Its text is a template, so it counts only where the value is unknown. */
  function getJsonExpression(address: string, name: string): unknown {
    const { expressions = {} } = findBlock(configuration, address) ?? {};
    const expression = Object.hasOwn(expressions, name) ? expressions[name] : undefined;
    return isObject(expression) ? expression['constant_value'] : undefined;
  }

  /** Fills the unknown parts of a value from its expression. */
  function fill(value: unknown, source: unknown, module: string): unknown {
    if (value === UNKNOWN_VALUE) return evaluate(source, module);
    if (Array.isArray(value) && Array.isArray(source) && value.length === source.length) {
      const filled = value.map((inner, index) => fill(inner, source[index], module));
      // A set can have another order.
      const isSameOrder = value.every((inner, index) => hasUnknown(inner) || inner === evaluate(source[index], module));
      return isSameOrder ? filled : value;
    }
    if (!isObject(value) || !isObject(source)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        Object.hasOwn(source, name) ? fill(inner, source[name], module) : inner,
      ]),
    );
  }

  function evaluate(source: unknown, module: string): unknown {
    if (typeof source === 'string') return evaluateText(source, module);
    if (Array.isArray(source)) return source.map((inner) => evaluate(inner, module));
    if (!isObject(source)) return source;
    return Object.fromEntries(Object.entries(source).map(([name, inner]) => [name, evaluate(inner, module)]));
  }

  function evaluateText(text: string, module: string): unknown {
    const pieces = readTemplate(text).map((piece) => {
      if (typeof piece === 'string') return piece;
      const reference = piece.expression === undefined ? undefined : readReference(piece.expression);
      return reference === undefined ? UNKNOWN_VALUE : resolveReference(reference, module);
    });
    if (pieces.length === 1) return pieces[0];
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : UNKNOWN_VALUE;
  }

  function resolveReference({ address, type, isData, steps }: StackReference, module: string): unknown {
    if (type === 'var' && !isData)
      return module === '' ? follow(configuration.variables, [address.slice('var.'.length), ...steps]) : UNKNOWN_VALUE;
    const [first] = steps;
    const isIndexed = typeof first === 'number' || typeof first === 'object';
    const index = isIndexed ? `[${JSON.stringify(typeof first === 'object' ? first.key : first)}]` : '';
    const instance = `${module === '' ? '' : `${module}.`}${address}${index}`;
    const [name, ...rest] = isIndexed ? steps.slice(1) : steps;
    if (isData) return follow(dataValues.get(instance), [name, ...rest]);
    const change = changesByAddress.get(instance);
    if (change === undefined || typeof name !== 'string') return UNKNOWN_VALUE;
    return follow(getAttribute(change, name), rest);
  }

  return getAttribute;
}

function follow(value: unknown, steps: readonly unknown[]): unknown {
  let found = value;
  for (const step of steps) {
    const key = isObject(step) ? step['key'] : step;
    const isMember = typeof found === 'object' && found !== null && Object.hasOwn(found, String(key));
    if (key === '*' || !isMember) return UNKNOWN_VALUE;
    found = (found as Readonly<Record<string, unknown>>)[String(key)];
  }
  return found ?? UNKNOWN_VALUE;
}
