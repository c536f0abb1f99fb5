/** The package's version. A constant, because a bundled executable has no package.json; a test holds it to ours. */
export const VERSION = '0.1.0';
