/** Where the token of a call comes from: one that is given, or one that is exchanged and renewed as needed. */
export interface TokenSource {
  /** A token that is valid now. Throws an `ApiError` if there is none to be had. */
  token(signal: AbortSignal): Promise<string>;
  /**
   * The service refused `rejected`: get another one next time. Without an argument: whichever is kept. Naming it keeps
   * many calls that fail at once from throwing away the token that the first of them has just renewed.
   */
  renew(rejected?: string): void;
  /** Lets go of connections. */
  close?(): Promise<void>;
}

/** A token that is what it is; when the service refuses it there is no other. */
export function fixedToken(token: string): TokenSource {
  return { token: () => Promise.resolve(token), renew: () => undefined };
}

export function isTokenSource(given: string | TokenSource): given is TokenSource {
  return typeof given === 'object' && given !== null && typeof given.token === 'function';
}
