/** Builders of small PDF files. */

/** Parts of a PDF, in PDF syntax. */
export interface PdfParts {
  /** Members that are added to the document's catalog. */
  readonly catalog?: string;
  /** Members that are added to the only page. */
  readonly page?: string;
  /** Members that are added to the trailer. */
  readonly trailer?: string;
  /** Further objects, which get the numbers 5, 6 and so on. */
  readonly objects?: readonly (string | Buffer)[];
}

const HEADER = '%PDF-1.7\n';
const CONTENT = 'BT ET';

/**
 * Builds a PDF with one empty page.
 * @param size size of the file in bytes, which a comment fills up; by default, the file is as small as possible
 */
export function buildPdf(
  { catalog = '', page = '', trailer = '', objects = [] }: PdfParts = {},
  size = 0,
): Buffer<ArrayBuffer> {
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R ${page}>>`,
    buildStream('', CONTENT),
    ...objects,
  ];
  const smallest = assemble(bodies, trailer, '');
  const missing = size - smallest.length;
  return missing > 1 ? assemble(bodies, trailer, `%${'x'.repeat(missing - 2)}\n`) : smallest;
}

export function buildStream(members: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<<${members}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

function assemble(
  bodies: readonly (string | Buffer)[],
  trailer: string,
  comment: string,
): Buffer<ArrayBuffer> {
  const parts = [Buffer.from(HEADER + comment)];
  const offsets: string[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, body] of bodies.entries()) {
    offsets.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const object = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(object);
    length += object.length;
  }
  const count = bodies.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<</Size ${count}/Root 1 0 R ${trailer}>>\nstartxref\n${String(length).padStart(10, '0')}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}
