import type { Story } from '@inkling/contract/stories';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { showNotice } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { StoryCover } from '../../covers/story-cover.tsx';
import { Byline } from '../byline.tsx';
import { CardMenuButton } from '../card-menu/card-menu-button.tsx';
import { AudienceBadge } from '../labels/audience-badge.tsx';
import { CardTags, WarningNames } from '../labels/card-labels.tsx';
import { CardFigures } from '../story-card.tsx';
import { useOtherLanguage } from '../story-language.ts';
import { comingSoonAlert, descriptionOf, isComingSoon, titleOf } from '../story-text.ts';

interface Props {
  story: Story;
  /** The title and the description with what was searched for marked. */
  title?: ReactNode;
  description?: ReactNode;
  /** A line at the end. */
  note?: ReactNode;
  /** False on pages that already name the author. */
  byline?: boolean;
  /** What is shown in place of description, tags and the usual figures, beside a smaller cover. */
  figures?: ReactNode;
  /** For cards in view when the page opens. */
  eager?: boolean;
}

/** A story in a list: a small cover beside its author, description, tags and figures. */
export function StoryListCard(props: Props) {
  const { story, title, description, note, byline = true, figures, eager } = props;
  const [menu, setMenu] = useState(false);
  const comingSoon = isComingSoon(story);
  const open = (event: MouseEvent) => {
    if (!comingSoon) return;
    event.preventDefault();
    showNotice(comingSoonAlert);
  };
  return (
    <article className="relative flex gap-4 py-4">
      <div
        className={`${figures ? 'w-12 sm:w-14' : 'w-16 sm:w-24'} shrink-0 ${comingSoon ? 'opacity-60 saturate-50' : ''}`}
      >
        <StoryCover story={story} sizes="96px" eager={eager} />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex items-start">
          <div className="min-w-0 flex-1">
            <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
              <Link to={paths.story(story._id)} onClick={open} className="py-0.5 card-link hover:underline">
                {title ?? titleOf(story)}
              </Link>
            </h3>
            {byline && <Byline story={story} />}
          </div>
          <CardMenuButton story={story} open={menu} onOpenChange={setMenu} />
        </div>
        {figures ?? <Details story={story} description={description} />}
        {note}
      </div>
    </article>
  );
}

function Details({ story, description }: Pick<Props, 'story' | 'description'>) {
  const other = useOtherLanguage(story.language);
  return (
    <>
      <p className="mt-1 line-clamp-3 text-muted" dir="auto" lang={story.language}>
        {description ?? descriptionOf(story)}
      </p>
      {(other !== null || story.audience !== 'everyone' || story.tags.length > 0) && (
        <p className="mt-1 truncate text-sm text-muted">
          {other !== null && <span className="me-1.5 font-semibold text-text">{other}</span>}
          <AudienceBadge story={story} /> <CardTags tags={story.tags} />
        </p>
      )}
      <div className="mt-1">
        <CardFigures story={story} wide />
      </div>
      <WarningNames warnings={story.contentWarnings} />
    </>
  );
}
