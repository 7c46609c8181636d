import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf, matchParagraphs, paragraphsOf } from '../paragraphs.ts';
import { findAgain, type PassageToFind } from './find-again.ts';
import { findPassage } from './passages.ts';

interface NumberedText {
  content: string;
  ids: number[];
}
const stored = ({ content, ids }: NumberedText) => ({ content, paragraph_ids: `{${ids.join(',')}}` });
const find = (
  old: NumberedText,
  next: NumberedText,
  passage: Omit<PassageToFind, 'original'> & { original?: string },
  without?: NumberedText,
  taken: number[] = [],
) => {
  const passages = [{ original: null, ...passage }];
  const texts = { old: stored(old), next: stored(next), without: without && stored(without) };
  return findAgain({ ...texts, taken, passages })[0] ?? null;
};

/** A text whose paragraphs are numbered from 1. */
const firstText = (content: string): NumberedText => ({
  content,
  ids: linesOf(content).map((_, index) => index + 1),
});

let nextId = 1000;
/** The next version of a text, with the ids that a save gives its paragraphs. */
function saved(old: NumberedText, content: string): NumberedText {
  const matched = matchParagraphs(paragraphsOf(old.content, old.ids), linesOf(content), nextId);
  nextId = matched.nextId;
  return { content, ids: matched.ids };
}

/** A highlight: its place in the last text that had it, and the latest one if that no longer has it. */
interface Mark {
  text: NumberedText;
  start: number;
  end: number;
  words: string;
  original: string | null;
  without?: NumberedText;
}
const markAt = (text: NumberedText, start: number, end: number): Mark => ({
  text,
  start,
  end,
  words: text.content.slice(start, end),
  original: null,
});
/** The highlight after a save. */
function carry({ without, ...mark }: Mark, next: NumberedText, taken: number[] = []): Mark {
  const { text, start, end, original, words } = mark;
  const found = find(text, next, { start, end, ...(original && { original }) }, without, taken);
  if (found === null) return { ...mark, without: next };
  const first = original ?? words;
  return {
    text: next,
    start: found.start,
    end: found.end,
    words: found.selectedText,
    original: found.selectedText === first ? null : first,
  };
}

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
  const found = find(old, saved(old, after), { start, end });
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
    expect(find(old, without, { start, end })).toBeNull();
    expect(find(old, restored, { start, end })).toMatchObject({ start, end });
  });

  test('is found by its original words when it was edited, removed and then restored to them', () => {
    const { content, start, end } = marked(
      text(one, 'Every night [the keeper lit the lamp and wrote the hour] into his book.', two),
    );
    const first = firstText(content);
    const edited = saved(first, content.replace('wrote the hour', 'wrote the date'));
    const removed = saved(edited, text(one, two));
    const restored = saved(removed, content);
    const mark = markAt(first, start, end);
    const part = carry(mark, edited);
    expect([part.words, part.original]).toEqual(['the keeper lit the lamp and wrote the', mark.words]);
    expect(carry(part, saved(edited, content))).toMatchObject({ start, end, original: null });
    const lost = carry(part, removed);
    expect(lost.without).toBe(removed);
    expect(carry(lost, restored)).toEqual({ ...mark, text: restored });
  });

  test.each<[string, (first: string, second: string) => string[], string]>([
    ['of two equal paragraphs', (a, b) => [one, a, two, b, three], ''],
    ['of two in one paragraph', (a, b) => [one, `${a} Nothing came. ${b} It came.`, two], ''],
    ['of two side by side', (a, b) => [one, `${a} ${b}`, two], ''],
    ['while the paragraph of the other is rewritten', (a, b) => [one, a, two, `${b} ${three}`], three],
    ['while the other moves to where it was', (a, b) => [one, a, two, `${b} ${three}`], `${two}\n`],
  ])(
    'of two equal sentences %s of which one goes and comes back, no two highlights end on one',
    (_name, lines, rewritten) => {
      const content = text(...lines(sentence, sentence));
      const first = firstText(content);
      const places = [content.indexOf(sentence), content.lastIndexOf(sentence)];
      const marks = places.map((start) => markAt(first, start, start + sentence.length));
      for (const gone of [0, 1]) {
        const left = text(...lines(gone === 0 ? '' : sentence, gone === 1 ? '' : sentence)).replace(
          rewritten,
          'On the next day nothing at all was heard in town.\n',
        );
        const without = saved(first, left);
        const then = marks.map((mark) => carry(mark, without));
        const now = then.map((mark) => carry(mark, saved(without, content)));
        const found = now.filter((mark) => mark.without === undefined).map(({ start }) => start);
        expect(found.length).toBeGreaterThan(0);
        expect(new Set(found).size).toBe(found.length);
      }
    },
  );

  test('is not found in its twin when it was edited, joined to it and removed', () => {
    const first = firstText(text(sentence, sentence));
    let marks = [0, sentence.length + 1].map((start) => markAt(first, start, start + sentence.length));
    let now = first;
    for (const content of [
      text('He zqx for the ship.', sentence),
      `He zqx for the ship. ${sentence}`,
      sentence,
    ]) {
      now = saved(now, content);
      marks = marks.map((mark) => carry(mark, now));
    }
    expect(marks.map((mark) => mark.without === undefined)).toEqual([false, true]);
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
      passage = find(now, next, { ...passage, original });
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
          const found = find(old, next, passage);
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
          const found = find(old, next, { start, end: start + own.join(' ').length });
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
        const found = find(old, next, passage);
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
        expect(find(old, next, { start, end: start + twin.length })?.isSame ?? false).toBe(false);
      }),
      runs,
    );
  });
});

