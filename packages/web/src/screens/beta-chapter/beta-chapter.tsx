import type { BetaChapter } from '@inkling/contract/beta-links';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { betaChapterQuery } from '../../features/beta-links/beta-links.api.ts';
import { AuthorsNote } from '../../features/chapters/reader/chapter-head.tsx';
import { ChapterText } from '../../features/chapters/reader/chapter-text.tsx';
import { readingAttributes } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

export const meta = () => [{ title: pageTitle('Draft chapter') }, { name: 'robots', content: 'noindex' }];

type Draft = Extract<BetaChapter, { isPublished: false }>;

/** A draft chapter for beta readers: its text alone. The token is after `#`, which browsers send to no server. */
export default function BetaChapterScreen() {
  const { hash } = useLocation();
  const hydrated = useIsHydrated();
  if (!hydrated) return <Pending />;
  if (hash.length < 2)
    return (
      <Message title="Part of the link is missing">
        <p>Copy all of it, or ask the author for a new one.</p>
      </Message>
    );
  const token = decodable(hash.slice(1));
  return <Shared key={token} token={token} />;
}

/** As it is where it has a stray percent sign, which no token has. */
function decodable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function Shared({ token }: { token: string }) {
  const query = useQuery(betaChapterQuery(token));
  if (query.isPending) return <Pending />;
  if (query.isError)
    return (
      <PageFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        heading="Draft chapter"
        fallback="Failed to fetch the chapter"
        gone={{
          heading: 'This link no longer works',
          text: 'It has expired, or the author has revoked it. Ask the author for a new one.',
        }}
      />
    );
  const chapter = query.data.data;
  if (!chapter.isPublished) return <DraftChapter chapter={chapter} />;
  return (
    <Message title="This chapter is published">
      <Link to={paths.reading(chapter.story, chapter.chapter)} className={buttonClass('primary')}>
        Read it
      </Link>
    </Message>
  );
}

const Pending = () => (
  <div className="mx-auto w-full max-w-2xl px-4 py-10">
    <TitleSkeleton />
    <TextSkeleton lines={14} />
  </div>
);

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-20 text-center">
      <h1 className="font-serif text-3xl">{title}</h1>
      {children}
    </div>
  );
}

function DraftChapter({ chapter }: { chapter: Draft }) {
  const { storyTitle, author, language, isMature, endsAt, title, authorNotes, endNotes } = chapter;
  const settings = useReadingSettings();
  const [accepted, setAccepted] = useState(!isMature);
  if (!accepted)
    return (
      <Message title="This story is for mature readers">
        <Button variant="primary" onClick={() => setAccepted(true)}>
          Continue
        </Button>
      </Message>
    );
  return (
    <div
      {...readingAttributes({ ...settings, layout: 'scroll', controls: 'always' })}
      className="reading-screen min-h-0!"
    >
      <article className="mx-auto max-w-(--measure) px-4 pt-8 sm:px-6">
        <p className="mb-8 rounded-md bg-notice px-4 py-3 text-sm text-on-notice">
          A draft for beta readers. Please don’t pass it on. The link works until {localDate(endsAt)}.
        </p>
        <header className="mb-10" lang={language} dir="auto">
          <p className="text-muted">
            <bdi>{storyTitle}</bdi> · <bdi>{author}</bdi>
          </p>
          <h1 className="mt-1 font-serif text-3xl leading-tight text-balance wrap-anywhere sm:text-4xl">
            {title}
          </h1>
        </header>
        {authorNotes.trim() !== '' && <AuthorsNote text={authorNotes} language={language} />}
        <ChapterText ref={null} chapter={chapter} language={language} />
        {endNotes.trim() !== '' && <AuthorsNote atEnd text={endNotes} language={language} />}
      </article>
    </div>
  );
}
