import type { Volume } from '@inkling/contract/volumes';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChapterFold, type ChapterFoldProps } from './chapter-fold.tsx';
import { type Fold, foldsOf, isInFold } from './folds.ts';
import { NumberForm } from './number-form.tsx';

/** From this many chapters on, a list can be reversed and has a field for a number. */
const longListLength = 20;

interface Props<Response> extends ChapterFoldProps<Response> {
  total: number;
  volumes: readonly Volume[];
  /** Opens the chapter with a number; without it, the list shows that chapter. */
  onGo?: (number: number) => void;
  /** Moves the focus to the reader's chapter if that has to be fetched first. */
  focusHere?: boolean;
}

/** A story's chapters, folded by volume. At first, the volume with the reader's place is open, else the first. */
export function ChapterList<Response>({ total, volumes, onGo, focusHere, ...list }: Props<Response>) {
  const { here } = list;
  const [newestFirst, setNewestFirst] = useState(false);
  /** The folds that the reader has opened or closed, by their first number. */
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const sought = useRef<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useEffect(() => {
    const listed = box.current?.querySelector(`[data-number="${here}"]`);
    if (focusHere && here != null && !listed) sought.current = here;
  }, []);
  const folds = foldsOf(total, newestFirst, volumes);
  // The server does not know the reader's chapter, so its first fold is open. It stays so if the reader may see it already:
  // closing it would move the page.
  const [keepsFirst, setKeepsFirst] = useState(here === undefined);
  useLayoutEffect(() => {
    if (here === undefined || box.current === null) return;
    if (box.current.getBoundingClientRect().top >= innerHeight) setKeepsFirst(false);
  }, [here]);
  const initial = folds.find((fold) => isInFold(fold, here)) ?? folds[0];
  const isOpen = (fold: Fold): boolean =>
    toggled.get(fold.first) ?? (fold === initial || (keepsFirst && fold === folds[0]));
  const toggle = ({ first }: Fold, open: boolean) => setToggled((before) => new Map(before).set(first, open));

  const show = (number: number) => {
    sought.current = number;
    const fold = folds.find((each) => isInFold(each, number));
    if (fold) toggle(fold, true);
  };
  const reverse = () => {
    setNewestFirst(!newestFirst);
    const top = foldsOf(total, !newestFirst, volumes)[0];
    if (top) toggle(top, true);
  };
  return (
    <>
      {total >= longListLength && (
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 noscript:hidden">
          <Button aria-pressed={newestFirst} onClick={reverse} className="aria-pressed:bg-sunken">
            Newest first
          </Button>
          {here != null && <Button onClick={() => show(here)}>Show my place</Button>}
          {onGo === undefined ? (
            <NumberForm
              key={String(newestFirst)}
              label="Jump to chapter"
              action="Jump"
              total={total}
              onSubmit={show}
            />
          ) : (
            <NumberForm
              key={String(newestFirst)}
              label="Go to chapter"
              action="Go"
              total={total}
              onSubmit={onGo}
            />
          )}
        </div>
      )}
      <div ref={box} className="mt-3">
        {folds.map((fold) => (
          <ChapterFold
            key={fold.first}
            {...list}
            fold={fold}
            newestFirst={newestFirst}
            open={isOpen(fold)}
            onToggle={(open) => {
              if (open !== isOpen(fold)) toggle(fold, open);
            }}
            only={folds.length === 1 && fold.volume === null}
            sought={sought}
          />
        ))}
      </div>
    </>
  );
}
