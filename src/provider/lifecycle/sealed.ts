/**
 * Secrets that the service shows once (contract C3): encrypted for a key that the user names, or not kept at all. In clear
 * they are in no state, plan or log.
 */
import { parseJson, snakeCase, type Values } from '../../api';
import { DiagError, type Diagnostic, isUnknown, type Path } from '../../plugin';
import { canonicalText, type Declaration, KEY_ENCRYPTION, kindInWords, type Seal, typeName } from '../../schema';
import { hasEnded } from '../convert/expiry';
import { capitalized } from '../messages/value-text';

/** How the secret itself is encrypted. */
const CONTENT_ENCRYPTION = 'A256GCM';

/** The attributes of a kind with such a secret. */
function attributesOf(seals: Seal) {
  return { secret: snakeCase(seals.secret), recipient: snakeCase(seals.recipient), sealed: snakeCase(seals.sealed) };
}

/**
 * What is stored of the secret in the response to the creation: nothing without a recipient. Throws a `DiagError` where there
 * is one and the secret is not there: the response was lost, and the service never shows it again.
 */
export async function sealedValues(seals: Seal, subject: string, object: Values, plan: Values): Promise<Values> {
  const names = attributesOf(seals);
  const recipient = plan[names.recipient];
  if (typeof recipient !== 'string') return { [names.sealed]: null };
  const secret = object[seals.secret];
  if (typeof secret === 'string' && secret !== '') return { [names.sealed]: await seal(secret, recipient) };
  throw new DiagError(
    `The ${names.secret} of ${subject} is lost`,
    `It was created, and the response that held the ${names.secret} did not arrive; the service does not show it again. It counts as tainted: apply again to withdraw it and make another one.`,
  );
}

/** A JWE in compact form (RFC 7516). `recipient`: a public key that was checked. */
async function seal(secret: string, recipient: string): Promise<string> {
  const { CompactEncrypt } = await import('jose/jwe/compact/encrypt');
  const key = parseJson(recipient) as { readonly kty: string; readonly alg?: string; readonly kid?: string };
  const alg = key.alg ?? KEY_ENCRYPTION[key.kty]?.[0] ?? '';
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg, enc: CONTENT_ENCRYPTION, ...(key.kid !== undefined && { kid: key.kid }) })
    .encrypt({ ...key, alg });
}

/** An object that exists cannot be adopted by whoever wants its secret. */
export function adoptionProblem(seals: Seal, subject: string, uid: string, plan: Values): DiagError | undefined {
  const names = attributesOf(seals);
  if (plan[names.recipient] === null) return undefined;
  return new DiagError(
    `Could not adopt ${subject}`,
    `It exists (uid ${uid}), and its ${names.secret} was shown only when it was created. Nothing was sent. Withdraw it, or take ${names.recipient} out to manage it without its ${names.secret}.`,
    [names.recipient],
  );
}

interface Change {
  readonly prior: Values | null;
  readonly plan: Record<string, unknown>;
}

/**
 * Plans what becomes of the secret, in place: the sealed one goes with its recipient, and for another recipient there is
 * nothing to seal. Returns what the user should know, and the attributes that need a new object.
 */
export function planSealed(
  declaration: Declaration,
  seals: Seal,
  { prior, plan }: Change,
): { readonly warnings: readonly Diagnostic[]; readonly replaced: readonly Path[] } {
  const names = attributesOf(seals);
  const recipient = plan[names.recipient];
  const kind = kindInWords(declaration);
  if (prior === null) {
    if (recipient !== null) return { warnings: [], replaced: [] };
    plan[names.sealed] = null;
    return { warnings: [notKept(declaration, names)], replaced: [] };
  }
  const [before, sealed] = [prior[names.recipient], prior[names.sealed]];
  plan[names.sealed] = recipient === null ? null : sealed;
  const isOther = isUnknown(recipient) || (recipient !== null && !isSameKey(declaration, before, recipient));
  if (!isOther) return { warnings: [], replaced: [] };
  const isOver = declaration.ends !== undefined && hasEnded(declaration.ends, prior);
  if (sealed !== null && !isOver) return { warnings: [], replaced: [[names.recipient]] };
  const summary = `There is no ${names.secret} to encrypt for this key`;
  const why =
    sealed === null ? `The ${names.secret} was not kept when the ${kind} was created` : `The ${kind} has ended`;
  const detail = `${why}, and the service does not show it again. ${capitalized(names.recipient)} is stored, and nothing else changes. For an ${names.secret} of its own, replace it: terraform apply -replace=${typeName(declaration)}.ADDRESS`;
  return { warnings: [{ severity: 'warning', summary, detail, path: [names.recipient] }], replaced: [] };
}

type Names = ReturnType<typeof attributesOf>;

function notKept(declaration: Declaration, { secret, recipient, sealed }: Names): Diagnostic {
  const kind = kindInWords(declaration);
  return {
    severity: 'warning',
    summary: `The ${secret} of this ${kind} will not be kept`,
    detail: `The service shows it once, and it is never stored in clear: without ${recipient} nobody will know it. Set ${recipient} to the public key of whoever is to read it; ${sealed} then holds it, encrypted.`,
    path: [],
  };
}

function isSameKey({ seals, terraformFields }: Declaration, one: unknown, other: unknown): boolean {
  const type = terraformFields?.[seals?.recipient ?? '']?.type;
  if (type?.is !== 'string' || typeof one !== 'string' || typeof other !== 'string') return one === other;
  return canonicalText(type, one) === canonicalText(type, other);
}
