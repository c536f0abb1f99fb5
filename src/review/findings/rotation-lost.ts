/** Findings about rotations that rename the old object instead of replacing it. */
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { findBlock, blockWithin, getExpression, findReferences } from '../input/plan/configuration';
import type { TerraformPlan } from '../input/plan/plan';
import { findKind } from '../input/plan/platform-kind';
import { getRotation, TRIGGER_ARGUMENTS, getTriggers } from '../input/plan/triggers';
import { textAttribute } from '../input/plan/values';
import type { Instance } from '../organization/objects/objects';
import { declaredAt, type Finding } from './shared/finding';

/**
 * Reports objects that are renamed in place, with a new name that contains a value of a rotation. Terraform replaces the anchor
 * first: if the new object could not be created then, the next plan renames the old one, and a leaked token stays valid.
 */
export function rotationLost({ organization, readers }: Analysis): Finding[] {
  const anchors = new Map<TerraformPlan, readonly Anchor[]>();
  return organization.transitions.flatMap(({ before, after, change }): Finding[] => {
    if (before === undefined || after === undefined || !change.actions.includes('update')) return [];
    const from = textAttribute(change.before ?? {}, 'name') ?? '';
    const to = textAttribute(change.after ?? {}, 'name') ?? '';
    if (from === to) return [];
    const { plan, declaration } = after;
    const known = anchors.get(plan) ?? getAnchors(plan);
    anchors.set(plan, known);
    // The object stores the values of its last rotation: it was created with them.
    const stored = getRotation(declaration, change.before ?? {});
    const isNew = (text: string): boolean => to.includes(text) && !from.includes(text) && !stored.includes(text);
    const causes = new Set([
      ...(getRotation(declaration, change.after ?? {}).some(isNew) ? [change.address] : []),
      ...known
        .filter(({ triggers, mentions }) => triggers.some(isNew) && !mentions(after))
        .map(({ address }) => address),
    ]);
    if (causes.size === 0) return [];
    const isAssumable = declaration.access?.assumable === true;
    return [
      {
        id: 'rotation-lost',
        severity: isAssumable ? 'high' : 'medium',
        subject: readers.after.toPath(after),
        reason: `The ${kindInWords(declaration)} "${readers.before.toPath(before)}" is only renamed, but its new name contains a value of the rotation in ${few([...causes])}. The old object stays, perhaps because an earlier apply failed. To replace it, plan with -replace='${change.address}'.`,
        evidence: [declaration.kind, [...causes]],
        ...declaredAt(after),
      },
    ];
  });
}

/** A resource of another provider that others can be replaced with. */
interface Anchor {
  readonly address: string;
  readonly triggers: readonly string[];
  /** Returns true if the triggers follow from the object: then a change of its name changes them. */
  readonly mentions: (instance: Instance) => boolean;
}

/** Returns the anchors of a plan, with their values before and after the apply. */
function getAnchors(plan: TerraformPlan): Anchor[] {
  const stored = plan.prior.filter((instance) => instance.mode === 'managed' && findKind(instance) === undefined);
  return [
    ...stored.map(({ address, values }) => ({ address, triggers: getTriggers(values) })),
    ...(plan.changes ?? []).map(({ address, triggers = [] }) => ({ address, triggers })),
  ]
    .filter(({ triggers }) => triggers.length > 0)
    .map((anchor) => ({ ...anchor, mentions: (instance) => isMentioned(plan, anchor.address, instance) }));
}

function isMentioned({ configuration }: TerraformPlan, anchor: string, { address }: Instance): boolean {
  const block = findBlock(configuration, anchor);
  const object = findBlock(configuration, address);
  if (block === undefined || object === undefined) return false;
  return TRIGGER_ARGUMENTS.some((name) =>
    findReferences(getExpression(block, name)).some(
      (reference) => blockWithin(configuration, block, reference) === object,
    ),
  );
}
