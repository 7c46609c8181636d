import type { BetaLink, StoryBetaComment } from '@inkling/contract/beta-links';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { BetaCommentEntry } from '../../features/beta-links/beta-comment-entry.tsx';
import {
  betaCommentsQuery,
  betaLinksQuery,
  useRemoveBetaComment,
  useResolveBetaComment,
  useRevokeBetaLink,
} from '../../features/beta-links/beta-links.api.ts';
import { LazyBetaLinkDialog } from '../../features/beta-links/lazy-beta-link-dialog.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { localDate, pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { ResultsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

/** The links for beta readers of one of the author's stories, and what they comment. */
export default function StoryBeta() {
  const { storyId = '' } = useParams();
  const story = useQuery(ownStoryQuery(storyId));
  return (
    <>
      <title>{pageTitle('Beta Readers')}</title>
      <BackLink to={paths.writeStory(storyId)}>
        {story.data ? `Back to “${titleOf(story.data.data)}”` : 'Back to the story'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Beta Readers</h1>
      <div className="max-w-3xl space-y-10">
        <Links storyId={storyId} />
        <Comments storyId={storyId} language={story.data?.data.language} />
      </div>
    </>
  );
}

type OpenDialog = { kind: 'edit' | 'revoke'; link: BetaLink } | { kind: 'create' };

function Links({ storyId }: { storyId: string }) {
  const query = useQuery(betaLinksQuery(storyId));
  const revoke = useRevokeBetaLink();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const section = useFocusAfter<HTMLElement>(neighboringButton);
  const close = () => setDialog(null);
  const links = query.data?.data;
  return (
    <section ref={section} aria-labelledby="beta-links">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="beta-links" className="font-serif text-2xl">
          Links
        </h2>
        <Button variant="primary" onClick={() => setDialog({ kind: 'create' })}>
          Create link…
        </Button>
      </div>
      <QueryState query={query} fallback="Failed to fetch the links." pending={<TextSkeleton lines={3} />} />
      {links?.length === 0 && (
        <p className="mt-2 text-muted">
          No active links. Anyone with a link can read the drafts you choose, without an account.
        </p>
      )}
      <ul aria-label="Active links" className="mt-2 divide-y divide-line">
        {links?.map((link) => (
          <li key={link._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold wrap-anywhere">
                <bdi>{nameOf(link)}</bdi>
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {link.chapters.map(({ title }) => title).join(', ') || 'No chapters'}
              </p>
              <p className="text-sm text-muted">
                {commentNames[link.comments]} · until {localDate(link.endsAt)}
              </p>
            </div>
            <div className="flex gap-3">
              <Button aria-label={`Edit ${nameOf(link)}`} onClick={() => setDialog({ kind: 'edit', link })}>
                Edit
              </Button>
              <Button
                aria-label={`Revoke ${nameOf(link)}`}
                onClick={() => setDialog({ kind: 'revoke', link })}
              >
                Revoke
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {(dialog?.kind === 'create' || dialog?.kind === 'edit') && (
        <LazyBetaLinkDialog
          storyId={storyId}
          link={dialog.kind === 'edit' ? dialog.link : undefined}
          close={close}
          onLoadFailed={close}
        />
      )}
      {dialog?.kind === 'revoke' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Revoke “${nameOf(dialog.link)}”?`}
          confirm="Revoke"
          danger
          busy={revoke.isPending}
          onConfirm={() =>
            revoke.mutate({ params: { id: storyId, linkId: dialog.link._id } }, { onSettled: close })
          }
        >
          The link stops working immediately. Its comments stay here for 90 days.
        </ConfirmDialog>
      )}
    </section>
  );
}

const commentNames = { none: 'No comments', author: 'Private comments', all: 'Shared comments' };

const nameOf = ({ label, createdAt }: BetaLink): string => label || `Link from ${localDate(createdAt)}`;

const states = { open: 'Open', resolved: 'Resolved' };

function Comments({ storyId, language }: { storyId: string; language: string | undefined }) {
  const [state, setState] = useState<keyof typeof states>('open');
  const [page, setPage] = useState(1);
  const list = useQuery({ ...betaCommentsQuery(storyId, state, page), placeholderData: keepPreviousData });
  // The last one of a page was decided.
  if (page > 1 && !list.isPlaceholderData && list.data?.data.length === 0) setPage(page - 1);
  const chapters = Map.groupBy(list.data?.data ?? [], ({ chapter }) => chapter._id);
  return (
    <section aria-labelledby="beta-comments" className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h2 id="beta-comments" className="font-serif text-2xl">
          Comments
        </h2>
        <ChoiceField
          label="Show"
          names={states}
          value={state}
          onChange={(chosen) => {
            setState(chosen);
            setPage(1);
          }}
        />
      </div>
      <QueryState
        query={list}
        fallback="Failed to fetch the comments"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data?.data.length === 0 && (
        <EmptyState title={state === 'open' ? 'No open comments' : 'No resolved comments'}>
          Beta readers’ comments on your drafts will appear here. They’re never made public.
        </EmptyState>
      )}
      {[...chapters.values()].map((comments) => (
        <ChapterComments
          key={comments[0]?.chapter._id}
          storyId={storyId}
          comments={comments}
          language={language}
        />
      ))}
      <NumberedPager
        label="Pages of comments"
        page={page}
        totalPages={list.data?.pagination.totalPages ?? 1}
        onChange={setPage}
      />
    </section>
  );
}

interface ChapterProps {
  storyId: string;
  comments: StoryBetaComment[];
  language: string | undefined;
}

function ChapterComments({ storyId, comments, language }: ChapterProps) {
  const section = useFocusAfter<HTMLElement>(neighboringButton);
  const chapter = comments[0]?.chapter;
  if (chapter === undefined) return null;
  return (
    <section ref={section} aria-label={chapter.title} className="space-y-3">
      <h3 className="font-serif text-xl wrap-anywhere" dir="auto" lang={language}>
        <Link to={paths.writeChapter(storyId, chapter._id)} className="hover:underline">
          {chapter.title}
        </Link>{' '}
        <span className="text-base text-muted">{pluralize(comments.length, 'comment')}</span>
      </h3>
      <ul className="space-y-3">
        {comments.map((comment) => (
          <Row key={comment._id} storyId={storyId} comment={comment} language={language} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<ChapterProps, 'storyId' | 'language'> {
  comment: StoryBetaComment;
}

function Row({ storyId, comment, language }: RowProps) {
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const resolve = useResolveBetaComment();
  const remove = useRemoveBetaComment();
  const { _id, chapter, quote, place, isResolved, link } = comment;
  const params = { id: storyId, commentId: _id };
  return (
    <li ref={row} className="space-y-2 rounded-xl border border-line bg-raised p-4">
      <BetaCommentEntry
        comment={comment}
        language={language}
        passage={
          place === null ? (
            quote
          ) : (
            <Link
              to={paths.writeChapter(storyId, chapter._id)}
              state={{ passage: { quote, place } }}
              className="hover:underline"
            >
              {quote}
            </Link>
          )
        }
        more={
          <>
            {link.label !== '' && (
              <span>
                · <bdi>{link.label}</bdi>
              </span>
            )}
            {place === null && <span>· this passage is no longer in the text</span>}
          </>
        }
      >
        <div className="flex flex-wrap gap-3">
          <Button
            busy={resolve.isPending}
            onClick={() => resolve.mutate({ params, body: { isResolved: !isResolved } })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
          <Button busy={remove.isPending} onClick={() => remove.mutate({ params })}>
            Delete
          </Button>
        </div>
      </BetaCommentEntry>
    </li>
  );
}
