/** Keys that live as long as the data: tokens stay valid when the emulator is started again. */
import { generateSigningKey, parseSigningKey, type SigningKey } from './auth';
import type { Store } from './store';

/** The keys that API tokens and tokens of the own OIDC issuer are signed with. */
export function signingKeysIn(store: Store): { readonly api: SigningKey; readonly oidc: SigningKey } {
  const key = (name: string) => kept(store, name, parseSigningKey, () => JSON.stringify(generateSigningKey()));
  return { api: key('apiSigningKey'), oidc: key('oidcSigningKey') };
}

/** 32 random bytes, in hexadecimal. */
export function secretIn(store: Store, name: string, random: (length: number) => Uint8Array): string {
  return kept(
    store,
    name,
    (text) => text,
    () => Buffer.from(random(32)).toString('hex'),
  );
}

function kept<T>(store: Store, name: string, parse: (text: string) => T, make: () => string): T {
  const known = store.settingAs(name, parse);
  if (known !== undefined) return known;
  return store.transaction(() => {
    // Another process may have been quicker: what it made is in use.
    const other = store.settingAs(name, parse);
    if (other !== undefined) return other;
    const made = make();
    store.setSetting(name, made);
    return parse(made);
  });
}
