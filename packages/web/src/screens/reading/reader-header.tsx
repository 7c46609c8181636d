import type { Story } from '@inkling/contract/stories';
import { ArrowLeft, Check, ChevronLeft, ChevronRight, Settings2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { useMarkCompleted } from '../../features/reading/completion.ts';
import { ProgressLine } from '../../features/reading/progress-line.tsx';
import { SettingsBar } from '../../features/reading/settings-bar.tsx';
import { useControls } from '../../features/reading/use-controls.ts';
import { BookmarkIcon } from '../../features/stories/bookmark-button.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

interface Props {
  story: Story;
  text: RefObject<HTMLElement | null>;
  number: number;
  total: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  settingsOpen: boolean;
  onSettings: () => void;
}

/** Where one is, and what can be done here; it steps back while one reads. */
export function ReaderHeader(props: Props) {
  const { story, text, number, total, onPrevious, onNext, settingsOpen, onSettings } = props;
  const shown = useControls(settingsOpen);
  const settings = useRef<HTMLButtonElement>(null);
  const completion = useMarkCompleted(story._id);
  return (
    <div
      className={`sticky top-0 z-20 bg-surface transition-transform duration-(--motion-long) focus-within:translate-y-0 ${shown ? '' : '-translate-y-[calc(100%-2px)]'}`}
    >
      <SkipLink />
      <header className="mx-auto flex max-w-5xl flex-wrap items-center gap-x-2 px-2 py-1 sm:px-4">
        <Link
          to={paths.discover}
          aria-label="Back to Discover"
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Link>
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-4rem)]">
          <p className="truncate font-serif" dir="auto" lang={story.language}>
            <Link to={paths.story(story._id)} className="hover:underline">
              {titleOf(story)}
            </Link>
          </p>
          <p className="text-sm text-muted tabular-nums">
            Chapter {number} of {total}
          </p>
        </div>
        <div className="flex items-center max-sm:w-full max-sm:justify-between sm:ms-auto">
          <Button
            variant="ghost"
            busy={completion.isPending}
            onClick={() => completion.mutate()}
            className="max-md:size-11 max-md:px-0"
          >
            <Check aria-hidden="true" className="size-5" />
            <span className="max-md:sr-only">Mark as Completed</span>
          </Button>
          <BookmarkIcon story={story} />
          <IconButton label="Previous chapter" disabled={!onPrevious} onClick={onPrevious}>
            <ChevronLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
          </IconButton>
          <span className="min-w-12 text-center text-sm text-muted tabular-nums">
            {number} / {total}
          </span>
          <IconButton label="Next chapter" disabled={!onNext} onClick={onNext}>
            <ChevronRight aria-hidden="true" className="size-5 rtl:rotate-180" />
          </IconButton>
          <IconButton
            ref={settings}
            label="Reading settings"
            aria-expanded={settingsOpen}
            onClick={onSettings}
          >
            <Settings2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </header>
      {settingsOpen && <SettingsBar opener={settings} />}
      <ProgressLine text={text} />
    </div>
  );
}
