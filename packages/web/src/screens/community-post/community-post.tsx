import type { CommunityPage, CommunityPost } from '@inkling/contract/communities';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { loadComments, useCommentsCount } from '../../features/comments/comments.api.ts';
import type { CommentSubject } from '../../features/comments/thread.ts';
import { WrittenComments } from '../../features/comments/written-comments.tsx';
import { useBanMenu } from '../../features/communities/ban-menu.tsx';
import {
  communityQuery,
  editPostKey,
  isModerator,
  loadCommunity,
  loadPost,
  membersNamed,
  postQuery,
  useBanWatch,
} from '../../features/communities/communities.api.ts';
import { foldedReason } from '../../features/communities/listed-post.tsx';
import { MatureCommunity, withheld } from '../../features/communities/mature-community.tsx';
import { LikePost, PostByline, PostTags } from '../../features/communities/post-parts.tsx';
import { PostText } from '../../features/communities/post-text.tsx';
import { useEditing } from '../../features/forms/use-editing.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { Spinner } from '../../features/layout/guard.tsx';
import { PageFailed, wayClass } from '../../features/layout/page-failed.tsx';
import { type PublicFrame, PublicPage, PublicPageFailed } from '../../features/layout/public-page.tsx';
import { MarkSeen } from '../../features/notifications/mark-seen.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import type { CallResponse } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isGone, type LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useMe, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { isMember } from '../../lib/written-page.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/community-post.ts';
import { PostActions } from './post-actions.tsx';
import { postMeta, titleOfPost } from './post-meta.ts';

const pending = <TextSkeleton lines={12} />;

/** What the server wrote of the comments, until their list is loaded. */
const writtenOn = (subject: CommentSubject, written: WrittenList) =>
  written === null || subject.kind !== 'post' ? (
    pending
  ) : (
    <WrittenComments list={written} page={paths.communityPost(subject.communityId, subject.id)} />
  );

const Comments = lazyComponent(async () => (await import('../../features/comments/comments.tsx')).Comments, {
  fallback: ({ written, subject }) => writtenOn(subject, written ?? null),
});

// Lazy, because only the author needs it.
const EditPostForm = lazyComponent(
  async () => (await import('../../features/communities/post-form.tsx')).EditPostForm,
  { fallback: pending },
);

/** The first comments as visitors see them; null for members, and where the browser loads them. */
type WrittenList = CallResponse<'GET /comments'> | null;

async function visitorsView(args: LoaderArgs, communityId: string, postId: string) {
  const [all, post, comments] = await Promise.all([
    loadCommunity(args, communityId),
    loadPost(args, communityId, postId),
    // In a browser, the list loads them.
    import.meta.env.SSR ? loadComments(args, postId) : null,
  ]);
  // The page shows neither.
  const community = { ...all, founder: null, belongsTo: null };
  // The page's data are part of its HTML, so a mature story's community must not be in them.
  const isWithheld = import.meta.env.SSR && community.isMature;
  return isWithheld
    ? { community: { ...community, ...withheld }, post: null, comments: null }
    : { community, post, comments };
}

/** Members' data come from the query cache, because the response includes their likes. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { communityId, postId } = args.params;
  const address = new URL(args.request.url).origin + paths.communityPost(communityId, postId);
  if (!isMember()) return { ...(await visitorsView(args, communityId, postId)), address };
  prefetch(communityQuery(communityId));
  prefetch(postQuery(communityId, postId));
  return { community: null, post: null, comments: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => postMeta(loaderData ?? null);

const Pending = () => (
  <div className="grid min-h-60 place-items-center">
    <title>{pageTitle('Post')}</title>
    <Spinner />
  </div>
);

/** The list of communities is for signed-in people; a visitor may be a member who is signed out. */
function WayUp() {
  const { communityId = '', postId = '' } = useParams();
  // The server's page is the same for all addresses without a post.
  const back = useSessionState() === 'unknown' ? undefined : paths.communityPost(communityId, postId);
  return useIsMemberPage() ? (
    <Link to={paths.community()} className={wayClass}>
      Back to Communities
    </Link>
  ) : (
    <Link to={paths.login(back)} className={wayClass}>
      Sign in to see members’ posts
    </Link>
  );
}

