/** What requests call themselves. A constant, because a bundled executable has no package.json; a test holds it to ours. */
export const PRODUCT = 'cdktf-provider-platform/0.1.0';

/** The value of the User-Agent header: whoever uses us first, then ourselves, then the runtime. */
export function userAgent(before?: string): string {
  return [before, PRODUCT, `node/${process.versions.node}`].filter(Boolean).join(' ');
}
