/** Writes a zip file. The same files make the same bytes on every machine. */
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @param {readonly { name: string, contents: Buffer, mode?: number }[]} files
 * @returns {Buffer}
 */
export function zip(files) {
  const entries = [];
  let offset = 0;
  for (const { name, contents, mode = 0o644 } of files) {
    const data = deflateRawSync(contents, { level: 9 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0); // version of the format
    shared.writeUInt16LE(8, 4); // deflate
    shared.writeUInt16LE(0x21, 8); // 1980-01-01
    shared.writeUInt32LE(crc32(contents), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(contents.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const madeByUnix = Buffer.from([20, 3]);
    const central = Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeByUnix, shared, rest, Buffer.from(name)]);
    entries.push({ local, central });
    offset += local.length;
  }
  const directory = Buffer.concat(entries.map(({ central }) => central));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries.map(({ local }) => local), directory, end]);
}