describe('over several saves', () => {
  // The same histories each time: RUNS tries more of them.
  const sameRuns = { numRuns: Number(process.env.RUNS ?? 500), seed: 51 };
  const pool = [
    'He waited for the ship.',
    'Yes.',
    'The lamp was lit before the night came.',
    ...rest.flatMap((line) => line.split(/(?<=\.) /)),
  ];
  const sentenceOf = fc.oneof(fc.constantFrom(...pool), sentences);
  const chapter = fc.array(fc.array(sentenceOf, { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 6,
  });
  type Edit = {
    at: number;
    to: number;
    kind: 'remove' | 'add' | 'replace' | 'edit' | 'split' | 'join' | 'restore' | 'move';
  };
  const editOf = (...kinds: Edit['kind'][]) =>
    fc.tuple(fc.record({ at: fc.nat(), to: fc.nat(), kind: fc.constantFrom(...kinds) }), sentenceOf);
  const contentOf = (lines: string[][]) => lines.map((line) => line.join(' ')).join('\n');

  function edited(
    lines: string[][],
    { at, to, kind }: Edit,
    other: string,
    before: string[][][],
  ): string[][] {
    if (kind === 'restore') return before[at % before.length] ?? lines;
    const next = lines.map((line) => [...line]);
    const index = at % next.length;
    const line = next[index] ?? [];
    const place = to % line.length;
    const words = (line[place] ?? '').split(' ');
    if (kind === 'remove') line.splice(place, 1);
    if (kind === 'add') line.splice(place, 0, other);
    if (kind === 'replace') line.splice(place, 1, other);
    if (kind === 'edit') line[place] = words.toSpliced(to % words.length, 1, 'zqx').join(' ');
    if (kind === 'split') next.splice(index, 1, line.slice(0, place), line.slice(place));
    if (kind === 'join') next.splice(index, 2, [...line, ...(next[index + 1] ?? [])]);
    if (kind === 'move') next.splice(to % next.length, 0, ...next.splice(index, 1));
    const left = next.filter((one) => one.length > 0);
    return left.length > 0 ? left : lines;
  }

  /** All sentences of a chapter, each highlighted, after each edit. */
  function* histories(first: string[][], edits: [Edit, string][]) {
    let text = firstText(contentOf(first));
    let marks: Mark[] = [];
    let from = 0;
    for (const line of first)
      for (const one of line) {
        marks.push(markAt(text, from, from + one.length));
        from += one.length + 1;
      }
    const [before, words, texts] = [[first], marks.map((mark) => mark.words), [text]];
    for (const [edit, other] of edits) {
      const lines = edited(before.at(-1) ?? first, edit, other, before);
      before.push(lines);
      text = saved(text, contentOf(lines));
      // Those that were lost last come first, as in the job.
      const now = new Map<Mark, Mark>();
      const lostAt = (mark: Mark) => (mark.without ? -texts.indexOf(mark.text) : -Infinity);
      const groups = [...Map.groupBy(marks, lostAt)].sort(([a], [b]) => a - b);
      for (const [, group] of groups) {
        const taken = [...now].flatMap(([was, is]) => (was.without && !is.without ? is.start : []));
        for (const mark of group) now.set(mark, carry(mark, text, taken));
      }
      marks = marks.flatMap((mark) => now.get(mark) ?? []);
      texts.push(text);
      yield { marks, words, found: marks.filter((mark) => mark.without === undefined), text };
    }
  }
  const all = ['remove', 'add', 'replace', 'edit', 'split', 'join', 'restore', 'move'] as const;

  test('no highlight is lost, none is on words unlike its own, and no two are on one place', () => {
    fc.assert(
      fc.property(chapter, fc.array(editOf(...all), { minLength: 1, maxLength: 8 }), (first, edits) => {
        for (const { marks, words, found, text } of histories(first, edits)) {
          expect(marks).toHaveLength(words.length);
          expect(marks.map((mark) => mark.original ?? mark.words)).toEqual(words);
          for (const { start, end, words } of found)
            expect(text.content.slice(start, end).replace('\n', ' ')).toBe(words.replace('\n', ' '));
          expect(new Set(found.map(({ start }) => start)).size).toBe(found.length);
        }
      }),
      sameRuns,
    );
  });

  test('highlights stay in their order when nothing is moved', () => {
    const kinds = ['remove', 'add', 'replace', 'edit', 'split', 'join'] as const;
    fc.assert(
      fc.property(chapter, fc.array(editOf(...kinds), { minLength: 1, maxLength: 1 }), (first, edits) => {
        for (const { found } of histories(first, edits)) {
          const starts = found.map(({ start }) => start);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        }
      }),
      sameRuns,
    );
  });
});

test('finds passages in a few seconds even if every word of every paragraph was replaced [R64]', () => {
  const paragraphs = (step: number) => {
    const word = (line: number, at: number) => String.fromCharCode(97 + ((line * 7 + at * step) % 26));
    const lines = Array.from({ length: 40 }, (_, line) =>
      Array.from({ length: 800 }, (_, at) => word(line, at)).join(' '),
    );
    return firstText(lines.join('\n'));
  };
  const [old, next] = [paragraphs(3), paragraphs(5)];
  // The spaces and a few of the letters are the same ones, but the last paragraphs are not compared.
  const inLine = (line: number) => find(old, next, { start: line * 1600, end: line * 1600 + 1600 });
  expect(inLine(39)).toBeNull();
});

test('also finds passages in texts that repeat one character [R64]', () => {
  const word = (length: number) => 'a'.repeat(length);
  const old = firstText(`${word(19_000)} ${word(19_000)} b`);
  expect(find(old, firstText(`${word(18_999)} b${word(400_000)}`), { start: 0, end: 19_000 })).toBeNull();
});
