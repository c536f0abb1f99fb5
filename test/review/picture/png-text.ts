/** Stores a text in a PNG: a chunk `tEXt`, which every viewer ignores. */
import type { Report } from '../../../src/review';
import { headline } from '../../../src/review/formats/sentences/headline';
import { told } from '../corpus';

const START = 8;

/** Returns the sentences of the picture, and what the report says. */
export function shownText(report: Report): string {
  return [headline(report), ...report.findings.map(({ reason }) => reason), ...told(report)].join('\n');
}

/** Returns the picture with a text in Latin letters. */
export function withText(png: Buffer, keyword: string, text: string): Buffer {
  const body = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc(body));
  // The position after the header: its length and name, 13 bytes, and its checksum.
  const after = START + 8 + 13 + 4;
  return Buffer.concat([png.subarray(0, after), length, body, check, png.subarray(after)]);
}

/** Returns the text; `undefined` without one. */
export function toText(png: Buffer, keyword: string): string | undefined {
  for (let at = START; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const body = png.toString('latin1', at + 4, at + 8 + png.readUInt32BE(at));
    if (body.startsWith(`tEXt${keyword}\0`)) return body.slice(`tEXt${keyword}\0`.length);
  }
  return undefined;
}

/** Computes the CRC-32 of PNG, which Node 20 lacks. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
