import type { CommunityPost } from '@inkling/contract/communities';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { FoldedText } from '../../ui/folded-text.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { PersonMenuButton } from '../blocks/person-menu-button.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { postQuery } from './communities.api.ts';
import { plainText } from './post-marks.ts';
import { LikePost, PostByline, PostTags } from './post-parts.tsx';

/** Why a post is folded, as other texts that may give something away. */
export const foldedReason = 'This is about a chapter you haven’t reached yet.';

interface Props {
  post: CommunityPost;
  viewerId: string | undefined;
  canLike: boolean;
  /** Names the community, where posts of several are listed. */
  communityName?: string;
  /** Asks about banning the author; undefined if the viewer can’t. */
  onBan: (() => void) | undefined;
}

/** A post in the list of its community, with the beginning of its text. */
export function ListedPost({ post, viewerId, canLike, communityName, onBan }: Props) {
  const { _id, community, author } = post;
  const { unfolded, fold } = useUnfolded(
    post.isFolded,
    postQuery(community, _id, true),
    'Failed to fetch this post.',
  );
  // Likes reach the list first.
  const shown = unfolded ? { ...unfolded.data, likes: post.likes, isLiked: post.isLiked } : post;
  const { title, content, tags, commentsCount } = shown;
  return (
    <article
      aria-label={`Post by ${displayNameOf(author)}`}
      className="relative rounded-lg border border-line bg-raised p-4 hover:border-control"
    >
      {communityName !== undefined && (
        <p className="mb-2 text-sm">
          <Link
            to={paths.community(community)}
            className="link relative z-10 inline-block min-h-6 wrap-anywhere"
          >
            <bdi>{communityName}</bdi>
          </Link>
        </p>
      )}
      <PostByline post={shown} />
      {post.isHeld && <HeldNote kind="post" />}
      {title === null ? (
        <div className="relative z-10">
          <FoldedText name={`post by ${displayNameOf(author)}`} {...fold}>
            {foldedReason}
          </FoldedText>
        </div>
      ) : (
        <div className="mt-3 space-y-2">
          <h3 className="font-serif text-xl leading-snug wrap-anywhere" dir="auto">
            <Link to={paths.communityPost(community, _id)} className="card-link hover:underline">
              {title}
            </Link>
          </h3>
          <p className="line-clamp-4 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
            {plainText(content ?? '')}
          </p>
          <PostTags community={community} tags={tags} />
        </div>
      )}
      {!post.isHeld && (
        <div className="-ms-3 -mb-2 mt-1 flex items-center">
          <LikePost post={shown} canLike={canLike} />
          <span className="inline-flex items-center gap-2 px-3 text-muted tabular-nums">
            <MessageCircle aria-hidden="true" className="size-5" />
            <span aria-hidden="true">{compactNumber(commentsCount)}</span>
            <span className="sr-only">{pluralize(commentsCount, 'comment')}</span>
          </span>
          {viewerId !== undefined && viewerId !== author._id && (
            <span className="relative z-10">
              <PersonMenuButton
                person={author}
                reports={[{ kind: 'post', id: _id, isInCommunity: true }]}
                onBan={onBan}
              />
            </span>
          )}
        </div>
      )}
    </article>
  );
}
