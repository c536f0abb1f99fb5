/** Reads the bodies of responses. The client requests gzip, and gateways may also compress without a request for it. */
import { MAX_RESPONSE_BYTES, TOO_LARGE } from './response-limits';

/** Returns the encoding if the client cannot read it, as it was sent, or `undefined` if it can. */
export function unreadableEncoding(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const names = encodingsIn(header);
  return names.length > 1 || !names.every((name) => gzipNames.includes(name)) ? header : undefined;
}

/** Returns the text of a body, or an empty text if the client cannot read the encoding. */
export async function decodeBody(body: ArrayBuffer, header: string): Promise<string> {
  if (unreadableEncoding(header) !== undefined) return '';
  // A response to HEAD, or a response without a body, can also have the header.
  const isCompressed = body.byteLength > 0 && encodingsIn(header).length > 0;
  return new TextDecoder().decode(isCompressed ? await gunzipped(body) : body);
}

const gzipNames: readonly string[] = ['gzip', 'x-gzip'];

function encodingsIn(header: string): string[] {
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
