import type { ListedChapter } from '@inkling/contract/chapters';
import { isRightToLeft } from '@inkling/contract/language';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { type Passage, readPassage } from '@inkling/contract/passage-link';
import type { Story } from '@inkling/contract/stories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType, useParams } from 'react-router';
import { chapterQuery, prefetchChapter } from '../../features/chapters/chapters.api.ts';
import { AuthorsNote, ChapterTitle } from '../../features/chapters/reader/chapter-head.tsx';
import { ChapterText } from '../../features/chapters/reader/chapter-text.tsx';
import { unopenedChapters } from '../../features/chapters/reader/completion.ts';
import { isReturn, useJump } from '../../features/chapters/reader/jumps.ts';
import { goesLeft, isSetVertically } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { usePendingSelectionKey } from '../../features/chapters/reader/selection-keys.ts';
import { useUnconfirmedPlace } from '../../features/chapters/reader/unconfirmed-place.ts';
import { useReadingKeys } from '../../features/chapters/reader/use-reading-keys.ts';
import { useReadingPosition } from '../../features/chapters/reader/use-reading-position.ts';
import { useTextSlices } from '../../features/chapters/reader/use-text-slices.ts';
import { SuspendedNotice } from '../../features/measures/suspended-notice.tsx';
import { Pages } from '../../features/reading-comfort/pages.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { usePageView } from '../../features/stories/use-page-view.ts';
import { ApiError } from '../../lib/api.ts';
import { replayEarlyKeys } from '../../lib/early-keys.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { OnceOnline } from '../../lib/use-connection.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import type { WrittenPlace } from '../../lib/written-place.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ChapterComments } from './chapter-comments.tsx';
import { ReaderFooter } from './reader-footer.tsx';
import { ReaderHeader } from './reader-header.tsx';
import { useJumps } from './use-jumps.ts';

// Loaded on demand: only these need the dialog library on this screen.
const KeysDialog = lazyComponent(
  async () => (await import('../../features/chapters/reader/keys-dialog.tsx')).KeysDialog,
);

const ChaptersDialog = lazyComponent(
  async () => (await import('./chapters-and-people.tsx')).ChaptersAndPeople,
);

// Loaded once the text is shown.
const ReaderExtras = lazyComponent(async () => (await import('./reader-extras.tsx')).ReaderExtras);
const BackToPlace = lazyComponent(
  async () => (await import('../../features/chapters/reader/back-to-place.tsx')).BackToPlace,
);
const AnnotationLayer = lazyComponent(
  async () => (await import('../../features/annotations/annotation-layer.tsx')).AnnotationLayer,
);
const YourAnnotations = lazyComponent(
  async () => (await import('../../features/annotations/your-annotations.tsx')).YourAnnotations,
);
const OpenPassage = lazyComponent(
  async () => (await import('../../features/sharing/open-passage.tsx')).OpenPassage,
);
const StorySearch = lazyComponent(
  async () => (await import('../../features/search/story-search.tsx')).StorySearch,
);
const FoundInText = lazyComponent(
  async () => (await import('../../features/search/found-in-text.tsx')).FoundInText,
);
const ParagraphComments = lazyComponent(
  async () => (await import('../../features/comments/paragraph-comments.tsx')).ParagraphComments,
);

const MissedChapters = lazyComponent(
  async () => (await import('../../features/library/missed-chapters.tsx')).MissedChapters,
);

const ExclusiveChapter = lazyComponent(
  async () => (await import('./exclusive-chapter.tsx')).ExclusiveChapter,
);

const needsPlan = (error: unknown): boolean => error instanceof ApiError && error.code === 'PLAN_REQUIRED';

/** The percentage of a chapter on its last page, however many it has. */
const endShare = 99.9;

const unreadIn = (chapter: string): ChapterProgress => ({
  chapter,
  progress: 0,
  position: null,
  updatedAt: null,
});

interface Props {
  opening: Opening;
  /** Whether it is what the device keeps. */
  isKept: boolean;
  chapter: ListedChapter;
  /** Called when this chapter is shown. */
  onShown: () => void;
}

