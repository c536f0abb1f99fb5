/** Exits with 0 if the API responds at the URL, and with 1 otherwise. */
import http from 'node:http';
import https from 'node:https';

const [url] = process.argv.slice(2);
const { get } = url.startsWith('https:') ? https : http;
// The certificate has the public name of the service, not the address inside of the container. No token is sent.
get(new URL('/ping/v2beta1/ping', url), { rejectUnauthorized: false, timeout: 4_000 }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1);
})
  .on('error', ({ message }) => {
    console.error(`The API does not respond at ${url}: ${message}.`);
    process.exit(1);
  })
  .on('timeout', function () {
    this.destroy(new Error('timeout'));
  });
