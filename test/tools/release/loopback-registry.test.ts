import { resolve } from 'node:path';
import { runModule } from '../child';

test('a version is accepted once, with the token and its digest, and other packages are redirected', async () => {
  const program = `
    import { createHash } from 'node:crypto';
    import { startRegistry } from ${JSON.stringify(resolve('src/tools/release/loopback-registry.mjs'))};
    const registry = await startRegistry({ name: 'mine', upstream: 'https://registry.example/npm/' });
    const tarball = Buffer.from('tarball');
    const integrity = 'sha512-' + createHash('sha512').update(tarball).digest('base64');
    const put = async (version, { token = registry.token, digest = integrity } = {}) => {
      const body = JSON.stringify({
        name: 'mine',
        versions: { [version]: { name: 'mine', version, dist: { integrity: digest } } },
        'dist-tags': { latest: version },
        _attachments: { [version]: { data: tarball.toString('base64') } },
      });
      const headers = { authorization: 'Bearer ' + token };
      return (await fetch(registry.url + '/mine', { method: 'PUT', headers, body })).status;
    };
    const get = (path) => fetch(registry.url + path, { redirect: 'manual' });
    const seen = [(await get('/mine')).status, await put('1.0.0', { token: 'x' }), await put('1.0.0', { digest: 'sha512-x' })];
    seen.push(await put('1.0.0'), await put('1.0.0'), await put('1.1.0'));
    const { versions, 'dist-tags': tags } = await (await get('/mine')).json();
    seen.push(Object.keys(versions), tags.latest, await (await fetch(versions['1.0.0'].dist.tarball)).text());
    const other = await get('/@scope%2fother?write=true');
    seen.push(other.status, other.headers.get('location'), (await fetch(registry.url + '/other', { method: 'PUT' })).status);
    await registry.close();
    console.log(JSON.stringify(seen));`;
  const { stdout, stderr } = await runModule(program);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    ...[404, 401, 400],
    ...[201, 403, 201],
    ...[['1.0.0', '1.1.0'], '1.1.0', 'tarball'],
    ...[307, 'https://registry.example/npm/@scope%2fother?write=true', 404],
  ]);
});
