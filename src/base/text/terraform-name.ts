/**
 * The names in Terraform addresses. A name follows from the identity of its object alone, so no other object can change it. Names
 * of ordinary ids are readable. All others end with a hash of the identity: different ids never share a name because their
 * characters were replaced.
 */
import { createHash } from 'node:crypto';

/** Begins a name whose text begins with no letter. */
const PREFIX = 'id';

/** Returns true if Terraform accepts the text as a name in an address. */
export function isTerraformName(text: string): boolean {
  return /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(text);
}

/** Returns the name of the object at a path of ids: `acme_payments_ci`. */
export function toTerraformName(path: readonly string[]): string {
  const isOrdinary = path.every((id) => ORDINARY.test(id)) && /^[A-Za-z]/.test(path[0] ?? '');
  return toName(path.join('/'), { isOrdinary });
}

/** Returns the name of a person from the account: `ada_login_example_com`. */
export function toAccountName({ issuer, subject }: { readonly issuer: string; readonly subject: string }): string {
  const host = issuer.replace(/^https:\/\//, '');
  const isOrdinary = ORDINARY.test(subject) && /^[A-Za-z]/.test(subject) && HOST_AND_PATH.test(host);
  return toName(`${subject} ${host}`, { isOrdinary, identity: `${issuer} ${subject}` });
}

/** Returns the name of an e-mail address: `ada_example_com`. */
export function toEmailName(email: string): string {
  const [local = '', host = '', ...more] = email.split('@');
  const isOrdinary = ORDINARY.test(local) && /^[A-Za-z]/.test(local) && HOST_AND_PATH.test(host) && more.length === 0;
  return toName(email, { isOrdinary });
}

/** Returns a dotted name, such as `registry.pull`, as an ordinary id. Returns other texts unchanged. */
export function replaceDots(text: string): string {
  return /^[A-Za-z][\w-]*(\.[\w-]+)*$/.test(text) ? text.replaceAll('.', '_') : text;
}

/** Returns eight hexadecimal digits that identify a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** An id that a name contains unchanged. Constructs write a slash in an id as two dashes. */
const ORDINARY = /^(?!.*--)[\w-]+$/;

const HOST_AND_PATH = /^(?!.*--)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(\/[\w.-]+)*$/;

function toName(text: string, { isOrdinary, identity = text }: { isOrdinary: boolean; identity?: string }): string {
  const name = text.replaceAll(/[^\w-]+/g, '_');
  if (isOrdinary) return name;
  const readable = name.replaceAll(/[_-]{2,}/g, '_').replaceAll(/^[_-]+|[_-]+$/g, '');
  const words = [/^[A-Za-z]/.test(text) ? '' : PREFIX, readable, shortHash(identity)];
  return words.filter((word) => word !== '').join('_');
}
