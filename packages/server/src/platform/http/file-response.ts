import type { Readable } from 'node:stream';

/** A file's type and the name it is downloaded with. */
export interface NamedFile {
  /** One of the types in the contract. */
  type: string;
  name: string;
}

/** The response of a call that returns a file; its type and name are those of the contract, if it has none of its own. */
export class FileResponse {
  readonly stream: Readable;
  readonly size: number;
  readonly file: NamedFile | null;

  constructor(stream: Readable, size: number, file: NamedFile | null = null) {
    this.stream = stream;
    this.size = size;
    this.file = file;
  }
}

/** The header that names a downloaded file, also for clients that only know ASCII (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return ascii === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
