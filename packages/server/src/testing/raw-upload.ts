import { connect } from 'node:net';

const boundary = 'the-boundary-of-an-upload';

export interface RawPart {
  field?: string;
  /** Null for a part that is no file. */
  fileName?: string | null;
  type?: string;
  bytes: Buffer | string;
}

/** A multipart body with these parts; without its last boundary when it is not `ended`. */
export function multipartBody(parts: RawPart[], { ended = true } = {}): Buffer {
  const pieces = parts.flatMap(({ field = 'file', fileName = 'file.bin', type, bytes }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${
        fileName === null ? '' : `; filename="${fileName}"`
      }\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(ended ? `--${boundary}--\r\n` : '')]);
}

export interface RawUpload {
  port: number;
  path: string;
  token: string;
  body: Buffer;
  /** Where the body is cut into pieces; each is written once the one before has been sent. */
  cuts?: number[];
  /** Sends the pieces as chunks, without saying before how long the body is. */
  chunked?: boolean;
  /** Bytes that the request says it has; those of the body unless given. */
  declared?: number;
}

export interface RawResponse {
  status: number;
  headers: string;
  body: string;
}

/** The head of an upload's request. */
export function uploadHead({ path, token, body, chunked, declared }: RawUpload): string {
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${declared ?? body.length}`;
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n${length}\r\n\r\n`;
}

/** Sends an upload over a TCP connection of its own and gives the response; null when none came. */
export function rawUpload(upload: RawUpload): Promise<RawResponse | null> {
  const { port, body, chunked, cuts = [] } = upload;
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
    const ends = [...cuts.filter((at) => at > 0 && at < body.length), body.length];
    const send = (piece: number, from: number): void => {
      const to = ends[piece];
      if (to === undefined || socket.destroyed) return;
      const bytes = body.subarray(from, to);
      const last = piece === ends.length - 1;
      const next = () => setImmediate(send, piece + 1, to);
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

/** The response in a text; undefined while it is not whole. */
function parse(text: string): RawResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = /content-length: (\d+)/i.exec(headers)?.[1];
  if (length !== undefined && Buffer.byteLength(body) < Number(length)) return undefined;
  return { status: Number(headers.split(' ')[1]), headers, body };
}
