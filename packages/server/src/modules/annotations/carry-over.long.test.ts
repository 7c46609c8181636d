import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, matchParagraphs, paragraphsOf } from '../chapters/paragraphs.ts';
import { align, flatten, type NumberedText } from './alignment.ts';
import { carrier } from './carry-over.ts';
import { findPassage } from './passages.ts';

/** A text whose paragraphs are numbered from 1. */
const firstText = (content: string): NumberedText => ({
  content,
  ids: linesOf(content).map((_, index) => index + 1),
});

/** The next version of a text, with the ids that a save gives its paragraphs. */
const saved = (old: NumberedText, content: string): NumberedText => ({
  content,
  ids: matchParagraphs(paragraphsOf(old.content, old.ids), linesOf(content), 1000).ids,
});

/** The passage between `[` and `]` of a text, and the text without them. */
function marked(text: string): { content: string; start: number; end: number } {
  const start = text.indexOf('[');
  const end = text.indexOf(']') - 1;
  return { content: text.replace(/[[\]]/g, ''), start, end };
}

/** Carries the marked passage of `before` over; returns `after` with the passage marked, or null. */
function carried(before: string, after: string): string | null {
  const { content, start, end } = marked(before);
  const old = firstText(content);
  const found = carrier(old, saved(old, after))({ start, end, original: null });
  return (
    found && `${after.slice(0, found.start)}[${after.slice(found.start, found.end)}]${after.slice(found.end)}`
  );
}

const rest = [
  'The harbour was empty when the ferry came in, and nobody stood at the rail to see it.',
  'A gull turned over the customs house. Somewhere a door was shut, and opened again.',
  'By noon the fog had lifted from the breakwater, and the fishermen went down to their boats.',
];
const [one = '', two = '', three = ''] = rest;
const text = (...lines: string[]) => lines.join('\n');

