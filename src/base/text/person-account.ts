/** The account of a person, and the name that is displayed for a person: tests, rules, questions and reports share it. */
/** The account that a person signs in with. */
export interface PersonAccount {
  /** The URL of the issuer. */
  readonly issuer: string;
  /** The subject of the person at the issuer. */
  readonly subject: string;
}

/** Returns the account in the fields of an object, or `undefined` without one. */
export function accountIn({ issuer, subject }: Readonly<Record<string, unknown>>): PersonAccount | undefined {
  const areTexts = typeof issuer === 'string' && typeof subject === 'string' && issuer !== '' && subject !== '';
  return areTexts ? { issuer, subject } : undefined;
}

/** Returns `ada at login.example.com`. */
export function toAccountText({ issuer, subject }: PersonAccount): string {
  return `${subject} at ${withoutScheme(issuer)}`;
}

/** Returns the issuer without `https://`. */
export function withoutScheme(issuer: string): string {
  return issuer.replace(/^https:\/\//, '');
}

/**
 * Returns the displayed name of a person: the account, which every source can know, otherwise the name or the e-mail
 * address.
 */
export function displayedPerson(person: {
  readonly account: PersonAccount | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}): string | undefined {
  const { account, email, name } = person;
  const shown = account === undefined ? (name ?? email) : toAccountText(account);
  return shown === undefined ? undefined : withoutSlashes(shown);
}

/** Escapes slashes, which would look like a path. */
export function withoutSlashes(name: string): string {
  return name.includes('/') ? name.replaceAll('%', '%25').replaceAll('/', '%2F') : name;
}
