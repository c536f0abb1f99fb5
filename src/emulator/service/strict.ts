/**
 * The requests that a service may refuse, and that only a strict emulator refuses. This is the only list of them: the
 * documentation is generated from it. Stored values are never refused, only new and changed ones.
 */
import {
  EVERY_FIELD,
  isKnownCapability,
  isObject,
  parseJson,
  parseMask,
  rootUid,
  type FieldViolation,
} from '../../model/api';
import { getScopeField, hasLineBreak, servedFields, type Declaration, type FieldType } from '../../model/schema';
import type { StoredRecord } from '../store/row';
import { equal } from '../store/selection';
import { invalidArgument, invalidField } from '../wire/errors';
import type { BehaviorContext } from './kind-behavior';

/** A create (no `before`) or an update that is about to be written. */
interface Write {
  readonly declaration: Declaration;
  /** The body as it came. */
  readonly body: unknown;
  readonly mask?: string | undefined;
  readonly before?: StoredRecord | undefined;
  readonly after: StoredRecord;
}

interface StrictRule {
  /** The number of the rule of the contract. */
  readonly contract: string;
  /** Completes the sentence "It refuses …". */
  readonly refuses: string;
  /** Returns the problem of a write. Absent: the rule is about lists. */
  readonly problem?: (write: Write, context: BehaviorContext) => FieldViolation | undefined;
}

const [SHORTEST_NAME, LONGEST_NAME] = [3, 63];

export const STRICT_RULES: readonly StrictRule[] = [
  {
    contract: 'V5',
    refuses: 'a new description with a line break',
    problem: ({ declaration, before, after }) => {
      const found = Object.entries(servedFields(declaration)).find(
        ([name, { type }]) => hasLineBreak(type, after.values[name]) && after.values[name] !== before?.values[name],
      );
      return found && { field: found[0], description: `${found[0]} must not contain a line break` };
    },
  },
  {
    contract: 'V4',
    refuses: `a new name of fewer than ${SHORTEST_NAME} or more than ${LONGEST_NAME} characters`,
    problem: ({ before, after: { name } }) => {
      const { length } = Array.from(name);
      if (name === '' || name === before?.name || (length >= SHORTEST_NAME && length <= LONGEST_NAME)) return undefined;
      return { field: 'name', description: `name must have ${SHORTEST_NAME} to ${LONGEST_NAME} characters` };
    },
  },
  {
    contract: 'C1',
    refuses: 'a second object of a kind with the same name in a group',
    problem: ({ before, after: { kind, uid, name, parent } }, { store }) => {
      if (name === undefined || name === before?.name || parent === undefined) return undefined;
      const namesakes = store.find(kind, [equal('parent', parent), equal('name', name)]);
      if (namesakes.every((other) => other.uid === uid)) return undefined;
      return { field: 'name', description: 'name belongs to another object of the group' };
    },
  },
  {
    contract: 'K9',
    refuses: 'a mapping of an external group whose scope is no root group',
    problem: ({ declaration, after }) => {
      const field = getScopeField(declaration.fields);
      if (field === undefined || after.values[field] === rootUid(after.uid)) return undefined;
      return { field, description: `${field} must be the root group` };
    },
  },
  {
    contract: 'A1',
    refuses: 'dotted names of capabilities in v2, and capabilities outside of the published table',
    problem: ({ declaration, body }) => {
      const isOfCapabilities = (name: string) => {
        const type = servedFields(declaration)[name]?.type;
        return type?.is === 'list' && type.of.is === 'string' && type.of.format === 'capability';
      };
      const sent = isObject(body) ? Object.entries(body).filter(([name]) => isOfCapabilities(name)) : [];
      for (const [field, names] of sent)
        for (const name of Array.isArray(names) ? (names as readonly unknown[]) : []) {
          const wrong = typeof name !== 'string' || !name.startsWith('CAP_') || !isKnownCapability(name);
          if (wrong)
            return { field, description: `${field}: ${JSON.stringify(name)} is not a value of the enumeration` };
        }
      return undefined;
    },
  },
  {
    contract: 'V2',
    refuses: 'an empty text for an enumeration',
    problem: ({ declaration, body }) => {
      const found = Object.entries(servedFields(declaration)).find(
        ([name, { type }]) => isObject(body) && type.is === 'string' && type.enumeration === true && body[name] === '',
      );
      return found && { field: found[0], description: `${found[0]}: "" is not a value of the enumeration` };
    },
  },
  {
    contract: 'K3',
    refuses: 'keys of an issuer that are not JSON',
    problem: ({ declaration, after }) => {
      for (const [outer, { type }] of Object.entries(servedFields(declaration))) {
        const value = after.values[outer];
        if (type.is !== 'message' || !isObject(value)) continue;
        const wrong = Object.entries(type.fields).find(
          ([name, field]) => isKeySet(field.type) && parseJson(String(value[name])) === undefined,
        );
        if (wrong !== undefined) return { field: `${outer}.${wrong[0]}`, description: `${wrong[0]} must be JSON` };
      }
      return undefined;
    },
  },
  {
    contract: 'M4',
    refuses: 'the mask `*`',
    problem: ({ mask = '' }) =>
      parseMask(mask).some((path) => path.join('.') === EVERY_FIELD)
        ? { field: 'updateMask', description: 'updateMask must name fields' }
        : undefined,
  },
  { contract: 'L6', refuses: 'a page token that has expired, or belongs to another query' },
];

/** Throws INVALID_ARGUMENT for a write that a service may refuse. */
export function checkStrictly(write: Write, context: BehaviorContext): void {
  if (!context.isStrict) return;
  const violations = STRICT_RULES.flatMap(({ problem }) => problem?.(write, context) ?? []);
  if (violations.length > 0) throw invalidArgument(violations);
}

/** Throws INVALID_ARGUMENT for a page token with which the list would start over. */
export function checkPageToken({ isStrict }: BehaviorContext, token: string | undefined, position: unknown): void {
  if (isStrict && token !== undefined && position === undefined)
    throw invalidField('page_token', 'page_token has expired, or belongs to another query');
}

function isKeySet(type: FieldType): boolean {
  return type.is === 'string' && type.format === 'jwks';
}

/** Returns the list as a table in Markdown. */
export function strictTable(): string {
  const rows = STRICT_RULES.map(({ contract, refuses }) => `| ${contract} | ${capitalized(refuses)} |`);
  return ['| Rule | Refused request |', '|---|---|', ...rows].join('\n');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
