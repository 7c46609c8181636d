import type { Series } from '@inkling/contract/series';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { StoryCover } from '../covers/story-cover.tsx';

/** A series in a list: its name, how many stories it has, and the covers of the first ones. */
export function SeriesCard({ series }: { series: Series }) {
  const { _id, name, description, storyCount, stories } = series;
  return (
    <article className="relative flex h-full flex-col rounded-lg border border-line bg-raised p-3 hover:border-control sm:p-4">
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {stories.map((story) => (
          <StoryCover key={story._id} story={story} sizes="(min-width: 1280px) 104px, 28vw" />
        ))}
      </div>
      <h3 className="mt-3 line-clamp-2 font-serif text-lg leading-snug wrap-anywhere" dir="auto">
        <Link to={paths.series(_id)} className="card-link hover:underline">
          {name}
        </Link>
      </h3>
      {description !== '' && (
        <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted" dir="auto">
          {description}
        </p>
      )}
      <p className="mt-auto pt-2 text-sm text-muted tabular-nums">
        {pluralize(storyCount, 'story', 'stories')}
      </p>
    </article>
  );
}
