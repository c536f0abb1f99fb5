/** Downloads a file with limits of size and time. Proxies apply: HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
import { during, progress } from './progress.mjs';
import { Refusal } from './say.mjs';

/** A server beyond these limits is no mirror, or would block the user for too long. */
const limits = { bytes: 200 * 2 ** 20, idleMs: 30_000, totalMs: 15 * 60_000 };

/**
 * Uses its own timer for the time limit, because each received byte restarts the timers of the HTTP client.
 *
 * @param {string} url
 * @param {string} title the name of the content in the progress
 * @returns {Promise<Buffer>}
 * @throws {Refusal} the reason, as a sentence without its period
 */
export async function download(url, title, { bytes, idleMs, totalMs } = limits) {
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
    if (statusCode !== 200) throw new Refusal(`${url} responded with ${statusCode}`);
    return await collect(body, title, Number(headers['content-length'] ?? 0), bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { host } = new URL(url);
    if (late.signal.aborted) throw new Refusal(`${host} took longer than ${inWords(totalMs)}`);
    if (error instanceof RangeError) throw new Refusal(`the download from ${url} is larger than ${inMegabytes(bytes)}`);
    throw new Refusal(`${host} cannot be reached (${error.code ?? error.message})`);
  } finally {
    clearTimeout(timer);
    await dispatcher.destroy();
  }
}

/** @throws {RangeError} when the announced or received size exceeds `most` bytes */
async function collect(body, title, announced, most) {
  if (announced > most) throw new RangeError();
  const bar = progress(title, announced);
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
