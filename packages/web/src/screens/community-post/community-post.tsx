import type { CommunityPage, CommunityPost } from '@inkling/contract/communities';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useCommentsCount } from '../../features/comments/comments.api.ts';
import { Comments } from '../../features/comments/comments.tsx';
import type { CommentSubject } from '../../features/comments/thread.ts';
import { useBanMenu } from '../../features/communities/ban-dialog.tsx';
import {
  communityQuery,
  isModerator,
  postQuery,
  useBanWatch,
} from '../../features/communities/communities.api.ts';
import { foldedReason } from '../../features/communities/listed-post.tsx';
import { EditPostForm, editPostKey } from '../../features/communities/post-form.tsx';
import { LikePost, PostByline, PostTags } from '../../features/communities/post-parts.tsx';
import { PostText } from '../../features/communities/post-text.tsx';
import { useEditing } from '../../features/forms/use-editing.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { Spinner } from '../../features/layout/guard.tsx';
import { MarkSeen } from '../../features/notifications/mark-seen.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { messageOf } from '../../lib/api.ts';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import type { Route } from './+types/community-post.ts';
import { PostActions } from './post-actions.tsx';

export function clientLoader({ params: { communityId, postId } }: Route.ClientLoaderArgs) {
  prefetch(communityQuery(communityId));
  return prefetch(postQuery(communityId, postId));
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

export default function CommunityPostScreen({ params }: Route.ComponentProps) {
  return <CommunityPostView {...params} />;
}

/** A post with its comments. */
export function CommunityPostView({ communityId, postId }: { communityId: string; postId: string }) {
  const post = useQuery(postQuery(communityId, postId));
  const community = useQuery(communityQuery(communityId));
  const failed = [post, community].find(({ isLoadingError, error }) => isLoadingError || isGone(error));
  if (failed !== undefined)
    return (
      <PostFailed
        error={failed.error}
        onRetry={() => void Promise.all([post.refetch(), community.refetch()])}
      />
    );
  if (post.data === undefined || community.data === undefined)
    return (
      <div className="grid min-h-60 place-items-center">
        <title>{pageTitle('Post')}</title>
        <Spinner />
      </div>
    );
  return <Page key={postId} post={post.data.data} community={community.data.data} />;
}

function PostFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = isGone(error);
  return (
    <div className="mx-auto max-w-xl px-4 py-16 text-center">
      <title>{pageTitle(gone ? 'Post not found' : 'Post')}</title>
      <h1 className="font-serif text-3xl">{gone ? 'Post not found' : 'Post'}</h1>
      {gone ? (
        <p className="mt-3 text-muted">It may have been deleted, or only members can see it.</p>
      ) : (
        <ErrorState message={messageOf(error, 'Failed to fetch the post')} onRetry={onRetry} />
      )}
      <Link to={paths.community()} className={`mt-6 ${buttonClass('quiet')}`}>
        Back to Communities
      </Link>
    </div>
  );
}

function Page({ post, community }: { post: CommunityPost; community: CommunityPage }) {
  const me = useMe();
  useBanWatch(community);
  const { _id, author } = post;
  const { banOf, dialog } = useBanMenu(community);
  const article = useRef<HTMLElement>(null);
  const subject: CommentSubject = {
    kind: 'post',
    id: _id,
    communityId: community._id,
    isPrivate: community.isPrivate,
  };
  const { unfolded, fold } = useUnfolded(
    post.isFolded,
    postQuery(community._id, _id, true),
    'Failed to fetch this post.',
  );
  const shown = unfolded ? { ...unfolded.data, likes: post.likes, isLiked: post.isLiked } : post;
  const isMine = me?._id === author._id;
  const storageKey = me === undefined ? '' : editPostKey(me._id, _id);
  const editing = useEditing(isMine && !post.isLocked ? storageKey : null);
  const storyId = community.belongsTo?.kind === 'story' ? community.belongsTo.story._id : undefined;
  return (
    <div className="max-w-3xl">
      <title>{pageTitle(shown.title ?? 'Post')}</title>
      <BackLink to={paths.community(community._id)}>
        <bdi>{community.name}</bdi>
      </BackLink>
      {/* What is seen first of the post stands for it. */}
      {shown.content !== null && <MarkSeen ids={[_id]} list={article} />}
      <article ref={article} className="space-y-4">
        <h1 className="font-serif text-3xl leading-tight wrap-anywhere sm:text-4xl" dir="auto">
          {shown.title ?? `Post by ${displayNameOf(author)}`}
        </h1>
        <PostByline post={shown} />
        {post.isHeld && <HeldNote kind="post" />}
        {editing.isOpen ? (
          <EditPostForm
            post={shown}
            people={community.members}
            storyId={storyId}
            storageKey={storageKey}
            takesFocus={editing.takesFocus}
            onDone={editing.close}
          />
        ) : shown.content === null ? (
          <FoldedText name={`post by ${displayNameOf(author)}`} {...fold}>
            {foldedReason}
          </FoldedText>
        ) : (
          <>
            <PostText text={shown.content} mentions={shown.mentions} />
            <PostTags community={community._id} tags={shown.tags} />
          </>
        )}
        <div className="-ms-3 flex flex-wrap items-center">
          {!post.isHeld && <LikePost post={shown} canLike={community.membership !== 'banned'} />}
          <PostActions
            post={shown}
            isMine={isMine}
            isSignedIn={me !== undefined}
            canModerate={isModerator(community) && !post.isHeld}
            onBan={banOf(author)}
            editButton={editing.button}
            onEdit={editing.isOpen ? undefined : editing.open}
          />
        </div>
      </article>
      {!post.isHeld && <PostComments post={post} community={community} subject={subject} banOf={banOf} />}
      {dialog}
    </div>
  );
}

interface CommentsProps {
  post: CommunityPost;
  community: CommunityPage;
  subject: CommentSubject;
  banOf: ReturnType<typeof useBanMenu>['banOf'];
}

function PostComments({ post: { author, commentsCount }, community, subject, banOf }: CommentsProps) {
  const linkedId = useQueryString().get('comment');
  const count = useCommentsCount(subject) ?? commentsCount;
  return (
    <section aria-labelledby="comments-title" className="mt-8">
      <h2 id="comments-title" className="mb-4 font-serif text-2xl">
        Comments <span className="text-lg text-muted tabular-nums">{count.toLocaleString('en')}</span>
      </h2>
      <Comments
        subject={subject}
        author={author}
        canModerate={isModerator(community)}
        banOf={banOf}
        linkedId={linkedId}
      />
    </section>
  );
}
