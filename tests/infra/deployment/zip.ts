/** Just enough of the zip format to look into what is deployed. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_BYTES = 22;

/** @returns the files by name, in the order of the zip's directory */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END) throw new Error('a zip with a comment, or none at all');

  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const label = zip.toString('utf8', at + 46, at + 46 + name);
    files.set(
      label,
      contentAt(zip, zip.readUInt32LE(at + 42), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 10)),
    );
    at += 46 + name + extra + comment;
  }
  return files;
}

function contentAt(zip: Buffer, header: number, size: number, method: number): Buffer {
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const stored = zip.subarray(start, start + size);
  return method === 0 ? stored : inflateRawSync(stored);
}
