import type { Story } from '@inkling/contract/stories';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { NextChapter } from '../../features/stories/next-chapter.tsx';
import { useOtherLanguage } from '../../features/stories/story-language.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { paths } from '../../lib/paths.ts';

/** Cover, title and author, with the page's own content next to them. */
export function StoryHeader({ story, children }: { story: Story; children: ReactNode }) {
  const other = useOtherLanguage(story.language);
  return (
    <header className="flex flex-col gap-6 rounded-xl bg-sunken p-5 sm:flex-row sm:p-8">
      <div className="w-40 shrink-0 self-center sm:w-52 sm:self-start lg:w-60" data-cover={story._id}>
        <StoryCover story={story} sizes="(min-width: 1024px) 240px, 208px" eager named />
      </div>
      <div className="min-w-0 space-y-4 sm:py-2">
        <div>
          <h1
            className="font-serif text-3xl leading-tight text-balance break-words sm:text-5xl"
            dir="auto"
            lang={story.language}
          >
            {titleOf(story)}
          </h1>
          <p className="mt-2 text-lg">
            by{' '}
            <Link to={paths.person(story.author.username)} className="link">
              <bdi>{authorOf(story)}</bdi>
            </Link>
          </p>
          {other !== null && <p className="mt-1 text-muted">Written in {other}</p>}
        </div>
        {story.nextChapterAt !== null && <NextChapter iso={story.nextChapterAt} />}
        {children}
      </div>
    </header>
  );
}
