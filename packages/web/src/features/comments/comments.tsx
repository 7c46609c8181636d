import type { Comment, CommentSort } from '@inkling/contract/comments';
import type { Author } from '@inkling/contract/users';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { markStale } from '../../lib/query.ts';
import { useMeQuery, useSessionState } from '../../lib/session.ts';
import { readInput } from '../../lib/stored-input.ts';
import { useSuspended } from '../../lib/suspension.ts';
import { useNoConnection } from '../../lib/use-connection.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useMarkSeen } from '../notifications/notifications.api.ts';
import { nextPageOf, ShowMore } from '../stories/show-more.tsx';
import { itemsOf } from '../stories/use-list.ts';
import { CloseComments } from './close-comments.tsx';
import { type CommentList, CommentListContext } from './comment-context.ts';
import { CannotComment, type CommentTarget, PostForm, postKey } from './comment-forms.tsx';
import { CommentThread, useLinkedThread } from './comment-thread.tsx';
import { commentsQuery, setClosedInLists } from './comments.api.ts';
import { followComments } from './live-comments.ts';
import { NewComments, useNewComments } from './new-comments.tsx';
import { type CommentPages, type CommentSubject, noPlace, placeOf, withReplies } from './thread.ts';

const sortNames: Record<CommentSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  liked: 'Most liked',
};

/** How often the comments on a chapter are fetched again while they come folded: opening it is being saved. */
const unfolding = { everyMs: 3000, times: 3 };

/** Up to this many comments on a paragraph, no sort order is offered. */
const fewOnParagraph = 5;

interface Props {
  subject: CommentSubject;
  /** The author of the story or post. */
  author: Author;
  /** Whether the viewer can pin and delete the comments of others; by default, as that author. */
  canModerate?: boolean;
  /** Asks about banning someone from the community of a post; undefined for those whom the viewer can’t ban. */
  banOf?: CommentList['banOf'];
  /** Finds the members of the community of a post by how their names begin. */
  morePeople?: CommentList['morePeople'];
  /** The passage that a new comment is about. */
  passage?: CommentTarget['passage'];
  /** The quotation of that passage; comments on the same words do not repeat it. */
  quote?: string;
  /** Whether the box for a new comment was opened to be typed in. */
  takesFocus?: boolean;
  /** The comment to which a link leads. */
  linkedId?: string | null;
  /** What the server wrote for visitors, shown until the list is loaded. */
  written?: CommentPages['pages'][number] | undefined;
}