describe('U24: a passage is found where it was after the author edits', () => {
  const lamp = 'Every night [the keeper lit the lamp] and wrote the hour into his book.';
  const plain = 'Every night the keeper lit the lamp and wrote the hour into his book.';
  const sentence = 'He waited for the ship.';
  test.each<[string, string, string]>([
    ['nothing changes', text(one, lamp, two), text(one, lamp, two)],
    ['a paragraph before it is added', text(one, lamp), text('A new first line of it all.', one, lamp)],
    ['paragraphs before it are removed', text(one, two, lamp, three), text(lamp, three)],
    [
      'words before it in its paragraph change',
      text(one, lamp),
      text(one, 'Each evening [the keeper lit the lamp] and wrote the hour into his book.'),
    ],
    [
      'words after it change',
      text(one, lamp),
      text(one, 'Every night [the keeper lit the lamp] and noted the time in his log.'),
    ],
    [
      'words on both sides change',
      text(one, lamp),
      text(one, 'At dusk, then, [the keeper lit the lamp], and wrote the hour into his book.'),
    ],
    ['its paragraph moves to the end', text(lamp, one, two, three), text(one, two, three, lamp)],
    [
      'its paragraph is split after it',
      text(one, lamp, two),
      text(one, 'Every night [the keeper lit the lamp]', 'and wrote the hour into his book.', two),
    ],
    [
      'its paragraph is split before it',
      text(one, lamp, two),
      text(one, 'Every night', '[the keeper lit the lamp] and wrote the hour into his book.', two),
    ],
    ['its paragraph is joined with the one before', text(one, lamp, two), text(`${one} ${lamp}`, two)],
    ['its paragraph is joined with the one after', text(one, lamp, two), text(one, `${lamp} ${two}`)],
    [
      'the paragraph is split inside it',
      text(one, lamp, two),
      text(one, 'Every night [the keeper', 'lit the lamp] and wrote the hour into his book.', two),
    ],
    [
      'two paragraphs that it spans are joined',
      text(one, 'He lit [the lamp.', 'Then he wrote] it down in the book.', two),
      text(one, 'He lit [the lamp. Then he wrote] it down in the book.', two),
    ],
    [
      'a repeated sentence: the second of three, with an edit of the first',
      text(`${sentence} Nothing came. [${sentence}] A storm came. ${sentence} It came.`),
      text(`He hoped for the ship. Nothing came. [${sentence}] A storm came. ${sentence} It came.`),
    ],
    [
      'a repeated paragraph: the second stays when the first is removed',
      text(sentence, one, `[${sentence}]`, two),
      text(one, `[${sentence}]`, two),
    ],
    [
      'emoji around it change',
      text(one, '👨‍👩‍👧‍👦 saw 🎈 [the 🇩🇪🇫🇷 flags] and 🎈 waved.'),
      text(one, '👨‍👩‍👧 saw 🎉🎉 [the 🇩🇪🇫🇷 flags] and 🎈 waved.'),
    ],
    [
      'emphasis is put around and into it',
      text(one, lamp),
      text(one, 'Every night [the *keeper* lit the lamp] and wrote the hour into his *book*.'),
    ],
    [
      'right-to-left text before it changes',
      text('في الليل أشعل الحارس [المصباح القديم] وكتب الساعة في دفتره.'),
      text('في كل ليلة أشعل الحارس [المصباح القديم] وكتب الساعة في دفتره.'),
    ],
    [
      'Chinese text around it changes',
      text('每天晚上，守灯人都会[点亮那盏旧灯]，把时间写进他的本子里。'),
      text('每到夜里，守灯人就会[点亮那盏旧灯]，把时间记进他的本子里。'),
    ],
    [
      'the whole chapter around it is new',
      text(one, two, lamp),
      text(three, 'Something else entirely.', lamp),
    ],
  ])('%s', (_name, before, after) => {
    expect(carried(before, after.replace(/[[\]]/g, ''))).toBe(after);
  });

  test.each<[string, string, string]>([
    [
      'its sentence is deleted',
      text(one, `It rained. [${sentence}] The wind rose over the whole of the bay.`, two),
      text(one, 'It rained. The wind rose over the whole of the bay.', two),
    ],
    ['its paragraph is deleted', text(one, lamp, two), text(one, two)],
    [
      'a twin stands elsewhere',
      text(`[${sentence}] ${one}`, two, `${sentence} ${three}`),
      text(one, two, `${sentence} ${three}`),
    ],
    [
      'a twin stands in the same paragraph',
      text(`[${sentence}] ${one} ${sentence}`, two),
      text(`${one} ${sentence}`, two),
    ],
    [
      'the first of two twins side by side goes with what follows it',
      text(`[He ran fast.] ${one} He ran slow.`, two),
      text(`He ran slow.`, two),
    ],
    ['a twin of its paragraph stays', text(`[${sentence}]`, one, sentence, two), text(one, sentence, two)],
    [
      'it is rewritten',
      text(one, lamp, two),
      text(one, 'Every night somebody else took care of it and wrote the hour into his book.', two),
    ],
    [
      'its word is replaced',
      text(one, 'Every night the [keeper] lit the lamp.', two),
      text(one, 'Every night the porter lit the lamp.', two),
    ],
    [
      'its short word occurs in new text',
      text(one, 'Every night the [keeper] lit the lamp.', two),
      text(one, 'Every night the porter lit the lamp.', two, 'A keeper is a man who keeps.'),
    ],
    [
      'everything is new',
      text(one, lamp, two),
      text('Nothing of this was there before.', 'And none of that is left.'),
    ],
  ])('is marked when %s', (_name, before, after) => {
    expect(carried(before, after)).toBeNull();
  });

  test.each<[string, string, string]>([
    [
      'a word in it is replaced',
      text(one, lamp, two),
      text(one, 'Every night [the keeper lit the lantern] and wrote the hour into his book.', two).replace(
        'the lantern]',
        'the] lantern',
      ),
    ],
    [
      'a word is added to it',
      text(one, lamp, two),
      text(one, 'Every night [the old keeper lit the lamp] and wrote the hour into his book.', two),
    ],
    [
      'its first word is removed',
      text(one, lamp, two),
      text(one, 'Every night [keeper lit the lamp] and wrote the hour into his book.', two),
    ],
  ])('keeps what is left when %s', (_name, before, after) => {
    expect(carried(before, after.replace(/[[\]]/g, ''))).toBe(after);
  });

  test('comes back when the author restores the text', () => {
    const { content, start, end } = marked(text(one, lamp, two));
    const old = firstText(content);
    const without = saved(old, text(one, two));
    const restored = saved(without, content);
    expect(carrier(old, without)({ start, end, original: null })).toBeNull();
    expect(carrier(old, restored)({ start, end, original: null })).toMatchObject({ start, end });
  });

  test('does not drift away from what the reader selected over many small edits', () => {
    const words = 'the keeper lit the brass lamp over the harbour gate'.split(' ');
    let now = firstText(text(one, `Every night ${words.join(' ')} and wrote the hour into his book.`, two));
    let passage = findPassage(
      now.content,
      now.content.indexOf('the keeper'),
      now.content.indexOf(' and wrote'),
    );
    const original = passage?.selectedText ?? '';
    let kept = 0;
    for (const [index] of words.entries()) {
      words[index] = `zq${index}x`;
      const next = saved(
        now,
        text(one, `Every night ${words.join(' ')} and wrote the hour into his book.`, two),
      );
      if (passage === null) break;
      passage = carrier(now, next)({ ...passage, original });
      if (passage !== null) kept += 1;
      now = next;
    }
    expect(passage).toBeNull();
    expect(kept).toBeGreaterThan(0);
    expect(plain).toContain('keeper');
  });
});

