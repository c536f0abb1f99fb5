/** The people who sign in through an object, as texts that are equal exactly if the declared fields admit the same people. */
import { isObject, snakeCase } from '../../../model/api';
import { isDefaultValue, toAttribute } from '../../../model/schema';
import { hashValues } from '../../input/plan/hash';
import { UNKNOWN_VALUE } from '../../input/plan/plan';
import { attribute, isSensitive, textAttribute } from '../../input/plan/values';
import type { Instance } from './objects';

export interface SignInKeys {
  /** Identifies the people who sign in. */
  readonly people: string;
  /** Identifies the people of its external groups. */
  readonly groups: string;
  /** The attributes that decide one of both, with their values: `oidc.issuer`. */
  readonly decisive: ReadonlyMap<string, string>;
}

/** Returns the people who sign in through an object. A field decides who they are unless its declaration denies it. */
export function readSignIn({ declaration, values }: Instance): SignInKeys {
  const name = declaration.access?.signIn ?? '';
  const type = declaration.fields[name]?.type;
  const message = attribute(values, snakeCase(name));
  const members = type?.is === 'message' ? Object.entries(type.fields) : [];
  const all = members.filter(([, { decidesAccess: decides }]) => decides !== false);
  const toText = ([member, field]: (typeof members)[number]) => {
    const value = isObject(message) ? message[toAttribute(member, field)] : message;
    const isUnset =
      value === undefined || value === null || (value !== UNKNOWN_VALUE && isDefaultValue(field.type, value));
    return isUnset ? '' : JSON.stringify(value, (_, inner: unknown) => (inner === UNKNOWN_VALUE ? 'unknown' : inner));
  };
  // A page of the organization contains the text, and a value can be sensitive.
  const textOfAll = (some: typeof members) => hashValues(...some.map(toText)).slice(0, 16);
  return {
    people: textOfAll(all.filter(([, { decidesPeople }]) => decidesPeople !== 'groups')),
    groups: textOfAll(all),
    decisive: new Map(
      all.map(([member, field]) => [`${snakeCase(name)}.${toAttribute(member, field)}`, toText([member, field])]),
    ),
  };
}

/** Returns the e-mail address of an invite, if the path of an identity can contain it. */
export function findRecipient({ values, sensitive }: Instance): string | undefined {
  const email = isSensitive(sensitive, 'email') ? undefined : textAttribute(values, 'email');
  return email !== undefined && PLAIN_ADDRESS.test(email) ? email : undefined;
}

const PLAIN_ADDRESS = /^[\w.+-]+@[\w.-]+$/;
