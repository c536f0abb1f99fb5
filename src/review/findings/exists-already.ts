/** Findings about planned creates if an object with the same natural key exists: the apply adopts it, or stops. */
import { kindInWords } from '../../model/schema';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { plannedCreates } from '../organization/context/existing';
import { decidingAttributes } from '../organization/objects/access-fields';
import { findUid } from '../organization/objects/objects';
import type { Finding } from './shared/finding';

export function existsAlready(analysis: Analysis): Finding[] {
  return [...adopted(analysis), ...inTheWay(analysis)];
}

/** Reports adoptions. High if the apply overwrites a field that decides access: the object may have access that no plan shows. */
function adopted({ changesOfMatches, live }: Analysis): Finding[] {
  return [...changesOfMatches].flatMap(([{ declaration, after }, change]): Finding[] => {
    if (change.status !== 'adopted' || after === undefined) return [];
    const { path, address, plan, fields } = change;
    const names = fields.map(({ field }) => field);
    const decides = decidingAttributes(declaration, names).length > 0;
    const overwritten = names.length === 0 ? 'It overwrites nothing.' : `It overwrites ${few(names)}.`;
    const rest = live === undefined ? ' Unmanaged objects that refer to it stay. Only --live shows them.' : '';
    return [
      {
        id: 'exists-already',
        severity: decides ? 'high' : 'medium',
        subject: path,
        reason: `The apply adopts the existing ${kindInWords(declaration)} "${path}" (uid ${after.key}) instead of creating one. ${overwritten}${rest}`,
        evidence: [after.key, fields.map((field) => [field.field, field.before, field.after])],
        address,
        plan,
      },
    ];
  });
}

/** Reports existing objects that stop a create. A replacement can adopt, too: the approved writes contain the adoption. */
function inTheWay(analysis: Analysis): Finding[] {
  const { context, plans, addresses, readers, organization } = analysis;
  if (context === undefined) return [];
  const planned = new Map(organization.transitions.map(({ change, after }) => [change, after]));
  return plannedCreates(plans, context).flatMap(({ plan, change, declaration, existing }): Finding[] => {
    if (existing === 'unknown' || existing.length === 0) return [];
    const uids = existing.map((values) => findUid(declaration, values) ?? '');
    const [owner] = uids.flatMap((uid) => addresses.get(uid) ?? []);
    const instance = planned.get(change);
    const subject = instance === undefined ? change.address : readers.after.toPath(instance);
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
