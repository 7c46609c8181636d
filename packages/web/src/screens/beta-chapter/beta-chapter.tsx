import type { BetaContents } from '@inkling/contract/beta-links';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { BetaChapterComments, type BetaDraft } from '../../features/beta-links/beta-chapter-comments.tsx';
import { betaChapterQuery, betaContentsQuery } from '../../features/beta-links/beta-links.api.ts';
import { AuthorsNote } from '../../features/chapters/reader/chapter-head.tsx';
import { ChapterText } from '../../features/chapters/reader/chapter-text.tsx';
import { readingAttributes } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { localDate } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

const BetaChangesDialog = lazyComponent(
  async () => (await import('../../features/beta-links/beta-changes-dialog.tsx')).BetaChangesDialog,
);

export const meta = () => [{ title: pageTitle('Draft chapter') }, { name: 'robots', content: 'noindex' }];

/** Drafts for beta readers. The token, and the chapter, are after `#`, which browsers send to no server. */
export default function BetaChapterScreen() {
  const { hash } = useLocation();
  const hydrated = useIsHydrated();
  if (!hydrated) return <Pending />;
  const [token = '', chapterId] = decodable(hash.slice(1)).split('/');
  if (token === '')
    return (
      <Message title="Part of the link is missing">
        <p>Copy all of it, or ask the author for a new one.</p>
      </Message>
    );
  return <Shared key={token} token={token} chapterId={chapterId} />;
}

/** As it is where it has a stray percent sign, which no token has. */
function decodable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type FailedProps = Pick<ComponentProps<typeof PageFailed>, 'error' | 'onRetry'>;

const Failed = (props: FailedProps) => (
  <PageFailed
    {...props}
    heading="Draft chapter"
    fallback="Failed to fetch the chapter"
    gone={{
      heading: 'This link no longer works',
      text: 'It has expired, or the author has revoked it. Ask the author for a new one.',
    }}
  />
);

function Shared({ token, chapterId }: { token: string; chapterId: string | undefined }) {
  const query = useQuery(betaContentsQuery(token));
  const [accepted, setAccepted] = useState(false);
  if (query.isPending) return <Pending />;
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const contents = query.data.data;
  if (contents.isMature && !accepted)
    return (
      <Message title="This story is for mature readers">
        <Button variant="primary" onClick={() => setAccepted(true)}>
          Continue
        </Button>
      </Message>
    );
  const [only, second] = contents.chapters;
  const shown = chapterId ?? (second === undefined ? only?._id : undefined);
  if (shown === undefined) return <Contents token={token} contents={contents} />;
  return <SharedChapter key={shown} token={token} contents={contents} chapterId={shown} />;
}

function Contents({ token, contents }: { token: string; contents: BetaContents }) {
  // Which chapters have changed is another after one was read.
  useQuery(betaContentsQuery(token));
  const { storyTitle, author, language, chapters, endsAt } = contents;
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8">
      <Notice endsAt={endsAt} />
      <h1 className="font-serif text-3xl wrap-anywhere sm:text-4xl" lang={language} dir="auto">
        {storyTitle}
      </h1>
      <p className="mt-1 text-muted">
        <bdi>{author}</bdi>
      </p>
      {chapters.length === 0 && <p className="mt-6 text-muted">There’s nothing to read here right now.</p>}
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {chapters.map(({ _id, title, isPublished, isChanged }) => (
          <li key={_id}>
            <Link
              to={paths.betaChapter(token, _id)}
              className="flex min-h-14 flex-wrap items-center gap-x-3 py-2 hover:underline"
            >
              <span className="font-serif text-lg wrap-anywhere" lang={language} dir="auto">
                {title}
              </span>
              {isPublished && <Badge>Published</Badge>}
              {isChanged && <Badge tone="accent">Changed since you read it</Badge>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Notice = ({ endsAt }: { endsAt: string }) => (
  <p className="mb-8 rounded-md bg-notice px-4 py-3 text-sm text-on-notice">
    A draft for beta readers. Please don’t pass it on. The link works until {localDate(endsAt)}.
  </p>
);

interface SharedProps {
  token: string;
  contents: BetaContents;
  chapterId: string;
}

function SharedChapter({ token, contents, chapterId }: SharedProps) {
  const query = useQuery(betaChapterQuery(token, chapterId));
  if (query.isPending) return <Pending />;
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  const chapter = query.data.data;
  if (!chapter.isPublished)
    return <DraftChapter token={token} contents={contents} chapterId={chapterId} chapter={chapter} />;
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

function DraftChapter({ token, contents, chapterId, chapter }: SharedProps & { chapter: BetaDraft }) {
  const { storyTitle, author, language, endsAt, chapters, comments } = contents;
  const { title, authorNotes, endNotes, before, content } = chapter;
  const settings = useReadingSettings();
  const text = useRef<HTMLDivElement>(null);
  const [comparing, setComparing] = useState(false);
  const next = chapters[chapters.findIndex(({ _id }) => _id === chapterId) + 1];
  return (
    <div
      {...readingAttributes({ ...settings, layout: 'scroll', controls: 'always' })}
      className="reading-screen min-h-0!"
    >
      <article className="mx-auto max-w-(--measure) px-4 pt-8 sm:px-6">
        {chapters.length > 1 && <BackLink to={paths.betaChapter(token)}>All chapters</BackLink>}
        <Notice endsAt={endsAt} />
        {before !== null && (
          <div className="-mt-4 mb-8 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p>Changed since you read it.</p>
            <Button onClick={() => setComparing(true)}>See changes</Button>
          </div>
        )}
        <header className="mb-10" lang={language} dir="auto">
          <p className="text-muted">
            <bdi>{storyTitle}</bdi> · <bdi>{author}</bdi>
          </p>
          <h1 className="mt-1 font-serif text-3xl leading-tight text-balance wrap-anywhere sm:text-4xl">
            {title}
          </h1>
        </header>
        {authorNotes.trim() !== '' && <AuthorsNote text={authorNotes} language={language} />}
        <ChapterText ref={text} chapter={chapter} language={language} />
        {endNotes.trim() !== '' && <AuthorsNote atEnd text={endNotes} language={language} />}
        {next !== undefined && (
          <p className="mt-10">
            <Link to={paths.betaChapter(token, next._id)} className={buttonClass('quiet')}>
              Next: <bdi>{next.title}</bdi>
            </Link>
          </p>
        )}
        {(comments !== 'none' || chapter.comments.length > 0) && (
          <BetaChapterComments
            token={token}
            contents={contents}
            chapterId={chapterId}
            chapter={chapter}
            text={text}
          />
        )}
      </article>
      {before !== null && comparing && (
        <BetaChangesDialog
          before={before.content}
          content={content}
          language={language}
          onClose={() => setComparing(false)}
          onLoadFailed={() => setComparing(false)}
        />
      )}
    </div>
  );
}