/** The comments on a story, a chapter, a paragraph or a post, with the box for another one. */
export function Comments(props: Props) {
  const { subject, author, banOf, morePeople, passage, quote, takesFocus = false, linkedId = null } = props;
  const authorId = author._id;
  const place = placeOf(subject);
  const { storyId, chapterId, isPost } = place ?? noPlace;
  const paragraph = subject.kind === 'chapter' ? subject.paragraph : undefined;
  const [sort, setSort] = useState<CommentSort>('newest');
  const client = useQueryClient();
  const person = useMeQuery();
  const me = person.data;
  const isMember = useSessionState() === 'member';
  const isSuspended = useSuspended();
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery({
    ...commentsQuery(subject, sort),
    placeholderData: (previous) =>
      previous ?? (props.written && { pages: [props.written], pageParams: [''] }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      subject.kind === 'chapter' &&
      dataUpdateCount <= unfolding.times &&
      data?.pages.some((page) => page.data.some(({ isFolded }) => isFolded))
        ? unfolding.everyMs
        : false,
  });
  // Shows at once that the author has closed or opened the comments; nothing else moves.
  useEffect(() => {
    if (storyId === null) return undefined;
    return followComments(
      { storyId, chapterId, isPost },
      { onClosed: (closing) => setClosedInLists(client, closing) },
    );
  }, [client, storyId, chapterId, isPost]);
  // The first comments arrive while the chapter is read: rendering them must not block the page.
  const data = useDeferredValue(query.data) && query.data;
  const [first] = data?.pages ?? [];
  const linked = useLinkedThread(subject, linkedId);
  const comments = shownComments(data?.pages ?? [], linked.thread);
  const added = useNewComments({
    subject,
    isLoaded: first !== undefined,
    isShown: (id) =>
      comments.some((one) => one._id === id || one.firstReplies.some((reply) => reply._id === id)),
    list,
    onAdd: query.refetch,
  });
  const canModerate = props.canModerate ?? (me !== undefined && me._id === authorId);
  const canWrite = me !== undefined && first?.refusal === null && !isSuspended;
  const canLike = me !== undefined && first?.refusal !== 'banned';
  const people = useMemo(() => [...peopleIn(data?.pages ?? []), author], [data, author]);
  const context = useMemo(
    () => ({
      authorId,
      personId: me?._id,
      canModerate,
      banOf,
      isOnPost: subject.kind === 'post',
      canLike,
      canWrite,
      quote,
      list,
      isInChapter: subject.kind === 'chapter',
      people,
      morePeople,
      linkedId,
    }),
    [
      subject.kind,
      authorId,
      me?._id,
      canModerate,
      banOf,
      canLike,
      canWrite,
      quote,
      people,
      morePeople,
      linkedId,
    ],
  );
  useMarkSeen(
    comments.map((comment) =>
      [comment, ...comment.firstReplies].flatMap(({ _id, isFolded }) => (isFolded ? [] : [_id])),
    ),
    list,
  );
  if (first === undefined || (isMember && person.isPending && !query.isError)) {
    if (!query.isError) return <TextSkeleton lines={12} />;
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { pagination, refusal, isClosed, commentsCount } = first;
  const storageKey = postKey(me?._id ?? '', subject.id, paragraph);
  // What was typed before a suspension stays in sight.
  const showsBox = me !== undefined && refusal === null && (!isSuspended || readInput(storageKey) !== null);
  const target = targetOf(subject, passage);
  const hasToolbar = pagination.total > (paragraph === undefined ? 1 : fewOnParagraph);
  const showAdded = async () => {
    if (sort === 'newest') await query.refetch();
    else {
      await markStale(client, ['comments'], 'none');
      setSort('newest');
    }
    list.current?.focus();
  };
  return (
    <CommentListContext value={context}>
      <div className="max-w-3xl space-y-4">
        {showsBox ? (
          <PostForm key={storageKey} storageKey={storageKey} target={target} takesFocus={takesFocus} />
        ) : (
          <CannotComment refusal={refusal} isSuspended={isSuspended} page={pageOf(subject)} />
        )}
        {me?._id === authorId && subject.kind !== 'post' && paragraph === undefined && (
          <CloseComments subject={subject} isClosed={isClosed} />
        )}
        {query.isRefetchError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {hasToolbar && (
          <div className="flex items-end justify-between gap-x-3">
            <div className="min-w-0">
              <NewComments added={added} onShow={showAdded}>
                {/* The page of a post has the number in its heading. */}
                {paragraph === undefined && subject.kind !== 'post' && (
                  <p className="flex min-h-11 items-center text-muted tabular-nums">
                    {pluralize(commentsCount, 'comment')}
                  </p>
                )}
              </NewComments>
            </div>
            <div className="w-44 max-sm:w-36">
              <ChoiceField label="Sort comments" names={sortNames} value={sort} onChange={setSort} />
            </div>
          </div>
        )}
        {linked.isGone && <p className="text-muted">The comment you’re looking for is no longer here.</p>}
        {comments.length === 0 ? (
          <p className="text-muted">
            {isClosed ? 'No comments yet.' : 'No comments yet. Be the first to comment!'}
          </p>
        ) : (
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="Comments"
            aria-busy={query.isPlaceholderData || undefined}
            className="divide-y divide-line outline-none"
          >
            {comments.map((comment) => (
              <li key={comment._id}>
                <CommentThread comment={comment} />
              </li>
            ))}
          </ul>
        )}
        {!hasToolbar && <NewComments added={added} onShow={showAdded} />}
        <ShowMore
          list={list}
          items="comments"
          shown={query.hasNextPage ? Math.min(comments.length, pagination.total - 1) : pagination.total}
          total={pagination.total}
          pages={nextPageOf(query)}
        />
      </div>
    </CommentListContext>
  );
}

/** The comments of a list: the one that a link leads to, the reader's that are held, the pinned one, then the others. */
function shownComments(pages: CommentPages['pages'], linked: Comment | undefined): Comment[] {
  const pinned = pages[0]?.pinned ?? null;
  const listed = [...(pages[0]?.held ?? []), ...(pinned === null ? [] : [pinned]), ...itemsOf(pages)];
  const all = new Map(listed.map((comment) => [comment._id, comment]));
  if (linked === undefined) return [...all.values()];
  const first = withReplies(all.get(linked._id) ?? linked, linked.firstReplies);
  all.delete(linked._id);
  return [first, ...all.values()];
}

/** Those who wrote the comments of a list, and their first replies. */
const peopleIn = (pages: CommentPages['pages']): Author[] =>
  shownComments(pages, undefined)
    .flatMap((comment) => [comment, ...comment.firstReplies])
    .flatMap(({ author }) => author ?? []);

function targetOf(subject: CommentSubject, passage: CommentTarget['passage']): CommentTarget {
  switch (subject.kind) {
    case 'story':
      return { story: subject.id };
    case 'chapter':
      return { chapter: subject.id, ...(passage && { passage }) };
    case 'post':
      return { post: subject.id };
  }
}

/** The page to which signing in leads back. */
const pageOf = (subject: CommentSubject): string =>
  subject.kind === 'post'
    ? paths.communityPost(subject.communityId, subject.id)
    : paths.story(subject.kind === 'story' ? subject.id : subject.storyId);

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const noConnection = useNoConnection('Comments need');
  if (noConnection !== undefined) return <p className="text-muted">{noConnection}</p>;
  return (
    <Alert>
      <p>{messageOf(error, 'Failed to fetch comments.')}</p>
      <Button className="mt-2" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