/** A chapter's text with navigation through its story. */
export function Reader({ opening, isKept, chapter, onShown }: Props) {
  const { story, chapters, volumes, total, places } = opening;
  const unconfirmed = useUnconfirmedPlace(opening, isKept);
  const [placesBefore] = useState(places);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const [chaptersOpen, setChaptersOpen] = useState(false);
  const [searchOpen, setSearchOpen] = useState(false);
  const [searched, setSearched] = useState('');
  const { search } = useLocation();
  const passage = useMemo(() => readPassage(new URLSearchParams(search)), [search]);
  // A link to an annotation leads to it at once.
  const [toAnnotation] = useState(() => new URLSearchParams(search).has('annotation'));
  const text = useRef<HTMLDivElement>(null);
  const beginsWithJump = toAnnotation || passage !== null;
  // 'Read again'; once it is open, a reload keeps its place.
  const [isPushed, { chapterId }] = [useNavigationType() === 'PUSH', useParams()];
  const isReadAgain = opening.isCompleted && isPushed && chapterId === undefined;
  const { go, readOn, leave, jumpTo, jumpToFound, found, endSearch } = useJumps({
    opening,
    chapter,
    text,
    beginsWithJump,
    isReadAgain,
  });
  const [searchBar, setSearchBar] = useState<HTMLElement | null>(null);
  const [wayBack, setWayBack] = useState<HTMLElement | null>(null);
  const pages = useRef<HTMLDivElement>(null);
  const settings = useReadingSettings();
  const { keys: keysOn, layout, vertical } = settings;
  const isPaged = layout === 'paged';
  const isVertical = isPaged && vertical && isSetVertically(story.language);
  // A text that is shown already stays until its pages know its place. One that opens in pages waits for them, within a frame.
  const [opensInPages] = useState(isPaged);
  const [pagesReady, setPagesReady] = useState(false);
  const main = useRef<HTMLElement>(null);
  const index = chapters.indexOf(chapter);
  const volume = volumes.find(({ _id }) => _id === chapter.volume)?.title;
  /** The chapter that was opened from the first page of the next one, and therefore at its end. */
  const [openedAtEnd, setOpenedAtEnd] = useState<string | null>(null);
  const atEnd = openedAtEnd === chapter._id ? { ...unreadIn(chapter._id), progress: endShare } : undefined;
  const place = places.find((progress) => progress.chapter === chapter._id);
  const { isPending, data: whole, error } = useQuery(chapterQuery(chapter._id));
  const isLocked = whole === undefined && needsPlan(error);
  usePageView(story._id, chapter._id, whole !== undefined);
  const previous = chapters[index - 1];
  const next = chapters[index + 1];
  const unopened = unopenedChapters(opening, chapter._id);
  const rightToLeft = isRightToLeft(story.language);
  const turnsLeft = goesLeft(story.language, settings);

  const showPages = useCallback(() => setPagesReady(true), []);
  // Footer navigation moves the focus to the top of the new chapter.
  const goFromFooter = (to: ListedChapter) => {
    main.current?.focus({ preventScroll: true });
    readOn(to);
  };
  const keys = useMemo(
    () => ({
      previous: () => readOn(previous),
      next: () => readOn(next),
      help: () => setKeysOpen(true),
      close: () => setSettingsOpen(false),
      search: () => setSearchOpen(true),
      other: actOnKey,
    }),
    [readOn, previous, next],
  );
  useReadingKeys(keys, turnsLeft, !keysOpen && !chaptersOpen && !searchOpen, keysOn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per chapter, not per render
  useEffect(onShown, [chapter._id]);
  useEffect(() => () => setOpenedAtEnd((of) => (of === chapter._id ? null : of)), [chapter._id]);
  const isNextLocked = next?.isExclusive === true && !opening.readsExclusive;
  usePrefetch(isNextLocked ? undefined : next?._id);
  const isOpened = useOpened(true);
  usePendingSelectionKey();
  // After the effects above, which listen to keys.
  useEffect(replayEarlyKeys, []);
  const opened = isOpened || toAnnotation;

  return (
    <>
      <title>{`${chapter.title} - ${titleOf(story)}`}</title>
      <ReaderHeader
        story={story}
        isLocked={isLocked}
        text={text}
        number={chapter.chapterNumber}
        title={chapter.title}
        volume={volume}
        total={total}
        unopened={unopened}
        onChapters={() => setChaptersOpen(true)}
        onSearch={() => setSearchOpen(true)}
        onPrevious={previous && (() => readOn(previous))}
        onNext={next && (() => readOn(next))}
        settingsOpen={settingsOpen}
        onSettings={() => setSettingsOpen(!settingsOpen)}
        searchBar={setSearchBar}
        wayBack={setWayBack}
        isSearching={found !== null}
      />
      <main ref={main} id="main" tabIndex={-1} className="mx-auto max-w-(--measure) pt-8 pb-16 outline-none">
        <div
          ref={pages}
          className="pages"
          data-paged={isPaged && (opensInPages || pagesReady) ? '' : undefined}
          data-rtl={rightToLeft || undefined}
          data-vertical={isVertical || undefined}
        >
          <ChapterTitle number={chapter.chapterNumber} title={chapter.title} language={story.language} />
          {(chapter.authorNotes !== '' || chapter.isExclusive) && (
            <WholeNote chapter={chapter} language={story.language} />
          )}
          <Text
            key={chapter._id}
            chapterId={chapter._id}
            story={story}
            reader={opening.reader._id}
            opened={opened}
            waits={isPaged && opensInPages && !pagesReady}
            saved={atEnd ?? place}
            looksBack={atEnd !== undefined && (place?.progress ?? 0) < 100}
            isReadAgain={isReadAgain}
            isPlace={opening.lastChapterRead === chapter._id}
            passage={passage}
            search={
              found && {
                found,
                place: searchBar,
                onChapter: (to, atEnd) => jumpToFound(to._id, { ...found, excerpt: undefined, atEnd }),
                onClose: endSearch,
              }
            }
            text={text}
          />
        </div>
        {/* Below a text that opens at a saved place, what was there before it would shift. */}
        {!isPending && (
          <>
            <SuspendedNotice short />
            {opening.firstUnreadBefore && opening.firstUnreadBefore._id !== chapter._id && (
              <MissedChapters {...opening} />
            )}
            <ReaderFooter
              story={story}
              chapterId={chapter._id}
              number={chapter.chapterNumber}
              unopened={unopened}
              total={total}
              opened={opened}
              isLocked={isLocked}
              next={next}
              isNextLocked={isNextLocked}
              turnsLeft={turnsLeft}
              onPrevious={previous && (() => goFromFooter(previous))}
              onNext={next && (() => goFromFooter(next))}
            />
            {/* Without a query of its own, whose mount would request a chapter again that has just failed. */}
            {opened && whole && (
              <YourAnnotations
                key={`${chapter._id} below`}
                chapter={whole.data}
                language={story.language}
                text={text}
                onJump={() => leave(chapter._id)}
              />
            )}
            {!isLocked && (
              <OnceOnline key={`${chapter._id} comments`}>
                <ChapterComments story={story} chapterId={chapter._id} opened={opened} />
              </OnceOnline>
            )}
          </>
        )}
      </main>
      {isPaged && (
        <Pages
          box={pages}
          text={text}
          turnsLeft={turnsLeft}
          onPrevious={
            previous &&
            (() => {
              setOpenedAtEnd(previous._id);
              readOn(previous);
            })
          }
          onNext={next && keys.next}
          onReady={showPages}
        />
      )}
      {!isLocked && whole && (
        <WayBack chapterId={chapter._id} text={text} place={wayBack} onGo={(id) => go({ _id: id })} />
      )}
      {opened && !isLocked && (
        <ReaderExtras
          opening={opening}
          unconfirmed={unconfirmed}
          chapter={chapter}
          text={text}
          placesBefore={placesBefore}
          onNext={next && (() => readOn(next))}
          onGo={(id) => go({ _id: id })}
        />
      )}
      {chaptersOpen && (
        <ChaptersDialog
          opening={opening}
          current={chapter._id}
          onGo={jumpTo}
          onSearch={() => {
            setChaptersOpen(false);
            setSearchOpen(true);
          }}
          onPrevious={previous && keys.previous}
          onNext={next && keys.next}
          onOpenChange={setChaptersOpen}
          onLoadFailed={() => setChaptersOpen(false)}
        />
      )}
      {searchOpen && (
        <StorySearch
          story={story}
          searched={searched}
          onSearch={setSearched}
          onGo={(to, excerpt, all) => {
            setSearchOpen(false);
            jumpToFound(to._id, { q: searched, chapters: all, excerpt });
          }}
          onOpenChange={setSearchOpen}
          onLoadFailed={() => setSearchOpen(false)}
        />
      )}
      {keysOpen && <KeysDialog open onOpenChange={setKeysOpen} onLoadFailed={() => setKeysOpen(false)} />}
    </>
  );
}

/** It does not wait for the page to be opened: who came from elsewhere may want to go back at once. */
const WayBack = (props: Parameters<typeof BackToPlace>[0]) =>
  useJump() !== null && <BackToPlace {...props} />;

/** The chapter list contains the start of the note, if the chapter is not exclusive; the chapter contains all of it. */
function WholeNote({ chapter, language }: { chapter: ListedChapter; language: string }) {
  const { data } = useQuery(chapterQuery(chapter._id));
  const text = data?.data.authorNotes ?? chapter.authorNotes;
  return text !== '' && <AuthorsNote text={text} language={language} />;
}

interface TextProps {
  chapterId: string;
  story: Story;
  /** The reader's id. */
  reader: string;
  /** Whether the chapter has been opened: what is in the text's margin waits for it. */
  opened: boolean;
  /** Whether the text must not be shown yet. */
  waits: boolean;
  /** The reader's saved position in it, if any. */
  saved: ChapterProgress | undefined;
  /** Whether it opens at its end and was not read. */
  looksBack: boolean;
  /** Whether a finished story is opened to be read again. */
  isReadAgain: boolean;
  /** Whether it is the chapter read last. */
  isPlace: boolean;
  /** The passage that the address names, where the chapter opens instead. */
  passage: Passage | null;
  /** The search whose results are marked. */
  search: Omit<Parameters<typeof FoundInText>[0], 'chapter' | 'text'> | null;
  text: React.RefObject<HTMLDivElement | null>;
}

function Text({ chapterId, waits, saved, isPlace, passage, ...props }: TextProps) {
  // A finished chapter begins at its start, except where the reader is, or to which they go back.
  const [beginsAgain] = useState(
    () => props.isReadAgain || (saved?.progress === 100 && !isPlace && !isReturn(chapterId)),
  );
  const [looksBack] = useState(props.looksBack);
  const chapter = useQuery(chapterQuery(chapterId));
  // The script of a written page has already laid out the text in pages.
  const isTakenOver = !useIsHydrated();
  // A chapter that is already shown stays when a refetch fails.
  if (chapter.data === undefined || (waits && !isTakenOver)) {
    // Fills the window, so that the footer does not show before the text.
    const pending = (
      <div className="text-pending min-h-dvh">
        <TextSkeleton lines={14} />
      </div>
    );
    if (needsPlan(chapter.error)) return <ExclusiveChapter />;
    if (chapter.data !== undefined) return pending;
    return <QueryState query={chapter} fallback="Failed to fetch chapter" pending={pending} />;
  }
  const unread = unreadIn(chapterId);
  const shared = passage && {
    ...unread,
    position: { paragraph: passage.paragraph, offset: passage.from, version: passage.version },
  };
  return (
    <PositionedText
      {...props}
      chapter={chapter.data.data}
      waits={waits}
      saved={shared ?? (beginsAgain ? unread : (saved ?? unread))}
      looksBack={looksBack}
      passage={passage}
    />
  );
}

type PositionedTextProps = Omit<TextProps, 'chapterId' | 'saved' | 'isReadAgain' | 'isPlace'> &
  Pick<Parameters<typeof useReadingPosition>[0], 'chapter' | 'saved'>;

function PositionedText(props: PositionedTextProps) {
  const { chapter, story, reader, opened, waits, saved, looksBack, passage, search, text } = props;
  const slices = useTextSlices(chapter, saved);
  const whole = slices.missing === undefined;
  useReadingPosition({ chapter, saved, text, looksBack, waits });
  const { theme } = useReadingSettings();
  const isLinked = passage !== null;
  const place: WrittenPlace = { ...saved, isLinked, reader, theme };
  const isHydrated = useIsHydrated();
  return (
    <>
      {/* Around the text, so that what is in its margin is no part of it. */}
      <div className="relative">
        <ChapterText
          ref={text}
          chapter={chapter}
          language={story.language}
          slices={slices}
          place={isHydrated ? undefined : JSON.stringify(place)}
        />
        {opened && whole && <ParagraphComments chapter={chapter} author={story.author} text={text} />}
      </div>
      {opened && whole && <AnnotationLayer chapter={chapter} story={story} text={text} />}
      {search && whole && <FoundInText chapter={chapter} text={text} {...search} />}
      {passage && whole && <OpenPassage chapter={chapter} passage={passage} text={text} />}
      {whole && chapter.endNotes && <AuthorsNote atEnd text={chapter.endNotes} language={story.language} />}
    </>
  );
}

/** The keys of settings. They do nothing while their script cannot be fetched. */
const actOnKey = (key: string): void =>
  void import('../../features/reading-comfort/key-actions.ts').then(({ act }) => act(key), Boolean);

/** Prefetches the next chapter. */
function usePrefetch(chapterId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (chapterId === undefined) return;
    const timer = setTimeout(() => void prefetchChapter(client, chapterId), 1500);
    return () => clearTimeout(timer);
  }, [chapterId, client]);
}
