import { connect } from 'node:net';

const boundary = 'the-boundary-of-an-upload';

export interface RawPart {
  field?: string;
  /** Null for a part that is not a file. */
  fileName?: string | null;
  type?: string;
  bytes: Buffer | string;
}

/** A multipart body with these parts; without the final boundary if not `ended`. */
export function multipartBody(parts: RawPart[], { ended = true } = {}): Buffer {
  const buffers = parts.flatMap(({ field = 'file', fileName = 'file.bin', type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${
        fileName === null ? '' : `; filename="${fileName}"`
      }\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...buffers, Buffer.from(ended ? `--${boundary}--\r\n` : '')]);
}

export interface RawUpload {
  port: number;
  path: string;
  token: string;
  body: Buffer;
  /** Offsets that split the body; each part is written once the previous one has been sent. */
  splitOffsets?: number[];
  /** Uses chunked transfer encoding instead of a content length. */
  chunked?: boolean;
  /** The content length to declare; the real one by default. */
  declaredLength?: number;
}

export interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** The request line and headers of an upload. */
export function uploadHead({ path, token, body, chunked, declaredLength }: RawUpload): string {
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${declaredLength ?? body.length}`;
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n${length}\r\n\r\n`;
}

/** Sends an upload on a new TCP connection; returns the response, or null if there is none. */
export function rawUpload(upload: RawUpload): Promise<RawResponse | null> {
  const { port, body, chunked, splitOffsets = [] } = upload;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    const settle = () => {
      const response = parse(text);
      if (response === undefined) return false;
      socket.destroy();
      resolve(response);
      return true;
    };
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => {
      text += data;
      settle();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (settle()) return;
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
      else reject(error);
    });
    socket.on('close', () => resolve(null));
    socket.write(uploadHead(upload));
    const ends = [...splitOffsets.filter((at) => at > 0 && at < body.length), body.length];
    const send = (index: number, from: number): void => {
      const to = ends[index];
      if (to === undefined || socket.destroyed) return;
      const bytes = body.subarray(from, to);
      const last = index === ends.length - 1;
      const next = () => setImmediate(send, index + 1, to);
      if (!chunked) {
        socket.write(bytes, next);
        return;
      }
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write(last ? '\r\n0\r\n\r\n' : '\r\n', next);
    };
    send(0, 0);
  });
}

/** Parses the response; undefined while it is incomplete. */
function parse(text: string): RawResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = /content-length: (\d+)/i.exec(headers)?.[1];
  if (length !== undefined && Buffer.byteLength(body) < Number(length)) return undefined;
  return { status: Number(headers.split(' ')[1]), headers, body };
}
