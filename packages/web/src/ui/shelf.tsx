import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Children, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

interface Props {
  title: string;
  /** Shown before the title. */
  icon?: ReactNode;
  children: ReactNode;
  more?: ReactNode;
  /** The text for an empty shelf. */
  empty?: string;
  itemWidth?: 'cover' | 'wide';
}

const widths = { cover: 'w-36 sm:w-44', wide: 'w-72 sm:w-80' };

/** Whether a row shows its first and its last item whole. */
function useEnds(row: RefObject<HTMLUListElement | null>, count: number) {
  const [ends, setEnds] = useState({ first: true, last: false });
  useEffect(() => {
    const list = row.current;
    const [first, last] = [list?.firstElementChild, list?.lastElementChild];
    if (list == null || first == null || last == null || count === 0) return;
    const watch = (item: Element, end: 'first' | 'last') => {
      const observer = new IntersectionObserver(
        // Of several entries, the last is current. Fractions of pixels are no part of an item.
        (entries) => setEnds((now) => ({ ...now, [end]: (entries.at(-1)?.intersectionRatio ?? 0) > 0.95 })),
        { root: list, threshold: [0.95, 1] },
      );
      observer.observe(item);
      return observer;
    };
    const observers = [watch(first, 'first'), watch(last, 'last')];
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  }, [row, count]);
  return ends;
}

/**
 * A horizontally scrolling row with snap points. The arrow buttons scroll by nearly its width; they are for pointers, since
 * the keyboard goes from item to item, or past the row.
 */
export function Shelf({ title, icon, children, more, empty, itemWidth = 'cover' }: Props) {
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const items = Children.toArray(children);
  const ends = useEnds(row, items.length);
  const scroll = (direction: 1 | -1) => {
    const list = row.current;
    if (!list) return;
    const sign = getComputedStyle(list).direction === 'rtl' ? -direction : direction;
    list.scrollBy({ left: sign * list.clientWidth * 0.85, behavior: 'smooth' });
  };
  const arrowClass =
    'absolute top-1/3 z-10 hidden size-11 place-items-center rounded-full border border-line bg-raised shadow-lg opacity-0 transition-opacity group-hover/shelf:opacity-100 sm:grid';
  return (
    <section aria-labelledby={id} className="group/shelf">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className="flex min-w-0 items-baseline gap-2 font-serif text-2xl">
          {icon !== undefined && <span className="shrink-0 self-center text-accent">{icon}</span>}
          <bdi className="line-clamp-2 min-w-0 break-words">{title}</bdi>
        </h2>
        {more}
      </div>
      {items.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <div className="relative">
          {items.length > 1 && (
            <button
              type="button"
              className="sr-only focus:not-sr-only focus:absolute focus:start-0 focus:-top-1 focus:z-20 focus:rounded-md focus:bg-accent focus:px-4 focus:py-3 focus:font-semibold focus:text-on-accent"
              onClick={() => end.current?.focus()}
            >
              Skip {title}
            </button>
          )}
          {!ends.first && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Scroll ${title} back`}
              className={`${arrowClass} -start-4`}
              onClick={() => scroll(-1)}
            >
              <ChevronLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
            </button>
          )}
          <ul
            ref={row}
            // A little padding on each side, so that focus rings are not clipped.
            className="-mx-4 -mt-1 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto overscroll-x-contain px-4 pt-1 pb-3 [scrollbar-width:thin] sm:-mx-1 sm:scroll-px-1 sm:px-1"
          >
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items carry keys of their own
              <li key={index} className={`${widths[itemWidth]} shrink-0 snap-start`}>
                {item}
              </li>
            ))}
          </ul>
          {!ends.last && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Scroll ${title} forward`}
              className={`${arrowClass} -end-4`}
              onClick={() => scroll(1)}
            >
              <ChevronRight aria-hidden="true" className="size-5 rtl:rotate-180" />
            </button>
          )}
          <span ref={end} tabIndex={-1} className="sr-only">
            End of {title}
          </span>
        </div>
      )}
    </section>
  );
}
