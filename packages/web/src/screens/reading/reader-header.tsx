import { placeInStory } from '@inkling/contract/chapter-title';
import { isRightToLeft } from '@inkling/contract/language';
import type { Story } from '@inkling/contract/stories';
import { ArrowLeft, ChevronDown, ChevronLeft, ChevronRight, Search, Settings2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { MarkCompleted } from '../../features/chapters/reader/mark-completed.tsx';
import { ProgressLine } from '../../features/chapters/reader/progress-line.tsx';
import { goesLeft } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { useReaderControls } from '../../features/chapters/reader/use-reader-controls.ts';
import { BookmarkIcon } from '../../features/stories/bookmark-button.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { ConnectionSign } from './connection-notice.tsx';
import { wayOut } from './way-out.ts';

const SettingsPanel = lazyComponent(
  async () => (await import('../../features/reading-comfort/settings-panel.tsx')).SettingsPanel,
);

interface Props {
  story: Story;
  text: RefObject<HTMLElement | null>;
  number: number;
  title: string;
  /** The title of the chapter's volume, if it is in one. */
  volume: string | undefined;
  total: number;
  /** How many chapters the reader has never opened. */
  unopened: number;
  /** Whether the chapter is for readers with a plan, and not for this one. */
  isLocked: boolean;
  onChapters: () => void;
  onSearch: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  settingsOpen: boolean;
  onSettings: () => void;
  /** The place of the bar that leads through the results of a search, which stays in view. */
  searchBar: (place: HTMLElement | null) => void;
  /** Receives the element for the way back after a jump. */
  wayBack: (place: HTMLElement | null) => void;
  isSearching: boolean;
}

/** Title, chapter and controls; hides while the reader scrolls down. */
export function ReaderHeader(props: Props) {
  const {
    story,
    text,
    number,
    title,
    volume,
    total,
    unopened,
    isLocked,
    onPrevious,
    onNext,
    settingsOpen,
    onSettings,
  } = props;
  const reading = useReadingSettings();
  const { controls, layout } = reading;
  const shown = useReaderControls(
    settingsOpen || props.isSearching || controls === 'always',
    controls === 'focus',
    layout === 'paged',
  );
  const settings = useRef<HTMLButtonElement>(null);
  const isOnline = useConnection() === 'online';
  return (
    <div
      dir={isRightToLeft(story.language) ? 'rtl' : undefined}
      data-shown={shown}
      className={`reader-top sticky top-(--notice-height) z-20 bg-surface transition-transform duration-(--motion-long) has-focus-visible:translate-y-0 ${shown ? '' : '-translate-y-[calc(100%-2px)]'}`}
    >
      <SkipLink />
      <header className="reader-bar flex flex-wrap items-center px-1 py-1 sm:gap-x-2 sm:px-3">
        <Link
          to={wayOut.path}
          aria-label={wayOut.label}
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Link>
        {/* With large text, the buttons wrap below it. */}
        <div className="min-w-26 flex-1 max-[18rem]:basis-[calc(100%-4rem)]">
          <div className="flex gap-4 leading-6">
            <Link to={paths.story(story._id)} className="story-link min-w-0 font-serif hover:underline">
              <bdi className="block truncate" lang={story.language}>
                {titleOf(story)}
              </bdi>
            </Link>
            <div ref={props.wayBack} className="contents" />
          </div>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={props.onChapters}
            className="relative inline-flex max-w-full items-center gap-1 py-0.5 text-sm text-muted tabular-nums after:absolute after:inset-x-0 after:-inset-y-2 hover:text-text"
          >
            {/* On narrow screens on two lines: on one, most of the title would be cut off. */}
            <span
              className={`flex min-w-0 ${volume === undefined ? '' : 'max-sm:flex-col max-sm:items-start'}`}
            >
              {volume !== undefined && (
                <bdi className="max-w-full min-w-0 truncate" lang={story.language}>
                  {volume}
                </bdi>
              )}
              <span className="shrink-0 whitespace-pre max-sm:max-w-full max-sm:truncate">
                {volume !== undefined && <span className="max-sm:hidden"> · </span>}
                {placeInStory({ title, chapterNumber: number }, total)}
              </span>
            </span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
          </button>
        </div>
        {!isLocked && (
          <MarkCompleted
            storyId={story._id}
            unopened={unopened}
            total={total}
            leadsTo={wayOut.path}
            variant="ghost"
            className="completes max-md:hidden"
          />
        )}
        <div className="flex flex-wrap items-center max-[18rem]:w-full max-[18rem]:justify-between">
          <ConnectionSign />
          <IconButton icon={Search} label="Search in this story" onClick={props.onSearch} />
          {/* It needs a connection, and its place is the sign's on phones. */}
          <span className={`save-story ${isOnline ? 'contents' : 'contents max-sm:hidden'}`}>
            <BookmarkIcon story={story} />
          </span>
          {/* On phones the list of chapters has them, so that titles have room. */}
          <span className="contents max-[30rem]:hidden">
            <IconButton
              icon={ChevronLeft}
              iconClass="rtl:rotate-180"
              label="Previous chapter"
              disabled={!onPrevious}
              onClick={onPrevious}
            />
            <span dir="ltr" className="min-w-12 text-center text-sm text-muted tabular-nums max-sm:hidden">
              {number} / {total}
            </span>
            <IconButton
              icon={ChevronRight}
              iconClass="rtl:rotate-180"
              label="Next chapter"
              disabled={!onNext}
              onClick={onNext}
            />
          </span>
          <IconButton
            icon={Settings2}
            ref={settings}
            label="Reading settings"
            aria-expanded={settingsOpen}
            onClick={onSettings}
          />
        </div>
      </header>
      {settingsOpen && <SettingsPanel opener={settings} />}
      <div ref={props.searchBar} />
      <ProgressLine text={text} turnsLeft={goesLeft(story.language, reading)} />
    </div>
  );
}
