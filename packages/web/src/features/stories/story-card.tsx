import type { Story } from '@inkling/contract/stories';
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime, shortRelativeTime } from '../../lib/relative-time.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { Byline } from './byline.tsx';
import { CardMenuButton } from './card-menu/card-menu-button.tsx';
import { AudienceOnCover } from './labels/audience-badge.tsx';
import { CardLabels } from './labels/card-labels.tsx';
import { comingSoonAlert, formatCount, isComingSoon, statusName, titleOf } from './story-text.ts';

/** A story's rating, with how many readers gave it; nothing without one. */
export const RatingFigure = ({ stats: { averageRating, ratingsCount } }: Pick<Story, 'stats'>) =>
  averageRating !== null && (
    <span>
      <span className="sr-only">Rated </span>
      <span aria-hidden="true">★ </span>
      {averageRating.toFixed(1)}
      <span className="sr-only"> out of 5 by {formatCount(ratingsCount, 'reader')}</span>
      <span aria-hidden="true"> ({compactNumber(ratingsCount)})</span>
    </span>
  );

/**
 * A story's figures on a card: rating, chapters, words, status and last update, most important first. What does not fit
 * into two lines is not shown (`figures` in app.css); where there is room, they are in one.
 */
export function CardFigures({ story, wide = false }: { story: Story; wide?: boolean }) {
  return (
    <div className={`overflow-hidden text-muted tabular-nums ${wide ? 'text-sm' : 'h-10 text-xs/5'}`}>
      {!isComingSoon(story) && (
        <p className="figures">
          <RatingFigure stats={story.stats} />
          <span>{formatCount(story.chapterCount, 'chapter')}</span>
          <span>{formatCount(story.stats.totalWordCount, 'word')}</span>
          <span>{statusName(story.effectiveStatus)}</span>
          {story.lastUpdated !== null && (
            <span>
              <span className="sr-only">Updated </span>
              <RelativeTime iso={story.lastUpdated} format={shortRelativeTime} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

const showAfterMs = 2000;
const hideAfterMs = 300;

/**
 * Opens a card's preview after two seconds of hover or keyboard focus, never on touch. It stays open while the pointer is
 * over the card or the preview; Esc closes it.
 */
function useHoverPreview() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLElement | null>(null);

  const after = (delay: number, then: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(then), delay);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);

  const enter = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch') return;
    anchor.current ??= event.currentTarget;
    if (open) clearTimeout(timer.current);
    else after(showAfterMs, true);
  };
  const leave = () => after(open ? hideAfterMs : 0, false);
  return {
    open,
    anchor,
    area: {
      onPointerEnter: (event: PointerEvent<HTMLElement>) => {
        anchor.current = event.currentTarget;
        enter(event);
      },
      onPointerLeave: leave,
    },
    trigger: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.matches(':focus-visible')) return;
        anchor.current = event.currentTarget.closest('article');
        after(showAfterMs, true);
      },
      onBlur: leave,
    },
    card: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}

const StoryPreview = lazyComponent(async () => (await import('./story-preview.tsx')).StoryPreview);

interface Props {
  story: Story;
  /** False on pages that already name the author. */
  byline?: boolean;
  /** For cards in view when the page opens. */
  eager?: boolean;
}

/** A story on a shelf, with a preview on hover. */
export function StoryCard({ story, byline = true, eager }: Props) {
  const comingSoon = isComingSoon(story);
  const preview = useHoverPreview();
  const [menu, setMenu] = useState(false);
  const open = (event: MouseEvent) => {
    if (!comingSoon) return;
    event.preventDefault();
    showNotice(comingSoonAlert);
  };
  return (
    <article className="relative" {...preview.area}>
      <div className="relative">
        <div className={comingSoon ? 'opacity-60 saturate-50' : undefined}>
          {/* On phones half of the width, since their pixels are small and their networks slow. */}
          <StoryCover story={story} sizes="(min-width: 1024px) 176px, 20vw" eager={eager} />
        </div>
        <AudienceOnCover story={story} />
        {/* On the edge: generated covers have text everywhere but in the lowest tenth of their width. */}
        {comingSoon && (
          <span className="absolute start-2 -bottom-2 rounded bg-accent px-2 py-1 text-xs/none font-semibold text-on-accent">
            Coming Soon
          </span>
        )}
      </div>
      <h3 className="mt-2 line-clamp-2 font-serif leading-snug" dir="auto" lang={story.language}>
        <Link
          to={paths.story(story._id)}
          onClick={open}
          className="py-0.5 card-link hover:underline"
          {...preview.trigger}
        >
          {titleOf(story)}
        </Link>
      </h3>
      <div className="flex min-h-11 items-start">
        <div className="min-w-0 flex-1">
          {byline && <Byline story={story} />}
          <CardLabels story={story} />
        </div>
        <CardMenuButton story={story} open={menu} onOpenChange={setMenu} />
      </div>
      <CardFigures story={story} />
      {preview.open && !menu && <StoryPreview story={story} anchor={preview.anchor} {...preview.card} />}
    </article>
  );
}
