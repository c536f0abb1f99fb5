/** Fetches the pinned Terraform release, checks it, and puts its program into the user's cache folder. */
import { during, progress } from '../progress.mjs';
import { Refusal } from '../say.mjs';
import { advice, cachedTerraform, keep, sha256 } from './terraform-cache.mjs';
import { pinned } from './terraform-release.mjs';

/**
 * The limits of a download. A release has about 30 MB. A server beyond these limits is not a mirror, or would block the
 * user for too long.
 */
const limits = { bytes: 200 * 2 ** 20, idleMs: 30_000, totalMs: 15 * 60_000 };

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
  limited = limits,
} = {}) {
  const cached = cachedTerraform(env, release);
  const wanted = release.sha256[platform];
  if (wanted === undefined)
    throw new Refusal(`Terraform is not installed, and there is no known download for ${platform}. ${advice}`);
  const base = (env.TERRAFORM_RELEASES_URL || release.releases).replace(/\/+$/, '');
  const url = `${base}/${release.version}/terraform_${release.version}_${platform}.zip`;
  const archive = await download(url, limited);
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

/** Uses its own timer for the time limit, because each received byte restarts the timers of the HTTP client. */
async function download(url, { bytes, idleMs, totalMs }) {
  const { EnvHttpProxyAgent, request } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: 10_000 } });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), totalMs);
  try {
    const options = { dispatcher, headersTimeout: idleMs, bodyTimeout: idleMs, signal: late.signal };
    const connecting = `Connecting to ${new URL(url).host}`;
    const { statusCode, headers, body } = await during(connecting, () => follow(request, url, options));
    // An aborted download ends with an error that nobody handles.
    body.on('error', () => undefined);
    if (statusCode !== 200)
      throw new Refusal(`Terraform is not installed, and ${url} responded with ${statusCode}. ${advice}`);
    return await collect(body, Number(headers['content-length'] ?? 0), bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { host } = new URL(url);
    if (late.signal.aborted) {
      throw new Refusal(`Terraform is not installed, and ${host} took longer than ${inWords(totalMs)}. ${advice}`);
    }
    if (error instanceof RangeError) {
      throw new Refusal(
        `The download from ${url} is larger than any Terraform release (${inMegabytes(bytes)}). Nothing was stored. ${advice}`,
      );
    }
    const why = error.code ?? error.message;
    throw new Refusal(`Terraform is not installed, and ${host} cannot be reached (${why}). ${advice}`);
  } finally {
    clearTimeout(timer);
    await dispatcher.destroy();
  }
}

/** @throws {RangeError} when the announced or received size exceeds `most` bytes */
async function collect(body, announced, most) {
  if (announced > most) throw new RangeError();
  const bar = progress('Terraform', announced);
  const chunks = [];
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > most) throw new RangeError();
      chunks.push(chunk);
      bar.add(chunk.length);
    }
  } finally {
    bar.end();
  }
  return Buffer.concat(chunks);
}

function inWords(ms) {
  return ms >= 60_000 ? `${Math.round(ms / 60_000)} minutes` : `${ms} ms`;
}

function inMegabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`;
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
