import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { Byline } from './byline.tsx';
import { AudienceBadge } from './labels/audience-badge.tsx';
import { CardLabels } from './labels/card-labels.tsx';
import { formatCount, isComingSoon, titleOf } from './story-text.ts';

/** A story on the landing page. */
export function FeaturedCard({ story }: { story: Story }) {
  return (
    <article className="relative flex min-w-0 gap-4 max-[15rem]:block sm:block">
      <div className="w-28 shrink-0 sm:w-auto">
        <StoryCover story={story} sizes="(min-width: 640px) 260px, 112px" />
      </div>
      <div className="min-w-0 sm:mt-3">
        <h3 className="line-clamp-4 font-serif text-lg leading-snug" dir="auto" lang={story.language}>
          <Link to={paths.story(story._id)} className="card-link hover:underline">
            {titleOf(story)}
          </Link>
        </h3>
        <Byline story={story} by={story.author.username} />
        <p className="mt-2 line-clamp-3 text-sm" dir="auto" lang={story.language}>
          {story.summary}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{isComingSoon(story) ? 'Coming Soon' : formatCount(story.chapterCount, 'chapter')}</Badge>
          <AudienceBadge story={story} />
          <span className="tabular-nums">{formatCount(story.viewCount, 'view')}</span>
        </p>
        {story.genres.length > 0 && (
          <p className="mt-1 text-sm text-muted">
            {story.genres
              .slice(0, 3)
              .map(({ name }) => name)
              .join(' · ')}
          </p>
        )}
        <CardLabels story={story} />
      </div>
    </article>
  );
}
