/** Keys that live as long as the data: tokens stay valid when the emulator is started again. */
import { generateSigningKey, parseSigningKey, type SigningKey } from './auth';
import type { Store } from './store';

/** The keys that API tokens and tokens of the own OIDC issuer are signed with. */
export function signingKeysIn(store: Store): { readonly api: SigningKey; readonly oidc: SigningKey } {
  const key = (name: string): SigningKey => {
    const known = store.settingAs(name, parseSigningKey);
    if (known !== undefined) return known;
    const made = generateSigningKey();
    store.setSetting(name, JSON.stringify(made));
    return made;
  };
  return { api: key('apiSigningKey'), oidc: key('oidcSigningKey') };
}

/** 32 random bytes, in hexadecimal. */
export function secretIn(store: Store, name: string, random: (length: number) => Uint8Array): string {
  const known = store.setting(name);
  if (known !== undefined) return known;
  const made = Buffer.from(random(32)).toString('hex');
  store.setSetting(name, made);
  return made;
}