const letters = ['a', 'e', 'm', 'o', 'r', 's', 't', 'é', 'ß', 'я', '灯', '🎈'];
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 7 });
/** One word for the comparison too. */
const plainWord = fc.string({ unit: fc.constantFrom(...letters.slice(0, 10)), minLength: 1, maxLength: 7 });
const sentenceOf = (words: fc.Arbitrary<string>) =>
  fc.array(words, { minLength: 3, maxLength: 9 }).map((all) => `${all.join(' ')}.`);
const sentences = sentenceOf(word);
const paragraph = fc.array(sentences, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
const paragraphs = fc.array(paragraph, { minLength: 3, maxLength: 8 });
const runs = { numRuns: Number(process.env.RUNS ?? 1000) };

describe('carrying over, for any text', () => {
  test('edits in other paragraphs leave a passage exactly where it was, repeated sentences included', () => {
    fc.assert(
      fc.property(
        paragraphs,
        paragraph,
        paragraphs,
        fc.nat(),
        fc.nat(),
        paragraph,
        (before, own, after, from, length, added) => {
          const start = from % own.length;
          const end = Math.min(own.length, start + 1 + (length % 40));
          const old = firstText([...before, own, ...after].join('\n'));
          const base = before.join('\n').length + 1;
          const passage = findPassage(old.content, base + start, base + end);
          fc.pre(passage !== null);
          const head = [added, ...before.slice(1)];
          const next = saved(old, [...head, own, ...after.slice(0, -1)].join('\n'));
          const shift = head.join('\n').length - before.join('\n').length;
          fc.pre(next.ids[head.length] === before.length + 1);
          const found = carrier(old, next)({ ...passage, original: null });
          expect(found).toMatchObject({
            start: passage.start + shift,
            end: passage.end + shift,
            isSame: true,
          });
        },
      ),
      runs,
    );
  });

  test('an edit before or after a passage in its paragraph keeps it exactly', () => {
    const unique = fc.uniqueArray(plainWord, { minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(
        paragraphs,
        unique,
        fc.nat(),
        fc.nat(),
        fc.array(plainWord, { maxLength: 4 }),
        fc.boolean(),
        fc.nat(),
        (others, words, from, length, added, isBefore, cut) => {
          const first = from % words.length;
          const last = Math.min(words.length, first + 1 + (length % 5));
          const own = words.slice(first, last);
          fc.pre(added.every((one) => !own.includes(one)));
          const [head, tail] = [words.slice(0, first), words.slice(last)];
          const changed = isBefore ? head : tail;
          // Removes a few words and adds others; most of the paragraph stays.
          changed.splice(cut % (changed.length + 1), Math.min(3, words.length / 8), ...added);
          const old = firstText([...others, words.join(' ')].join('\n'));
          const start = old.content.length - words.slice(first).join(' ').length;
          const next = saved(old, [...others, [...head, ...own, ...tail].join(' ')].join('\n'));
          fc.pre(next.ids.at(-1) === old.ids.at(-1));
          const found = carrier(old, next)({ start, end: start + own.join(' ').length, original: null });
          const place = [...others, ''].join('\n').length + [...head, ''].join(' ').length;
          expect(found && [found.start, found.end, found.isSame]).toEqual([
            place,
            place + own.join(' ').length,
            true,
          ]);
        },
      ),
      runs,
    );
  });

  test('after any edit a passage is on words like its own, or has no place', () => {
    fc.assert(
      fc.property(paragraphs, paragraphs, fc.nat(), fc.nat(), (before, after, from, length) => {
        const old = firstText(before.join('\n'));
        const start = from % old.content.length;
        const passage = findPassage(old.content, start, start + 1 + (length % 60));
        fc.pre(passage !== null);
        const next = saved(old, [...before.slice(0, 2), ...after].join('\n'));
        const found = carrier(old, next)({ ...passage, original: null });
        if (found === null) return;
        expect(findPassage(next.content, found.start, found.end)).toMatchObject({
          selectedText: found.selectedText,
        });
        if (found.isSame) {
          expect(found.selectedText.replace(/\s+/g, ' ')).toBe(passage.selectedText.replace(/\s+/g, ' '));
        }
      }),
      runs,
    );
  });

  test('a deleted sentence is never found in its twin in another paragraph', () => {
    fc.assert(
      fc.property(paragraphs, sentences, paragraph, paragraph, paragraph, (others, twin, a, b, c) => {
        fc.pre(![...others, a, b, c].some((one) => one.includes(twin)));
        const old = firstText([`${a} ${twin} ${b}`, ...others, `${c} ${twin}`].join('\n'));
        const next = saved(old, [`${a} ${b}`, ...others, `${c} ${twin}`].join('\n'));
        const start = a.length + 1;
        expect(carrier(old, next)({ start, end: start + twin.length, original: null })?.isSame ?? false).toBe(
          false,
        );
      }),
      runs,
    );
  });
});

test('takes at most a few seconds even if every word of every paragraph was replaced [R64]', () => {
  const paragraphs = (step: number) => {
    const word = (line: number, at: number) => String.fromCharCode(97 + ((line * 7 + at * step) % 26));
    const lines = Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 800 }, (_, at) => word(line, at)).join(' '),
    );
    return flatten(firstText(lines.join('\n')));
  };
  const { image } = align(paragraphs(3), paragraphs(5));
  // The spaces, and a few of the letters, are the same ones.
  const lineLength = 1600;
  const sameIn = (line: number) =>
    image.subarray(line * lineLength, (line + 1) * lineLength).filter((at) => at >= 0).length;
  expect(sameIn(0)).toBeGreaterThan(700);
  expect(sameIn(39)).toBeLessThan(20);
});

test('also finds passages in texts that repeat one character [R64]', () => {
  const word = (length: number) => 'a'.repeat(length);
  const old = firstText(`${word(19_000)} ${word(19_000)} b`);
  const carry = carrier(old, firstText(`${word(18_999)} b${word(400_000)}`));
  expect(carry({ start: 0, end: 19_000, original: null })).toBeNull();
});
