import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describeReadError } from '../../base/files/read-error';
import { isObject, parseJson } from '../../model/api';
import { KEY_ENCRYPTION } from '../../model/schema';
import type { Output } from '../process';
import { writeNewFile } from '../whole-file';

interface InviteCodeFlags {
  readonly key?: string;
  readonly newKey?: string;
}

/**
 * `platform-iac invite-code`: decrypts the code of an invite with the private key of the recipient, or generates the key pair of
 * the recipient. The code is printed and never stored.
 */
export function addInviteCodeCommand(program: Command, { out, err }: Output): void {
  program
    .command('invite-code')
    .argument('[encrypted-code]', 'The value of encrypted_code; by default it is read from stdin')
    .option('--key <file>', 'The private key of the recipient, a JSON Web Key')
    .option('--new-key <file>', 'Generate a key pair: write the private key to FILE and print the public key')
    .addHelpText(
      'after',
      '\nExample: platform-iac invite-code --new-key ada.private.jwk > ada.public.jwk' +
        '\n         terraform output -raw ada_code | platform-iac invite-code --key ada.private.jwk',
    )
    .action(async (encryptedCode: string | undefined, { key, newKey }: InviteCodeFlags, command: Command) => {
      if ((key === undefined) === (newKey === undefined)) command.error('error: pass either --key or --new-key');
      if (newKey !== undefined) {
        makeKeys(newKey, { out, err });
        return;
      }
      const text = (encryptedCode ?? readFileSync(0, 'utf8')).trim();
      out(`${await decryptCode(text, privateKeyIn(key ?? ''))}\n`);
    });
}

/** The private key can be read by its owner alone, and no file that exists is replaced. */
function makeKeys(file: string, { out, err }: Output): void {
  // Encoded, and read again: exporting a key object of a generated pair as a JWK can hang the process.
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const asText = (key: KeyObject): string => JSON.stringify({ ...key.export({ format: 'jwk' }), use: 'enc' });
  try {
    writeNewFile(file, `${asText(createPrivateKey(pair.privateKey))}\n`, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} exists. Overwriting its key would make codes for it unreadable. Name another file.`, {
      cause: error,
    });
  }
  err(`The private key is in ${file}: keep it secret. This is the public key, for recipient_jwk:\n`);
  out(`${asText(createPublicKey(pair.publicKey))}\n`);
}

function privateKeyIn(file: string): Readonly<Record<string, string>> {
  const key = parseJson(keyText(file));
  if (!isObject(key) || typeof key['kty'] !== 'string') throw new Error(`${file} does not contain a JSON Web Key.`);
  if (!('d' in key)) throw new Error(`${file} contains a public key. Only the private key decrypts the code.`);
  return key as Readonly<Record<string, string>>;
}

function keyText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(describeReadError(file, error), { cause: error });
  }
}

async function decryptCode(encryptedCode: string, key: Readonly<Record<string, string>>): Promise<string> {
  if (!/^[\w-]+(\.[\w-]*){4}$/.test(encryptedCode))
    throw new Error(
      'This is not an encrypted code. It must have five parts separated by dots, like the value of encrypted_code.',
    );
  const { compactDecrypt } = await import('jose/jwe/compact/decrypt');
  try {
    const algorithms = [...(KEY_ENCRYPTION[key['kty'] ?? ''] ?? [])];
    const { plaintext } = await compactDecrypt(encryptedCode, key, { keyManagementAlgorithms: algorithms });
    return new TextDecoder().decode(plaintext);
  } catch (error) {
    throw new Error('Cannot decrypt the code: it was encrypted for another key, or it is damaged.', { cause: error });
  }
}
