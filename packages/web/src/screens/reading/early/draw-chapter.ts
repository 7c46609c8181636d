import type { Chapter, ChapterSummary } from '@inkling/contract/chapters';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import type { ReadingSettings } from '@inkling/contract/reading-settings';
import { firstSlices, sliceLines } from '../../../features/chapters/reader/first-slices.ts';
import { readingAttributes } from '../../../features/chapters/reader/reading-attributes.ts';
import { titleOf } from '../../../features/covers/cover-text.ts';
import { paths } from '../../../lib/paths.ts';
import { wayOut } from '../way-out.ts';
import { drawText } from './draw-text.ts';
import { element } from './element.ts';

/** The element that shows the chapter until React does. React leaves elements of unknown names in the body alone. */
const earlyElement = 'early-chapter';

export interface EarlyChapter {
  opening: Opening;
  summary: ChapterSummary;
  chapter: Chapter;
  /** The reader's progress in it; null if they have never opened it. */
  saved: ChapterProgress | null;
  settings: ReadingSettings;
}

/** The icon of the way out: lucide's arrow-left. */
const arrow =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="size-5 rtl:rotate-180"><path d="m12 19-7-7 7-7M19 12H5"/></svg>';

function drawWayOut(): HTMLElement {
  const place = 'grid size-11 shrink-0 place-items-center rounded-md text-muted';
  const link = element('a', { href: wayOut.path, 'aria-label': wayOut.label, class: place });
  link.innerHTML = arrow;
  return link;
}

/** A placeholder of the same size as the buttons that React shows here. */
const controls = (): HTMLElement => element('div', { class: 'h-11 w-44 sm:w-56 max-[22.5rem]:w-full' });

/** Title and number of the chapter, as reader-header.tsx shows them, without its buttons. */
function drawHeader({ opening: { story, volumes, total }, summary }: EarlyChapter): HTMLElement {
  const volume = volumes.find(({ _id }) => _id === summary.volume)?.title;
  const number = `Chapter ${summary.chapterNumber} of ${total}`;
  const title = element('bdi', { class: 'block truncate', lang: story.language }, titleOf(story));
  const numberLine = element('span', { class: 'shrink-0 whitespace-pre' }, number);
  const volumeLine =
    volume === undefined
      ? []
      : [
          element('bdi', { class: 'max-w-full min-w-0 truncate', lang: story.language }, volume),
          element('span', { class: 'whitespace-pre max-sm:hidden' }, ' · '),
        ];
  const lines = `flex min-w-0 ${volume === undefined ? '' : 'max-sm:flex-col max-sm:items-start'}`;
  const bar = element(
    'header',
    { class: 'reader-bar flex flex-wrap items-center px-1 py-1 sm:gap-x-2 sm:px-3' },
    drawWayOut(),
    element(
      'div',
      { class: 'min-w-0 flex-1 max-[22.5rem]:basis-[calc(100%-4rem)]' },
      element(
        'p',
        { class: 'flex font-serif leading-6' },
        element('a', { href: paths.story(story._id), class: 'max-w-full hover:underline' }, title),
      ),
      element(
        'p',
        { class: 'inline-flex max-w-full items-center gap-1 py-0.5 text-sm text-muted tabular-nums' },
        element('span', { class: lines }, ...volumeLine, numberLine),
      ),
    ),
    controls(),
  );
  return element(
    'div',
    { class: 'reader-top sticky top-(--notice-height) z-20 bg-surface' },
    bar,
    element('div', { class: 'h-0.5 bg-line' }),
  );
}

/** Number, title and note, as features/chapters/reader/chapter-head.tsx shows them. */
function drawHead({ opening: { story }, summary, chapter }: EarlyChapter): HTMLElement[] {
  const head = element(
    'header',
    { class: 'mb-10', lang: story.language, dir: 'auto' },
    element('p', { class: 'text-muted', lang: 'en', dir: 'ltr' }, `Chapter ${summary.chapterNumber}`),
    element(
      'h1',
      { class: 'mt-1 font-serif text-3xl leading-tight text-balance sm:text-4xl' },
      summary.title,
    ),
  );
  if (summary.authorNotes === '') return [head];
  const note = element(
    'aside',
    { class: 'mb-10 rounded-lg bg-sunken px-5 py-4' },
    element('h2', { class: 'text-sm font-semibold text-muted' }, "Author's Note"),
    element(
      'p',
      { class: 'mt-1 whitespace-pre-line', lang: story.language, dir: 'auto' },
      chapter.authorNotes,
    ),
  );
  return [head, note];
}

/**
 * A chapter up to a screen below the place where it opens, laid out as screens/reading/reader.tsx does: nothing may move
 * when React replaces it (e2e/chapter-opening.spec.ts). `text` is the element of its text.
 */
export function drawChapter(early: EarlyChapter): { view: HTMLElement; text: HTMLElement } {
  const { chapter, saved, settings, opening } = early;
  const { last } = firstSlices(chapter, saved ?? { position: null, progress: 0 });
  const text = drawText(chapter, opening.story.language, (last + 1) * sliceLines);
  const { style, ...attributes } = readingAttributes(settings);
  const view = element(
    earlyElement,
    { ...attributes, 'data-justify': settings.justify ? 'true' : undefined, class: 'reading-screen block' },
    drawHeader(early),
    element(
      'main',
      // Below the text is as much as the app shows there, at least, so that its end can be scrolled up.
      { class: 'mx-auto max-w-(--measure) px-4 pt-8 pb-[100dvh] sm:px-6' },
      element('div', { class: 'pages' }, ...drawHead(early), element('div', { class: 'relative' }, text)),
    ),
  );
  for (const [name, value] of Object.entries(style)) view.style.setProperty(name, String(value));
  return { view, text };
}
