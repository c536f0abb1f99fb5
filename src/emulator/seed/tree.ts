/**
 * A seed: an organization as people would write it down, in YAML or JSON. Fields are named as in the API; what lies in a
 * group stands beneath it, under the name of its collection; references are names, paths of names or uids:
 *
 * ```yaml
 * groups:
 *   - name: acme
 *     groups:
 *       - name: payments
 *         description: Takes the money.
 *     identities:
 *       - name: ci
 *         claimMatch: { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop:ref:refs/heads/main' }
 *     roleBindings:
 *       - { identity: ci, role: viewer }
 * ```
 *
 * The administrator is bound to `owner` in every root group, unless the seed has them already.
 */

/** An object: its fields (also `uid`, `createTime` and `updateTime` if it should have certain ones) and what lies in it. */
export interface SeedObject {
  readonly [fieldOrCollection: string]: unknown;
}

/** What is kept beside the declared fields: a binding that the service made, the account of a person. */
export const UNDECLARED: readonly string[] = ['automatic', 'account'];

/** Objects that stand alone, by collection: root groups above all. */
export type SeedTree = Readonly<Record<string, readonly SeedObject[]>>;
