/** Findings about planned creates whose natural key an existing object has. */
import { kindInWords } from '../../schema';
import type { Analysis } from '../analysis';
import type { Finding } from '../finding';
import { plannedCreates } from '../organization/existing';
import { uidOf } from '../organization/objects';
import { few } from './access';

export function existsAlready(analysis: Analysis): Finding[] {
  const { context, plans, addresses, readers, organization } = analysis;
  if (context === undefined) return [];
  const planned = new Map(organization.transitions.map(({ change, after }) => [change, after]));
  return plannedCreates(plans, context).flatMap(({ plan, change, declaration, existing }): Finding[] => {
    if (existing === 'unknown' || existing.length === 0) return [];
    const uids = existing.map((values) => uidOf(declaration, values) ?? '');
    const [owner] = uids.flatMap((uid) => addresses.get(uid) ?? []);
    const instance = planned.get(change);
    const subject = instance === undefined ? change.address : readers.after.pathOf(instance);
    const manager = owner === undefined ? '' : ` ${owner.address} (${owner.plan.name}) manages it.`;
    return [
      {
        id: 'exists-already',
        severity: 'medium',
        subject,
        reason: `The ${kindInWords(declaration)} "${subject}" already exists (uid ${few(uids)}).${manager} The apply stops before it creates a duplicate, or changes the existing object if the provider has on_existing = "adopt". Import it, or use another name.`,
        evidence: [[...uids].sort(), owner?.address],
        address: change.address,
        plan: plan.name,
      },
    ];
  });
}
