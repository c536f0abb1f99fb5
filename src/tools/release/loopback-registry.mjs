/**
 * A registry of npm packages on loopback, for the rehearsal of a release. It accepts one package, with the checks of a
 * real registry, and redirects requests for other packages.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';

/**
 * Starts the registry at a free port.
 *
 * @param {{ name: string, upstream: string }} options the package to accept, and the registry of all others
 * @returns {Promise<{ url: string, token: string, close: () => Promise<void> }>} `token` publishes
 */
export async function startRegistry({ name, upstream }) {
  const token = randomBytes(24).toString('hex');
  const published = { versions: {}, files: new Map(), tags: {} };
  const server = createServer((request, response) => {
    const answer = ({ status = 200, headers = {}, body = '' }) =>
      response
        .writeHead(status, { ...(typeof body === 'string' && { 'content-type': 'application/json' }), ...headers })
        .end(body);
    const path = decodeURIComponent(request.url.split('?')[0]);
    if (path !== `/${name}` && !path.startsWith(`/${name}/`)) {
      request.resume();
      answer(
        request.method === 'GET'
          ? redirect(new URL(`.${request.url}`, `${upstream.replace(/\/$/, '')}/`).href)
          : refuse(404, 'not served here'),
      );
      return;
    }
    respond(request, path).then(answer, (error) => answer(refuse(400, error.message)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;

  async function respond(request, path) {
    if (request.method === 'PUT' && path === `/${name}`) {
      if (!isToken(request.headers.authorization, token)) {
        await text(request);
        return refuse(401, 'the token is not the token of this registry');
      }
      return publish(published, await json(request), url);
    }
    const file = published.files.get(path);
    if (file !== undefined) return { headers: { 'content-type': 'application/octet-stream' }, body: file };
    if (path !== `/${name}` || Object.keys(published.versions).length === 0) return refuse(404, 'not found');
    return { body: JSON.stringify({ name, versions: published.versions, 'dist-tags': published.tags }) };
  }

  return {
    url,
    token,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const redirect = (location) => ({ status: 307, headers: { location } });
const refuse = (status, error) => ({ status, body: JSON.stringify({ error }) });

function isToken(authorization = '', token) {
  const [given, expected] = [authorization, `Bearer ${token}`].map((one) => createHash('sha256').update(one).digest());
  return timingSafeEqual(given, expected);
}

/** Accepts a version once, and only if the tarball has the announced digest. */
function publish(published, { name, versions, _attachments: attachments, 'dist-tags': tags }, url) {
  const [[version, manifest], ...others] = Object.entries(versions);
  const [{ data }, ...otherFiles] = Object.values(attachments);
  if (others.length > 0 || otherFiles.length > 0) return refuse(400, 'a request publishes one version');
  if (version in published.versions) return refuse(403, `version ${version} is already published`);
  const tarball = Buffer.from(data, 'base64');
  const digest = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (manifest.dist.integrity !== digest) return refuse(400, 'the tarball does not have the announced digest');
  const path = `/${name}/-/${name}-${version}.tgz`;
  published.files.set(path, tarball);
  published.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: `${url}${path}` } };
  Object.assign(published.tags, tags);
  return { status: 201, body: '{"ok":true}' };
}
