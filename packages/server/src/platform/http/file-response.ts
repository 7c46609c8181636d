import type { Readable } from 'node:stream';

/** A file as the answer of a call whose contract says so; the contract has its type and its name. */
export class FileResponse {
  readonly stream: Readable;
  readonly size: number;

  constructor(stream: Readable, size: number) {
    this.stream = stream;
    this.size = size;
  }
}
