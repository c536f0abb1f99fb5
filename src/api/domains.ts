/**
 * The three interfaces of the service, their URL prefixes and error domains. Contract O1, E1.
 */

export const DOMAINS = ['iam', 'registry', 'vulnerabilities'] as const;
export type Domain = (typeof DOMAINS)[number];

export const API_VERSIONS = ['v2beta1', 'v2'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export const DEFAULT_API_VERSION: ApiVersion = 'v2beta1';

/** The path of a collection below the base URL: `/iam/v2beta1/groups`. */
export function collectionPath(domain: Domain, collection: string, version: ApiVersion = DEFAULT_API_VERSION): string {
  return `/${domain}/${version}/${collection}`;
}

/** The `domain` of an ErrorInfo: `iam.platform.internal`. */
export function errorDomain(domain: Domain): string {
  return `${domain}.platform.internal`;
}
