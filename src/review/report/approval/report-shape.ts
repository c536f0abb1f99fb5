/** The parts of an approved report that its comparison with a plan reads, and their types. */
import { isObject, isText, listOf, objectOf, optional, type Shape } from '../../../api';
import { CHANGE_KINDS } from '../../../page/change-kinds';

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
  status: (value) => isText(value) && Object.hasOwn(CHANGE_KINDS, String(value)),
  connects: optional(objectOf({ identity: isText, role: isText })),
  fields: listOf(
    objectOf({
      ...{ field: isText, before: optional(isText), after: optional(isText) },
      ...{ added: optional(texts), removed: optional(texts) },
    }),
  ),
});

const rows = listOf(objectOf({ identity: isText, group: isText, except: texts, capabilities: texts }));

const places = listOf(objectOf({ capabilities: texts, places: listOf(texts) }));

const effect = objectOf({
  ...{ gained: places, lost: places, access: isText },
  trust: listOf(objectOf({ address: isText, relation: isText, outsiders: texts })),
  escalations: listOf(objectOf({ identity: isText, gains: listOf(objectOf({ group: isText, capabilities: texts })) })),
  findings: listOf(objectOf({ id: isText, severity: isText, fingerprint: isText, at: isText })),
  unresolved: listOf(objectOf({ address: isText, attribute: isText })),
  state: listOf(objectOf({ action: isText, address: isText, uid: isText })),
});

const executes = listOf(
  objectOf({
    ...{ kind: isText, address: isText, type: isText, actions: texts, sha256: isText },
    ...{ configuration: optional(isText), version: optional(isText), hashes: optional(texts) },
  }),
);

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
  executes,
  effect,
  proof: optional(objectOf({ places: listOf(objectOf({ place: isText })) })),
});
