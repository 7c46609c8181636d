/** Part of a paragraph's visible text, in UTF-16 units. */
export interface Sentence {
  from: number;
  to: number;
  text: string;
}

/** Chromium stops speaking after about 15 seconds of one utterance; this many characters take fewer. */
const longest = 180;

/** Where a sentence that is too long is divided: after a clause, else after a word, else anywhere. */
function breakOf(text: string): number {
  if (text.length <= longest) return text.length;
  const head = text.slice(0, longest);
  for (const pattern of [/^.*[,;:–—)]["”’»]?\s/s, /^.*\s/s]) {
    const found = pattern.exec(head)?.[0].length ?? 0;
    if (found > longest / 4) return found;
  }
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? longest - 1 : longest;
}

/** A paragraph in sentences of the language, short enough for every browser to speak. Blank ones are left out. */
export function sentencesOf(paragraph: string, language: string): Sentence[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  for (const { segment, index } of segments.segment(paragraph)) {
    for (let from = 0; from < segment.length; ) {
      const length = breakOf(segment.slice(from));
      const text = segment.slice(from, from + length);
      if (text.trim() !== '') sentences.push({ from: index + from, to: index + from + length, text });
      from += length;
    }
  }
  return sentences;
}
