import type { Opening } from '@inkling/contract/library';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useFindChapter } from '../chapters.api.ts';
import { isFullyRead, progressByChapter } from './chapter-progress.ts';
import { GoToChapter, longListLength } from './go-to-chapter.tsx';
import { useChapterRange } from './use-chapter-range.ts';

interface Props {
  opening: Opening;
  current: string;
  onGo: (chapterId: string) => void;
  onOpenChange: (open: boolean) => void;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * The chapters of the open story, with the focus on the current one; arrow keys move through them. A long story's
 * chapters load on request.
 */
export function ChaptersDialog({ opening, current, onGo, onOpenChange }: Props) {
  const { story, total } = opening;
  const find = useFindChapter();
  const here = useRef<HTMLAnchorElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { chapters, places, earlier, later, busy } = useChapterRange(opening, list);
  const progress = progressByChapter(places);
  const onListKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const links = [...event.currentTarget.querySelectorAll('a')];
    const to = steps[event.key]?.(
      links.findIndex((link) => link.matches(':focus')),
      links.length - 1,
    );
    if (to === undefined) return;
    event.preventDefault();
    links[to]?.focus();
  };
  const open = (id: string | undefined) => {
    if (id === undefined) return;
    onOpenChange(false);
    onGo(id);
  };
  const openNumber = async (number: number) => {
    const known = chapters.find(({ chapterNumber }) => chapterNumber === number);
    if (known !== undefined) return open(known._id);
    open((await find(story._id, number))?._id);
  };
  return (
    <Dialog open onOpenChange={onOpenChange} title="Chapters" initialFocus={here}>
      {total >= longListLength && (
        <div className="mb-3">
          <GoToChapter total={total} onGo={(number) => void openNumber(number)} />
        </div>
      )}
      <p className="sr-only" role="status">
        {chapters.length < total &&
          `Showing chapters ${chapters[0]?.chapterNumber} to ${chapters.at(-1)?.chapterNumber} of ${total}.`}
      </p>
      {earlier && (
        <Button className="mb-2" busy={busy} onClick={earlier}>
          Show earlier chapters
        </Button>
      )}
      <ol ref={list} onKeyDown={onListKeyDown} className="-mx-2">
        {chapters.map(({ _id, title, chapterNumber }) => (
          <li key={_id}>
            <Link
              ref={_id === current ? here : undefined}
              to={paths.reading(story._id, _id)}
              aria-current={_id === current ? 'true' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(_id);
              }}
              className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold"
            >
              <span className="min-w-8 shrink-0 text-end text-sm text-muted tabular-nums">
                {chapterNumber}
              </span>
              <bdi lang={story.language} className="min-w-0 flex-1 font-serif wrap-anywhere">
                {title}
              </bdi>
              {isFullyRead(progress.get(_id)) && (
                <>
                  <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
                  <span className="sr-only">read</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ol>
      {later && (
        <Button className="mt-2" busy={busy} onClick={later}>
          Show more chapters
        </Button>
      )}
    </Dialog>
  );
}
