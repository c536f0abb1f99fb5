/**
 * Finds data sources that a review plan reads with placeholders, and that the plan to apply reads during the apply. Their later
 * result is unknown. So is a result that differs in a review plan, because it can depend on the process, and a value that another
 * provider derives from a placeholder. Dependent values count as unknown, even if the review plan has a value.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, isOurProvider } from '../../../model/api';
import { findBlock, blockWithin } from './configuration';
import type { TerraformPlan, ResourceBlock } from './plan';
import { getPlaceInPlan } from './compare-review-plans';

/** The built-in provider of Terraform: it returns its inputs. */
const TRANSPARENT = 'terraform.io/builtin/terraform';

/** Returns true if the attribute of the instance at `address` may depend on an early read. */
export type EarlyAnswers = (address: string, attribute: string) => boolean;

export function earlyAnswers(ordinary: TerraformPlan, reviews: readonly TerraformPlan[]): EarlyAnswers {
  const { configuration } = ordinary;
  const sources = new Set<ResourceBlock>();
  const later = (ordinary.changes ?? []).filter((row) => row.mode === 'data' && row.actions.includes('read'));
  const others = (ordinary.changes ?? []).filter(
    ({ mode, provider }) => mode === 'managed' && !isOurProvider(provider) && provider !== TRANSPARENT,
  );
  const read = new Map(ordinary.prior.map((instance) => [instance.address, instance]));
  for (const review of reviews) {
    for (const { mode, address, values } of review.prior) {
      const before = read.get(address);
      const block = findBlock(configuration, address);
      if (mode !== 'data' || block === undefined || before === undefined) continue;
      if (!isDeepStrictEqual(before.values, values)) sources.add(block);
    }
    const rows = new Map((review.changes ?? []).map((row) => [getPlaceInPlan(row), row]));
    for (const row of later) {
      const block = findBlock(configuration, row.address);
      if (block !== undefined && rows.get(getPlaceInPlan(row))?.actions.includes('read') !== true) sources.add(block);
    }
    for (const row of others) {
      const block = findBlock(configuration, row.address);
      const unknown = new Set(rows.get(getPlaceInPlan(row))?.unknown);
      // Configured attributes are inputs. Computed attributes can have any value.
      const isEarly = row.unknown?.some((name) => !unknown.has(name) && !Object.hasOwn(block?.expressions ?? {}, name));
      if (block !== undefined && isEarly === true) sources.add(block);
    }
  }
  if (sources.size === 0) return () => false;

  const settled = new Map<ResourceBlock, boolean>();
  const dependsInside = (block: ResourceBlock): boolean => {
    const known = settled.get(block);
    if (known !== undefined) return known;
    settled.set(block, false);
    const depends = sources.has(block) || dependsOn(block, block.expressions);
    settled.set(block, depends);
    return depends;
  };
  const dependsOn = (block: ResourceBlock, expression: unknown): boolean =>
    wholeReferences(expression).some((reference) => {
      if (/^(each\.key|count|path|terraform|self)\b/.test(reference)) return false;
      const referred = blockWithin(configuration, block, reference);
      // A plan does not contain the values of locals, variables and outputs of modules.
      return referred === undefined || dependsInside(referred);
    });
  return (address, attribute) => {
    const block = findBlock(configuration, address);
    if (block === undefined) return true;
    // Placeholders and other computed values depend on all inputs, also on the parent.
    if (!Object.hasOwn(block.expressions, attribute)) return dependsInside(block);
    return dependsOn(block, block.expressions[attribute]);
  };
}

/** Returns the references of an expression, without the prefixes that Terraform lists after each. */
function wholeReferences(expression: unknown): string[] {
  if (Array.isArray(expression)) return expression.flatMap(wholeReferences);
  if (!isObject(expression)) return [];
  const { references, ...inside } = expression;
  const mentioned = Array.isArray(references)
    ? references.filter((reference): reference is string => typeof reference === 'string')
    : [];
  const whole = mentioned.filter((text, index) => {
    const before = mentioned[index - 1] ?? '';
    return !before.startsWith(`${text}.`) && !before.startsWith(`${text}[`);
  });
  return [...whole, ...Object.values(inside).flatMap(wholeReferences)];
}
