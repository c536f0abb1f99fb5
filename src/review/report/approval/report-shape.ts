/** The parts of an approved report that inform, as far as a comparison with a plan shows them. */
import { isObject, isText, listOf, objectOf, optional, type Shape } from '../../../model/api';
import { CHANGE_TEXTS } from '../../words/change-texts';

const texts = listOf(isText);

const declared = { address: optional(isText), plan: optional(isText) };
const affected = { ...declared, severity: isText, subject: isText, reason: isText, fingerprint: isText };
const finding = {
  ...affected,
  id: isText,
  cause: optional(objectOf({ key: isText, text: isText })),
  affected: optional(listOf(objectOf(affected))),
};

const change = objectOf({
  ...{ kind: isText, path: isText, group: isText, address: isText, plan: isText, from: optional(isText) },
  status: (value) => isText(value) && Object.hasOwn(CHANGE_TEXTS, String(value)),
  connects: optional(objectOf({ identity: isText, role: isText })),
  fields: listOf(
    objectOf({
      ...{ field: isText, before: optional(isText), after: optional(isText) },
      ...{ added: optional(texts), removed: optional(texts) },
    }),
  ),
});

const rows = listOf(objectOf({ identity: isText, group: isText, except: texts, capabilities: texts }));

/** Accepts a report whose parts can be compared. */
export const isComparable: Shape = objectOf({
  verdict: objectOf({ problems: texts }),
  findings: listOf(objectOf(finding)),
  suppressed: listOf(
    objectOf({ ...finding, suppression: objectOf({ reason: optional(isText), expires: optional(isText) }) }),
  ),
  access: objectOf({ gained: rows, lost: rows }),
  assume: listOf(
    objectOf({
      ...{ identity: isText, relation: isText, outsiders: listOf(isObject) },
      ...{ before: optional(isText), after: optional(isText), gained: optional(isText) },
    }),
  ),
  changes: listOf(change),
  drift: listOf(change),
  unresolved: listOf(objectOf({ address: isText, attribute: isText })),
  others: listOf(objectOf({ type: isText, addresses: texts })),
});
