/**
 * Instead of an answer: the connection breaks. The socket's edge breaks it; in-process it looks like the error that
 * `fetch` throws.
 */
export class ConnectionCut extends TypeError {
  constructor() {
    super('fetch failed', { cause: Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' }) });
  }
}
