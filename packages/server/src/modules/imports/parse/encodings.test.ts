import { describe, expect, test } from 'vitest';
import { decodeFile } from './encodings.ts';

/** Encodes by trying all one- and two-byte sequences, since there is no encoder for these. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, number[]>();
  const add = (...bytes: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if ([...char].length === 1 && !bytesOf.has(char)) bytesOf.set(char, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let a = 0; a < 256; a += 1) add(a);
  for (let a = 0x81; a < 255; a += 1) for (let b = 0x40; b < 255; b += 1) add(a, b);
  return Uint8Array.from([...text].flatMap((char) => bytesOf.get(char) ?? [63]));
}

const texts: Record<string, string> = {
  'windows-1252':
    'Il était une fois une très vieille dame qui, dans sa forêt, était à la fête avec les élèves pour la Noël.',
  'windows-1250':
    'Nie było go, ale że się tak stało, to jak przez całą noc pod jego domem, gdzie już była tylko cisza.',
  'windows-1251':
    'Он не знал, что это было, но она и все они на том берегу ещё как будто ждали, и мы не ушли.',
  'koi8-r': 'Он не знал, что это было, но она и все они на том берегу ещё как будто ждали, и мы не ушли.',
  shift_jis:
    '彼はその夜、海の見える丘に立っていた。風が吹いて、遠くの灯りがゆれている。「もう帰ろう」と言った。',
  'euc-jp':
    '彼はその夜、海の見える丘に立っていた。風が吹いて、遠くの灯りがゆれている。「もう帰ろう」と言った。',
  gb18030: '他在这里的时候，我们都不说话。这个人来了，大家以为他是中国的学生，上面有一个字。',
  big5: '他在這裡的時候，我們都不說話。這個人來了，大家以為他是中國的學生，上面有一個字。',
  'euc-kr': '그는 그날 밤 바다가 보이는 언덕에 서 있었다. 바람이 불고 멀리서 불빛이 흔들리는 것을 보았다.',
};

const prague =
  'Lampa byla rozsvícená, když se vrátila domů, a nikdo neviděl, kdo to byl. Nevím, řekl, ale tak to je, že se na to jen dívám a ještě nejsem jako on.';
const quoted = 'It’s late and you’re not here. He doesn’t know that she was there, and they’d said so.';

describe('a text file in an older encoding', () => {
  test.each(Object.entries(texts))('%s is detected by its most frequent words', (encoding, text) => {
    const decoded = decodeFile(encode(text, encoding));
    expect(decoded.text).toBe(text);
    expect(decoded.encodings).toEqual([]);
  });

  test.each([
    ['iso-8859-2', prague],
    ['windows-1250', prague],
    ['macintosh', texts['windows-1252'] ?? ''],
    ['macintosh', quoted],
    ['windows-1252', quoted],
  ])('%s is told from others that share most of its letters', (encoding, text) => {
    expect(decodeFile(encode(text, encoding))).toMatchObject({ text, encodings: [] });
  });

  test('is asked about when several fit, the likeliest first', () => {
    const { encodings } = decodeFile(encode('Dvořák, Štěpán', 'iso-8859-2'));
    expect(encodings.length).toBeGreaterThan(1);
    expect(encodings.map(({ encoding }) => encoding)).toContain('iso-8859-2');
  });

  test('that is UTF-8 or ASCII has none to choose', () => {
    expect(decodeFile(Buffer.from('Za\u017c\u00f3\u0142\u0107'))).toMatchObject({
      encoding: null,
      encodings: [],
    });
    expect(decodeFile(Buffer.from('plain'))).toMatchObject({ encoding: null, encodings: [] });
  });

  test('is decoded as its author chooses', () => {
    expect(decodeFile(Uint8Array.of(0xb1, 0x20, 0xb3), 'windows-1250').text).toBe('± ł');
  });
});
