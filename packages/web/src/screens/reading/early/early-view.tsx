import { placeInStory } from '@inkling/contract/chapter-title';
import type { Chapter, ChapterSummary } from '@inkling/contract/chapters';
import { isRightToLeft } from '@inkling/contract/language';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import type { ReadingSettings } from '@inkling/contract/reading-settings';
import { AuthorsNote, ChapterTitle } from '../../../features/chapters/reader/chapter-head.tsx';
import { ChapterText } from '../../../features/chapters/reader/chapter-text.tsx';
import { firstSlices } from '../../../features/chapters/reader/first-slices.ts';
import { isSetVertically, readingAttributes } from '../../../features/chapters/reader/reading-attributes.ts';
import { titleOf } from '../../../features/covers/cover-text.ts';
import { paths } from '../../../lib/paths.ts';
import { wayOut } from '../way-out.ts';
import { toHtml } from './static-jsx.ts';

export interface EarlyChapter {
  opening: Opening;
  summary: ChapterSummary;
  chapter: Chapter;
  /** The reader's progress in it; null if they have never opened it. */
  saved: ChapterProgress | null;
  settings: ReadingSettings;
}

/** lucide's arrow-left. */
const arrow = { d: 'm12 19-7-7 7-7M19 12H5', fill: 'none', stroke: 'currentColor', 'stroke-width': 2 };

/** Title and number of the chapter, as reader-header.tsx shows them, with room for its buttons. */
function Header({ opening: { story, volumes, total }, summary, settings }: EarlyChapter) {
  const hides = settings.layout === 'paged' && settings.controls !== 'always';
  const volume = volumes.find(({ _id }) => _id === summary.volume)?.title;
  return (
    <div
      dir={isRightToLeft(story.language) ? 'rtl' : undefined}
      className={`reader-top sticky top-(--notice-height) z-20 bg-surface ${hides ? '-translate-y-[calc(100%-2px)]' : ''}`}
    >
      <header className="reader-bar flex flex-wrap items-center px-1 py-1 sm:gap-x-2 sm:px-3">
        <a href={wayOut.path} className="grid size-11 shrink-0 place-items-center rounded-md text-muted">
          <span className="sr-only">{wayOut.label}</span>
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 rtl:rotate-180">
            <path stroke-linecap="round" stroke-linejoin="round" {...arrow} />
          </svg>
        </a>
        <div className="min-w-26 flex-1 max-[18rem]:basis-[calc(100%-4rem)]">
          <p className="flex font-serif leading-6">
            <a href={paths.story(story._id)} className="max-w-full hover:underline">
              <bdi className="block truncate" lang={story.language}>
                {titleOf(story)}
              </bdi>
            </a>
          </p>
          <p className="inline-flex max-w-full items-center gap-1 py-0.5 text-sm text-muted tabular-nums">
            <span
              className={`flex min-w-0 ${volume === undefined ? '' : 'max-sm:flex-col max-sm:items-start'}`}
            >
              {volume !== undefined && (
                <bdi className="max-w-full min-w-0 truncate" lang={story.language}>
                  {volume}
                </bdi>
              )}
              <span className="shrink-0 whitespace-pre">
                {volume !== undefined && <span className="max-sm:hidden"> · </span>}
                {placeInStory(summary, total)}
              </span>
            </span>
          </p>
        </div>
        <div className="h-11 w-33 min-[30rem]:w-55 sm:w-67 max-[18rem]:w-full" />
      </header>
      <div className="h-0.5 bg-line" />
    </div>
  );
}

function View(early: EarlyChapter) {
  const { chapter, summary, saved, opening, settings } = early;
  const isPaged = settings.layout === 'paged';
  const { language } = opening.story;
  const slices = firstSlices(chapter, saved ?? { position: null, progress: 0 });
  return (
    <>
      <Header {...early} />
      {/* Below the text is as much as the app shows there, at least, so that its end can be scrolled up. */}
      <main className={`mx-auto max-w-(--measure) pt-8 ${isPaged ? '' : 'pb-[100dvh]'}`}>
        <div
          className="pages"
          data-paged={isPaged ? '' : undefined}
          data-rtl={isRightToLeft(language) || undefined}
          data-vertical={(isPaged && settings.vertical && isSetVertically(language)) || undefined}
        >
          <ChapterTitle number={summary.chapterNumber} title={summary.title} language={language} />
          {chapter.authorNotes !== '' && <AuthorsNote text={chapter.authorNotes} language={language} />}
          <div className="relative">
            <ChapterText
              chapter={chapter}
              language={language}
              slices={{ ...slices, missing: undefined }}
              ref={null}
            />
          </div>
        </div>
      </main>
    </>
  );
}

/**
 * A chapter up to a screen below the place where it opens, laid out as screens/reading/reader.tsx does: nothing may move
 * when React replaces it (e2e/chapter-opening.spec.ts). React leaves elements of unknown names in the body alone.
 */
export function earlyView(early: EarlyChapter): HTMLElement {
  const { style, ...attributes } = readingAttributes(early.settings);
  const view = document.createElement('early-chapter');
  view.className = 'reading-screen block';
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) view.setAttribute(name, String(value));
  for (const [name, value] of Object.entries(style)) view.style.setProperty(name, String(value));
  view.innerHTML = toHtml(<View {...early} />);
  return view;
}
