/** The platforms of a release. */

/**
 * @typedef {object} Platform
 * @property {string} name as Terraform names it
 * @property {string} os as Node names it
 * @property {string} cpu as Node names it
 * @property {string} suffix of an executable
 */

/** @type {readonly Platform[]} */
export const platforms = [
  platform('linux_amd64', 'linux', 'x64'),
  platform('linux_arm64', 'linux', 'arm64'),
  platform('darwin_amd64', 'darwin', 'x64'),
  platform('darwin_arm64', 'darwin', 'arm64'),
  platform('windows_amd64', 'win32', 'x64'),
  platform('windows_arm64', 'win32', 'arm64'),
];

/** The platform of this machine. */
export const own = platforms.find(({ os, cpu }) => os === process.platform && cpu === process.arch);

function platform(name, os, cpu) {
  return { name, os, cpu, suffix: os === 'win32' ? '.exe' : '' };
}
