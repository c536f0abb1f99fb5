import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Stands before the API and notes every request that changes something, so that the demonstration can show what Terraform really
 * sent. Headers, and with them the token, are passed on and not kept.
 *
 * @returns {Promise<{ url: string, taken: () => readonly string[], close: () => void }>}
 */
export async function record(baseUrl) {
  let writes = [];
  const server = createServer(async (asked, answer) => {
    const chunks = [];
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (asked.method !== 'GET')
      writes.push(`${asked.method} ${asked.url}${body.length > 0 ? `\n${body.toString()}` : ''}`);
    const onward = request(
      new URL(asked.url, baseUrl),
      { method: asked.method, headers: asked.headers },
      (answered) => {
        answer.writeHead(answered.statusCode, answered.headers);
        answered.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    onward.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** The writes since it was last asked. */
    taken() {
      const since = writes;
      writes = [];
      return since;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
