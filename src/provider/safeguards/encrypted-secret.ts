/**
 * Handles secrets that the service shows once (contract C3). They are encrypted for a key of the user, or not stored at all. No
 * state, plan or log contains them in clear text.
 */
import { parseJson, snakeCase, type Values } from '../../model/api';
import { type DiagError, type Diags, isUnknown, type Path } from '../../plugin';
import {
  canonicalText,
  type Declaration,
  KEY_ENCRYPTION,
  kindInWords,
  type EncryptedSecret,
  typeName,
} from '../../model/schema';
import { hasEnded } from '../convert/expiry';
import { CodedError, createWarning } from '../messages/severity';

const CONTENT_ENCRYPTION = 'A256GCM';

function getAttributeNames(declared: EncryptedSecret) {
  return {
    secret: snakeCase(declared.secret),
    recipient: snakeCase(declared.recipient),
    sealed: snakeCase(declared.encrypted),
  };
}

/**
 * Returns the encrypted secret of a new object, or null without a recipient. Throws a `DiagError` if there is a recipient but
 * no secret: the response was lost, and the service never shows the secret again.
 */
export async function encryptedValues(
  declared: EncryptedSecret,
  subject: string,
  object: Values,
  plan: Values,
): Promise<Values> {
  const names = getAttributeNames(declared);
  const recipient = plan[names.recipient];
  if (typeof recipient !== 'string') return { [names.sealed]: null };
  const secret = object[declared.secret];
  if (typeof secret === 'string' && secret !== '') return { [names.sealed]: await encrypt(secret, recipient) };
  throw new CodedError('SECRET_LOST', `The ${names.secret} of ${subject} is lost`, [
    `The object was created, but the response with the ${names.secret} was lost. The service does not show it again. The resource is tainted: apply again to replace it.`,
  ]);
}

/** Returns a JWE in compact form (RFC 7516). `recipient`: a valid public key. */
async function encrypt(secret: string, recipient: string): Promise<string> {
  const { CompactEncrypt } = await import('jose/jwe/compact/encrypt');
  const key = parseJson(recipient) as { readonly kty: string; readonly alg?: string; readonly kid?: string };
  const alg = key.alg ?? KEY_ENCRYPTION[key.kty]?.[0] ?? '';
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg, enc: CONTENT_ENCRYPTION, ...(key.kid !== undefined && { kid: key.kid }) })
    .encrypt({ ...key, alg });
}

/** Returns the error for the adoption of an existing object with a recipient: its secret is no longer available. */
export function adoptionProblem(
  declared: EncryptedSecret,
  subject: string,
  uid: string,
  plan: Values,
): DiagError | undefined {
  const names = getAttributeNames(declared);
  if (plan[names.recipient] === null) return undefined;
  const detail = `It exists (uid ${uid}), and the service showed its ${names.secret} only when it was created. Nothing was sent. Delete it, or remove ${names.recipient} to manage it without its ${names.secret}.`;
  return new CodedError('CANNOT_ADOPT', `Cannot adopt ${subject}`, detail, [names.recipient]);
}

interface Change {
  readonly prior: Values | null;
  readonly plan: Record<string, unknown>;
}

/**
 * Plans the encrypted secret, in place. It is removed with its recipient. For another recipient, the secret is no longer
 * available. Returns the attributes whose change replaces the object.
 */
export function planEncryptedSecret(declaration: Declaration, { prior, plan }: Change, diags: Diags): Path[] {
  const declared = declaration.terraform?.encryptedSecret;
  if (declared === undefined) return [];
  const names = getAttributeNames(declared);
  const recipient = plan[names.recipient];
  const kind = kindInWords(declaration);
  if (prior === null) {
    if (recipient !== null) return [];
    plan[names.sealed] = null;
    const { secret, recipient: key, sealed } = names;
    const detail = `The service shows the ${secret} of a ${kind} once, and the provider never stores it in clear text. Without ${key}, it is lost. Set ${key} to the public key of its reader. ${sealed} then contains it, encrypted.`;
    diags.add(createWarning('SECRET_NOT_STORED', `The ${secret} will not be stored`, detail, []));
    return [];
  }
  const [before, encrypted] = [prior[names.recipient], prior[names.sealed]];
  plan[names.sealed] = recipient === null ? null : encrypted;
  const isOther = isUnknown(recipient) || (recipient !== null && !isSameKey(declaration, before, recipient));
  if (!isOther) return [];
  const isOver = declaration.terraform?.expiry !== undefined && hasEnded(declaration.terraform?.expiry, prior);
  if (encrypted !== null && !isOver) return [[names.recipient]];
  const summary = `Cannot encrypt the ${names.secret} for this key`;
  const why =
    encrypted === null
      ? `The ${names.secret} was not stored when the ${kind} was created`
      : `The ${kind} is no longer active`;
  const detail = `${why}, and the service does not show the ${names.secret} again. The apply stores ${names.recipient} and changes nothing else. For another ${names.secret}, replace the ${kind}: terraform apply -replace=${typeName(declaration)}.ADDRESS`;
  diags.add(createWarning('SECRET_LOST', summary, detail, [names.recipient]));
  return [];
}

function isSameKey({ terraform }: Declaration, before: unknown, after: unknown): boolean {
  const type = terraform?.fields?.[terraform.encryptedSecret?.recipient ?? '']?.type;
  if (type?.is !== 'string' || typeof before !== 'string' || typeof after !== 'string') return before === after;
  return canonicalText(type, before) === canonicalText(type, after);
}
