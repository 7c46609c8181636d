import type { Opening } from '@inkling/contract/library';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GoToChapter, worthANumber } from './go-to-chapter.tsx';
import { isReadWhole, readShares } from './read-share.ts';

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

/** All chapters of the story that is open, at the one that is read; arrow keys go along them. */
export function ChaptersDialog({ opening: { story, chapters, places }, current, onGo, onOpenChange }: Props) {
  const here = useRef<HTMLAnchorElement>(null);
  const shares = readShares(places);
  const move = (event: KeyboardEvent<HTMLOListElement>) => {
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
  return (
    <Dialog open onOpenChange={onOpenChange} title="Chapters" initialFocus={here}>
      {chapters.length >= worthANumber && (
        <div className="mb-3">
          <GoToChapter total={chapters.length} onGo={(number) => open(chapters[number - 1]?._id)} />
        </div>
      )}
      <ol onKeyDown={move} className="-mx-2">
        {chapters.map(({ _id, title }, index) => (
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
              <span className="w-8 shrink-0 text-end text-sm text-muted tabular-nums">{index + 1}</span>
              <bdi lang={story.language} className="min-w-0 flex-1 font-serif wrap-anywhere">
                {title}
              </bdi>
              {isReadWhole(shares.get(_id)) && (
                <>
                  <Check aria-hidden="true" className="size-4 shrink-0 text-success" />
                  <span className="sr-only">read</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
