/**
 * Data sources that a review plan reads and the plan to apply reads only when it is applied: they were asked about
 * placeholders, and what they answer then nobody knows. The same goes for what another provider makes of a placeholder. What
 * depends on either is not known, however known it looks.
 */
import { isObject, PROVIDER_ADDRESS } from '../../../api';
import { blockOf, blockWithin } from './configuration';
import type { Plan, ResourceBlock } from './plan';
import { placeOf } from './settled';

/** Terraform's own: it passes on what it is given. */
const TRANSPARENT = 'terraform.io/builtin/terraform';

/** Whether what the attribute of the instance at `address` is may depend on an answer that came too early. */
export type EarlyAnswers = (address: string, attribute: string) => boolean;

export function earlyAnswers(ordinary: Plan, reviews: readonly Plan[]): EarlyAnswers {
  const { configuration } = ordinary;
  const sources = new Set<ResourceBlock>();
  const later = (ordinary.changes ?? []).filter((row) => row.mode === 'data' && row.actions.includes('read'));
  const others = (ordinary.changes ?? []).filter(
    ({ mode, provider }) => mode === 'managed' && provider !== PROVIDER_ADDRESS && provider !== TRANSPARENT,
  );
  for (const review of reviews) {
    const rows = new Map((review.changes ?? []).map((row) => [placeOf(row), row]));
    for (const row of later) {
      const block = blockOf(configuration, row.address);
      if (block !== undefined && rows.get(placeOf(row))?.actions.includes('read') !== true) sources.add(block);
    }
    for (const row of others) {
      const block = blockOf(configuration, row.address);
      const unknown = new Set(rows.get(placeOf(row))?.unknown);
      // What is configured is passed on; what is computed may be anything.
      const isEarly = row.unknown?.some((name) => !unknown.has(name) && !(name in (block?.expressions ?? {})));
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
      // Locals, variables and outputs of modules: a plan does not say what is in them.
      return referred === undefined || dependsInside(referred);
    });
  return (address, attribute) => {
    const block = blockOf(configuration, address);
    if (block === undefined) return true;
    // A placeholder, and what else is computed, follows from the rest: also where the object lies.
    if (!Object.hasOwn(block.expressions, attribute)) return dependsInside(block);
    return dependsOn(block, block.expressions[attribute]);
  };
}

/** What an expression mentions. Terraform names after each reference what that lies in, which is left out here. */
function wholeReferences(expression: unknown): string[] {
  if (Array.isArray(expression)) return expression.flatMap(wholeReferences);
  if (!isObject(expression)) return [];
  const { references, ...inside } = expression;
  const mentioned = Array.isArray(references) ? references.filter((one): one is string => typeof one === 'string') : [];
  const whole = mentioned.filter((one, index) => {
    const before = mentioned[index - 1] ?? '';
    return !before.startsWith(`${one}.`) && !before.startsWith(`${one}[`);
  });
  return [...whole, ...Object.values(inside).flatMap(wholeReferences)];
}
