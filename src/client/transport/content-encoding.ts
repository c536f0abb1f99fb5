/** Reads the bodies of responses. The client requests gzip, and gateways may also compress without a request for it. */
import { MAX_RESPONSE_BYTES, TOO_LARGE } from './response-limits';

/** Returns the encoding if the client cannot read it, as it was sent, or `undefined` if it can. */
export function unreadableEncoding(header: string | undefined): string | undefined {
  const unreadable = encodingsIn(header).length > 1 || !encodingsIn(header).every((name) => gzipNames.includes(name));
  return unreadable ? header : undefined;
}

/** Returns the text of a body in an encoding that the client can read. */
export async function decodeBody(body: ArrayBuffer, header: string | undefined): Promise<string> {
  // A response to HEAD, or a response without a body, can also have the header.
  const isCompressed = body.byteLength > 0 && encodingsIn(header).length > 0;
  return new TextDecoder().decode(isCompressed ? await gunzipped(body) : body);
}

const gzipNames: readonly string[] = ['gzip', 'x-gzip'];

function encodingsIn(header = ''): string[] {
  const names = header.toLowerCase().split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
}

async function gunzipped(body: ArrayBuffer): Promise<Uint8Array> {
  const { gunzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: MAX_RESPONSE_BYTES }, (error, text) => {
      if (error === null) {
        resolve(text);
        return;
      }
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      const code = isTooLarge ? TOO_LARGE : 'EBADMSG';
      reject(Object.assign(new Error('the compressed response is broken', { cause: error }), { code }));
    });
  });
}
