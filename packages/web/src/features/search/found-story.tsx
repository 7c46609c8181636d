import type { FoundStory } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import { audienceNames } from '@inkling/contract/story-labels';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { StoryCover } from '../covers/story-cover.tsx';
import { Byline } from '../stories/byline.tsx';
import { CardTags } from '../stories/labels/card-labels.tsx';
import { WarningNames } from '../stories/labels/warning-names.tsx';
import { useOtherLanguage } from '../stories/story-language.ts';
import {
  comingSoonAlert,
  descriptionOf,
  formatCount,
  isComingSoon,
  statusName,
  titleOf,
} from '../stories/story-text.ts';
import { Marked } from './marked-text.tsx';

const genresShown = 3;

function factsOf({ audience, effectiveStatus, chapterCount, stats, genres }: Story): string[] {
  const { averageRating, views } = stats;
  return [
    ...(audience === 'everyone' ? [] : [audienceNames[audience]]),
    statusName(effectiveStatus),
    formatCount(chapterCount, 'chapter'),
    formatCount(views, 'view'),
    ...(averageRating === null ? [] : [`rated ${averageRating.toFixed(1)}`]),
    ...genres.slice(0, genresShown).map(({ name }) => name),
  ];
}

/** A story in the results of a search, with the matches marked. */
export function FoundStoryCard({ found }: { found: FoundStory }) {
  const { story, title, description } = found;
  const other = useOtherLanguage(story.language);
  const open = (event: MouseEvent) => {
    if (!isComingSoon(story)) return;
    event.preventDefault();
    showNotice(comingSoonAlert);
  };
  return (
    <article className="relative flex gap-4 py-4">
      <div className={`w-16 shrink-0 sm:w-20 ${isComingSoon(story) ? 'opacity-60 saturate-50' : ''}`}>
        <StoryCover story={story} sizes="80px" />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
          <Link to={paths.story(story._id)} onClick={open} className="py-0.5 card-link hover:underline">
            {title.text === '' ? titleOf(story) : <Marked of={title} />}
          </Link>
        </h3>
        <Byline story={story} />
        <p className="mt-1 line-clamp-3 text-muted" dir="auto" lang={story.language}>
          {description.text === '' ? descriptionOf({ description: '' }) : <Marked of={description} />}
        </p>
        <p className="mt-1 text-sm text-muted">{[other ?? [], factsOf(story)].flat().join(' · ')}</p>
        {story.tags.length > 0 && (
          <p className="mt-1 truncate text-sm text-muted">
            <CardTags tags={story.tags} />
          </p>
        )}
        <WarningNames warnings={story.contentWarnings} />
      </div>
    </article>
  );
}
