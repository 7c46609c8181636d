import { romanOf } from './roman.ts';

interface Titled {
  title: string;
  chapterNumber: number;
}

const ownNumber =
  /^chapter\s+0*(\d+)\s*(?:(?::(?!\d)|[.,–—-](?!\s*\d))\s*|$|(?<=\s)(?!(?:of|and|to|or)\s+\d)(?=[\p{L}\p{Pi}"'(¿¡]))/iu;

/** 'Chapter III: The Bell' and 'III. The Bell'; 'Chapter I Remember' is a title. */
const ownRoman = /^(?:chapter\s+([ivxlc]+)\s*(?:[:.–—-]\s*|$)|([IVXLC]+)[.:]\s+(?=\S))/iu;

/** A chapter's title without a 'Chapter 3: ', 'Chapter III: ' or 'III. ' of its own number; '' if nothing else is left (docs/product/stories.md#screens). */
export function titleAfterNumber({ title, chapterNumber }: Titled): string {
  const [start, number] = ownNumber.exec(title) ?? [];
  if (start !== undefined && Number(number) === chapterNumber) return title.slice(start.length).trim();
  const [label, afterWord, alone] = ownRoman.exec(title) ?? [];
  const roman =
    afterWord?.toLowerCase() ?? (alone === alone?.toUpperCase() ? alone?.toLowerCase() : undefined);
  return label !== undefined && roman === romanOf(chapterNumber) ? title.slice(label.length).trim() : title;
}

const chapterWord =
  'chapter|chap|ch|episode|ep|part|canto|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|rozdział|kapitola|fejezet|bölüm|глава|розділ|κεφάλαιο|الفصل';
const roman = '(?=[IVXLC])(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})';
const numberWord =
  '(?:(?:twen|thir|for|four|fif|six|seven|eigh|nine)(?:ty|teen)?|one|two|three|five|eight|ten|eleven|twelve|twenty)';
const unnumbered =
  'prolog(?:ue)?|epilog(?:ue)?|pr[oó]logo|ep[ií]logo|interlude|intermission|foreword|preface|introduction|afterword|пролог|эпилог';

/** Titles that say their number themselves, such as 'Chapter 5 & 6: Salt', '12. Salt' and 'III', or have none. */
const hasOwn = [
  new RegExp(
    `^(?:${chapterWord})(?:\\.?\\s*#?\\d|(?:\\.\\s*|\\s+)(?:${roman}|${numberWord})(?![\\p{L}\\p{M}]))`,
    'iu',
  ),
  /^\d+(?:\.\d+)?\s*(?:[.:)–—-](?!\d)|$)/,
  new RegExp(`^${roman}\\s*(?:[.:)–—-]|$)`),
  new RegExp(`^(?:${unnumbered})\\s*(?:[.:–—-].*|\\d+|${roman})?$`, 'iu'),
  /^第\s*[\d〇零一二三四五六七八九十百千]+\s*[章回話话节節]/,
];

/** Whether a title says a number that is not the chapter's, or is one that has none ('Prologue'). */
export const hasOtherNumber = (chapter: Titled): boolean =>
  titleAfterNumber(chapter) === chapter.title && hasOwn.some((pattern) => pattern.test(chapter.title.trim()));

/** The number to show beside a chapter's title; null if the title says its number itself, or has none. */
export const numberBeside = (chapter: Titled): number | null =>
  hasOtherNumber(chapter) || (chapter.title !== '' && titleAfterNumber(chapter) === '')
    ? null
    : chapter.chapterNumber;

/** A chapter's title beside its number: 'The Bell' for 'Chapter 3: The Bell', and 'Chapter 3' where that is all. */
export const shownTitle = (chapter: Titled): string => titleAfterNumber(chapter) || chapter.title;

/** 'Chapter 3', or the title of one with a number of its own, or none: 'Prologue'. */
export const chapterName = (chapter: Titled): string =>
  hasOtherNumber(chapter) ? chapter.title : `Chapter ${chapter.chapterNumber}`;

/** '3. The Bell', for lists. */
export const listedTitle = (chapter: Titled): string =>
  [numberBeside(chapter) ?? [], shownTitle(chapter)].flat().join('. ');

/** 'Chapter 3 of 12', where it is in the story; '4 of 12' for a title with a number of its own. */
export const placeInStory = (chapter: Titled, total: number): string =>
  `${hasOtherNumber(chapter) ? '' : 'Chapter '}${chapter.chapterNumber} of ${total}`;

/** 'Chapter 3: The Bell', whether the title has the number or not; 'Chapter 3' without another title. */
export function numberedTitle(chapter: Titled): string {
  const rest = titleAfterNumber(chapter);
  if (hasOtherNumber(chapter)) return rest;
  return rest === '' ? `Chapter ${chapter.chapterNumber}` : `Chapter ${chapter.chapterNumber}: ${rest}`;
}
