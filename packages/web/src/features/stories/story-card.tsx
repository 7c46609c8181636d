import type { Story } from '@inkling/contract/stories';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { StoryCover } from '../covers/story-cover.tsx';
import { Byline } from './byline.tsx';
import { CardFigures } from './card-figures.tsx';
import { CardMenuButton } from './card-menu/card-menu-button.tsx';
import { AudienceOnCover } from './labels/audience-badge.tsx';
import { CardLabels } from './labels/card-labels.tsx';
import { comingSoonAlert, isComingSoon, titleOf } from './story-text.ts';
import { useHoverPreview } from './use-hover-preview.ts';

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
