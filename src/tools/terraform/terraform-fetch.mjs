/** Fetches the pinned Terraform release, checks it, and puts its program into the user's cache folder. */
import { download } from '../download.mjs';
import { Refusal } from '../say.mjs';
import { advice, cachedTerraform, keep, sha256 } from './terraform-cache.mjs';
import { pinned } from './terraform-release.mjs';

/**
 * Fetches, checks the SHA-256 and unpacks; nothing is written before the sum is right. TERRAFORM_RELEASES_URL names a mirror
 * of the releases; HTTPS_PROXY, HTTP_PROXY and NO_PROXY are honored.
 *
 * @returns {Promise<string>} the program's path
 * @throws {Refusal} one sentence on what went wrong and what to install
 */
export async function fetchTerraform({
  env = process.env,
  release = pinned,
  platform = thisPlatform(),
  limited = undefined,
} = {}) {
  const cached = cachedTerraform(env, release);
  const wanted = release.sha256[platform];
  if (wanted === undefined)
    throw new Refusal(`Terraform is not installed, and there is no known download for ${platform}. ${advice}`);
  const base = (env.TERRAFORM_RELEASES_URL || release.releases).replace(/\/+$/, '');
  const url = `${base}/${release.version}/terraform_${release.version}_${platform}.zip`;
  const archive = await download(url, 'Terraform', limited).catch(({ message }) => {
    throw new Refusal(`Terraform is not installed, and ${message}. ${advice}`);
  });
  const sum = sha256(archive);
  if (sum !== wanted) {
    throw new Refusal(
      `The download from ${url} is not Terraform ${release.version}: its SHA-256 is ${sum}, not ${wanted}. Nothing was stored. ${advice}`,
    );
  }
  const { unzipSync } = await import('fflate');
  const { terraform } = unzipSync(archive, { filter: ({ name }) => name === 'terraform' });
  if (terraform === undefined) throw new Refusal(`${url} contains no program named terraform. ${advice}`);
  keep(cached, terraform);
  return cached.path;
}

function thisPlatform() {
  return `${process.platform}_${{ x64: 'amd64' }[process.arch] ?? process.arch}`;
}
