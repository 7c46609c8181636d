import type { Readable } from 'node:stream';

/** The response of a call that returns a file; the contract defines the file's type and name. */
export class FileResponse {
  readonly stream: Readable;
  readonly size: number;

  constructor(stream: Readable, size: number) {
    this.stream = stream;
    this.size = size;
  }
}
