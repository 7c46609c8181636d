/** A piece of an RTF file: a control word with its number, a sign after a backslash, a brace, or bytes of text. */
export type RtfToken =
  | { kind: 'word'; name: string; value: number | null }
  | { kind: 'sign' | 'bytes' | 'brace'; text: string };

const pattern =
  /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([\da-f]{2})|([^a-z]))|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)/gi;

/** The tokens of an RTF file. Binary data are left out. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const token = new RegExp(pattern);
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [, name, value, hex, sign, brace, text] = found;
    if (name === 'bin') token.lastIndex += Math.max(0, Number(value ?? 0));
    else if (name !== undefined)
      yield { kind: 'word', name, value: value === undefined ? null : Number(value) };
    else if (hex !== undefined) yield { kind: 'bytes', text: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (sign !== undefined) yield { kind: 'sign', text: sign };
    else if (brace !== undefined) yield { kind: 'brace', text: brace };
    else if (text !== undefined) yield { kind: 'bytes', text };
  }
}

/** The code pages of character sets that are not `windows-…`, and of fonts by their character set. */
const encodings: Record<number, string> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  65001: 'utf-8',
};
const charsets = [0, 77, 128, 129, 134, 136, 161, 162, 163, 177, 178, 186, 204, 222, 238];
const codePages = [1252, 10000, 932, 949, 936, 950, 1253, 1254, 1258, 1255, 1256, 1257, 1251, 874, 1250];

export const encodingOfCodePage = (codePage: number): string =>
  encodings[codePage] ?? (/^(?:874|125\d)$/.test(String(codePage)) ? `windows-${codePage}` : 'windows-1252');

/** The encoding of a font; `symbol` for one without letters, undefined for that of the document. */
export function encodingOfCharset(charset: number): string | undefined {
  if (charset === 2) return 'symbol';
  const codePage = codePages[charsets.indexOf(charset)];
  return codePage === undefined ? undefined : encodingOfCodePage(codePage);
}

/** Decodes the bytes of a text. Letters of a symbol font are ornaments, except a bullet. */
export const decodeRtf = (bytes: string, encoding: string): string =>
  encoding === 'symbol'
    ? bytes.replace(/\S/g, (sign) => (sign === '·' ? '•' : '❖'))
    : new TextDecoder(encoding).decode(Buffer.from(bytes, 'latin1'));
