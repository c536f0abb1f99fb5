/** Fetches the pinned Terraform release, checks it, and puts its program into the user's cache folder. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { progress } from './progress.mjs';
import { Refusal } from './say.mjs';
import { pinned } from './terraform-release.mjs';

/** Where the program lies once it is fetched: under XDG_CACHE_HOME or ~/.cache. */
export function cachedTerraform(env = process.env, release = pinned) {
  const folder = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'cdktf-provider-platform');
  return { folder, version: release.version, path: join(folder, `terraform-${release.version}`) };
}

/**
 * Fetches, checks the SHA-256 and unpacks. Nothing is written before the sum is right, and then by one rename: an interrupted
 * run leaves nothing, several at once do no harm. TERRAFORM_RELEASES_URL names a mirror of the releases; HTTPS_PROXY, HTTP_PROXY
 * and NO_PROXY are honoured.
 *
 * @returns {Promise<string>} the program's path
 * @throws {Refusal} one sentence on what went wrong and what to install
 */
export async function fetchTerraform({
  env = process.env,
  release = pinned,
  platform = thisPlatform(),
  idleTimeoutMs = 30_000,
} = {}) {
  const { folder, path } = cachedTerraform(env, release);
  const wanted = release.sha256[platform];
  if (wanted === undefined)
    throw new Refusal(`Terraform is not installed, and none is known here for ${platform}. ${advice}`);
  const base = (env.TERRAFORM_RELEASES_URL || release.releases).replace(/\/+$/, '');
  const url = `${base}/${release.version}/terraform_${release.version}_${platform}.zip`;
  const archive = await download(url, idleTimeoutMs);
  const sum = createHash('sha256').update(archive).digest('hex');
  if (sum !== wanted) {
    throw new Refusal(
      `What ${url} answered is not Terraform ${release.version}: its SHA-256 is ${sum}, not ${wanted}. Nothing was kept. ${advice}`,
    );
  }
  const { unzipSync } = await import('fflate');
  const { terraform } = unzipSync(archive, { filter: ({ name }) => name === 'terraform' });
  if (terraform === undefined) throw new Refusal(`${url} holds no program named terraform. ${advice}`);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, terraform, { mode: 0o755 });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return path;
}

const advice = 'Install Terraform or OpenTofu, 1.8 or newer, so that it is on PATH, and run this again.';

async function download(url, idleTimeoutMs) {
  const { EnvHttpProxyAgent, request } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: 10_000 } });
  try {
    const { statusCode, headers, body } = await follow(request, url, {
      dispatcher,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
    if (statusCode !== 200) {
      await body.dump();
      throw new Refusal(`Terraform is not installed, and ${url} answered ${statusCode}. ${advice}`);
    }
    const bar = progress('Terraform', Number(headers['content-length'] ?? 0));
    const chunks = [];
    try {
      for await (const chunk of body) {
        chunks.push(chunk);
        bar.add(chunk.length);
      }
    } finally {
      bar.end();
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const why = error.code ?? error.message;
    throw new Refusal(`Terraform is not installed, and ${new URL(url).host} is out of reach (${why}). ${advice}`);
  } finally {
    await dispatcher.destroy();
  }
}

/** Mirrors redirect; more than five times is a loop. */
async function follow(request, url, options, redirects = 5) {
  const answer = await request(url, options);
  const { location } = answer.headers;
  if (answer.statusCode < 300 || answer.statusCode > 399 || location === undefined || redirects === 0) return answer;
  await answer.body.dump();
  return follow(request, new URL(location, url).href, options, redirects - 1);
}

function thisPlatform() {
  return `${process.platform}_${{ x64: 'amd64' }[process.arch] ?? process.arch}`;
}