const failed = {
  heading: 'Post',
  fallback: 'Failed to fetch the post',
  gone: { heading: 'Post not found', text: 'It may have been deleted, or only members can see it.' },
  above: <WayUp />,
};

const frameOf = (
  communityId: string,
  postId: string,
  community: CommunityPage | null = null,
  comments: WrittenList = null,
): PublicFrame<CallResponse<'GET /community/{id}/posts/{postId}'>, CommunityPost> => ({
  query: { ...postQuery(communityId, postId), select: ({ data }) => data },
  pending: <Pending />,
  failed,
  title: titleOfPost,
  children: (post) => <InCommunity key={postId} post={post} given={community} comments={comments} />,
});

export default function CommunityPostScreen({ loaderData, params }: Route.ComponentProps) {
  const { community, post, comments } = loaderData;
  return (
    <MatureCommunity community={community}>
      <CommunityPostView {...params} given={post} community={community} comments={comments} />
    </MatureCommunity>
  );
}

interface Props {
  communityId: string;
  postId: string;
  /** What visitors see; null on a member's page. */
  given?: CommunityPost | null;
  community?: CommunityPage | null;
  comments?: WrittenList;
}

/** A post with its comments. */
export const CommunityPostView = ({
  communityId,
  postId,
  given = null,
  community = null,
  comments,
}: Props) => <PublicPage given={given} {...frameOf(communityId, postId, community, comments)} />;

export function ErrorBoundary() {
  const { communityId = '', postId = '' } = useParams();
  return <PublicPageFailed {...frameOf(communityId, postId)} />;
}

interface InCommunityProps {
  post: CommunityPost;
  given: CommunityPage | null;
  comments: WrittenList;
}

/** The post's community says what its viewer may do. */
function InCommunity({ post, given, comments }: InCommunityProps) {
  const signedIn = useSessionState() === 'member';
  const own = useQuery({ ...communityQuery(post.community), enabled: signedIn });
  if (own.isLoadingError || isGone(own.error))
    return <PageFailed {...failed} error={own.error} onRetry={() => void own.refetch()} />;
  const community = own.data?.data ?? given;
  return community === null ? (
    <Pending />
  ) : (
    <Page post={post} community={community} written={signedIn ? null : comments} />
  );
}

interface PageProps {
  post: CommunityPost;
  community: CommunityPage;
  written: WrittenList;
}

function Page({ post, community, written }: PageProps) {
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
        <div className="-ms-3 flex min-h-11 flex-wrap items-center">
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
      {!post.isHeld && (
        <PostComments post={post} written={written} community={community} subject={subject} banOf={banOf} />
      )}
      {dialog}
    </div>
  );
}

interface CommentsProps {
  post: CommunityPost;
  written: WrittenList;
  community: CommunityPage;
  subject: CommentSubject;
  banOf: ReturnType<typeof useBanMenu>['banOf'];
}

/** The comments on a post, loaded after it once the reader comes near. */
function PostComments({
  post: { author, commentsCount },
  written,
  community,
  subject,
  banOf,
}: CommentsProps) {
  const linkedId = useQueryString().get('comment');
  const count = useCommentsCount(subject) ?? commentsCount;
  const section = useRef<HTMLElement>(null);
  const morePeople = useMemo(() => membersNamed(community._id), [community._id]);
  const [near, opened] = [useNear(section), useOpened()];
  return (
    <section ref={section} aria-labelledby="comments-title" className="mt-8">
      <h2 id="comments-title" className="mb-4 font-serif text-2xl">
        Comments <span className="text-lg text-muted tabular-nums">{count.toLocaleString('en')}</span>
      </h2>
      {(near && opened) || linkedId !== null ? (
        <Comments
          subject={subject}
          author={author}
          canModerate={isModerator(community)}
          banOf={banOf}
          morePeople={morePeople}
          linkedId={linkedId}
          written={written ?? undefined}
        />
      ) : (
        writtenOn(subject, written)
      )}
    </section>
  );
}
