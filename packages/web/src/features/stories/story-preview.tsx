import type { Story } from '@inkling/contract/stories';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { thousands } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { FollowStory } from '../story-follows/story-follow.tsx';
import { BookmarkButton } from './bookmark-button.tsx';
import { HiatusLine } from './hiatus-line.tsx';
import { AudienceBadge } from './labels/audience-badge.tsx';
import { CardTags, WarningNames } from './labels/card-labels.tsx';
import { useHideStory } from './labels/labels.api.ts';
import { LikeButton } from './like-button.tsx';
import { RatingLine } from './rating-line.tsx';
import { authorOf, descriptionOf, formatCount, statusName, titleOf } from './story-text.ts';

const width = 320;
const gap = 8;

/** The position next to the card if there is room, and always inside the window. */
function positionBeside(anchor: HTMLElement, height: number): { left: number; top: number } {
  const box = anchor.getBoundingClientRect();
  const right = box.right + gap;
  const left = right + width <= window.innerWidth ? right : box.left - gap - width;
  return {
    left: Math.max(gap, Math.min(left, window.innerWidth - width - gap)),
    top: Math.max(gap, Math.min(box.top, window.innerHeight - height - gap)),
  };
}

interface Props {
  story: Story;
  anchor: RefObject<HTMLElement | null>;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

/** Details of a story, shown next to its card. */
export function StoryPreview({ story, anchor, onPointerEnter, onPointerLeave }: Props) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  const me = useMe(false);
  const hide = useHideStory();
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (anchor.current && card.current)
      setPosition(positionBeside(anchor.current, card.current.offsetHeight));
  }, [anchor]);
  const { stats, genres } = story;
  const moreGenres = genres.length - 3;
  return createPortal(
    <div
      ref={card}
      data-preview={story._id}
      className="fixed z-40 rounded-lg border border-line bg-raised p-4 text-text shadow-lg"
      // Measured before it is painted.
      style={{ width, ...(position ?? { left: 0, top: 0, visibility: 'hidden' }) }}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <div className="flex gap-3">
        <div className="w-24 shrink-0">
          <StoryCover story={story} sizes="96px" />
        </div>
        <div className="min-w-0 space-y-1">
          <p className="flex flex-wrap gap-1">
            <Badge>{statusName(story.effectiveStatus)}</Badge>
            <AudienceBadge story={story} />
          </p>
          <p className="font-serif text-lg leading-tight">
            <bdi lang={story.language}>{titleOf(story)}</bdi>
          </p>
          <p className="text-sm text-muted">
            <bdi>{authorOf(story)}</bdi>
          </p>
          <p className="text-sm">
            <RatingLine stats={stats} />
          </p>
        </div>
      </div>
      <p className="mt-3 line-clamp-4 text-sm" dir="auto" lang={story.language}>
        {descriptionOf(story)}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        <span>{formatCount(stats.views, 'view')}</span>
        <span>{formatCount(story.likes, 'like')}</span>
        <span>{formatCount(story.chapterCount, 'chapter')}</span>
        <span>{thousands(stats.totalWordCount)} words</span>
        <span>{stats.avgReadingTime} min</span>
      </p>
      {genres.length > 0 && (
        <p className="mt-1 text-sm text-muted">
          {genres
            .slice(0, 3)
            .map(({ name }) => name)
            .join(' · ')}
          {moreGenres > 0 && ` +${moreGenres}`}
        </p>
      )}
      {story.tags.length > 0 && (
        <p className="mt-1 text-sm break-words text-muted">
          <CardTags tags={story.tags} />
        </p>
      )}
      {story.isOnHiatus && (
        <div className="mt-2 text-sm">
          <HiatusLine story={story} />
        </div>
      )}
      <WarningNames warnings={story.contentWarnings} />
      <div className="mt-3 flex flex-wrap gap-2">
        <LikeButton story={story} small />
        {me !== undefined && <BookmarkButton story={story} small />}
        {me !== undefined && me._id !== story.author._id && <FollowStory storyId={story._id} quiet />}
        {me !== undefined && me._id !== story.author._id && (
          <Button variant="ghost" onClick={() => hide(story)}>
            Hide this story
          </Button>
        )}
      </div>
    </div>,
    document.body,
  );
}
