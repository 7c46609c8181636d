import { chapterName } from '@inkling/contract/chapter-title';
import type { CommunityPost } from '@inkling/contract/communities';
import { Heart, Lock, Pin } from 'lucide-react';
import { Link } from 'react-router';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { useIsMemberPage } from '../../lib/session.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { displayNameOf, hasDisplayName } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { useLikePost } from './communities.api.ts';

interface Props {
  post: CommunityPost;
}

/** Who wrote a post, when, and its badges. */
export function PostByline({ post }: Props) {
  const { author, createdAt, editedAt, isPinned, isLocked, chapter } = post;
  return (
    <div className="flex items-center gap-3">
      <PersonAvatar person={author} size={36} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Link
          to={paths.person(author.username)}
          className="relative z-10 inline-block max-w-full min-h-6 leading-6 font-semibold text-text wrap-anywhere hover:underline"
        >
          <bdi>{displayNameOf(author)}</bdi>
        </Link>
        {hasDisplayName(author) && <bdi className="max-w-full wrap-anywhere">@{author.username}</bdi>}
        <span className="tabular-nums">
          <RelativeTime iso={createdAt} />
          {editedAt !== null && ' (edited)'}
        </span>
        {isPinned && (
          <Badge tone="accent">
            <Pin aria-hidden="true" className="size-3.5" />
            Pinned
          </Badge>
        )}
        {isLocked && (
          <Badge>
            <Lock aria-hidden="true" className="size-3.5" />
            Locked
          </Badge>
        )}
        {chapter !== null && <Badge>Up to {chapterName(chapter)}</Badge>}
      </p>
    </div>
  );
}

/** The tags of a post, each leading to the posts with it. */
export function PostTags({ community, tags }: { community: string; tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            to={paths.taggedPosts(community, tag)}
            className="relative z-10 inline-block min-h-6 max-w-full rounded-full bg-sunken px-3 py-0.5 text-sm text-muted wrap-anywhere hover:text-text"
          >
            <bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface LikeProps extends Props {
  /** False for banned people, who see only the number. */
  canLike: boolean;
}

/** Likes and unlikes a post; visitors sign in first. */
export function LikePost({ post, canLike }: LikeProps) {
  const like = useLikePost(post);
  const isMember = useIsMemberPage();
  const likes = shownCount(post.likes, post.isLiked, like.on);
  if (!canLike)
    return (
      <p className="flex min-h-11 items-center px-3 text-muted tabular-nums">{pluralize(likes, 'like')}</p>
    );
  if (!isMember)
    return (
      <Link
        to={paths.login(paths.communityPost(post.community, post._id))}
        aria-label={`Like${likes > 0 ? `, ${likes.toLocaleString('en')}` : ''}: sign in first`}
        className={`relative z-10 ${buttonClass('subtle')}`}
      >
        <Heart aria-hidden="true" className="size-5" />
        {likes > 0 ? <span className="tabular-nums">{compactNumber(likes)}</span> : 'Like'}
      </Link>
    );
  return (
    <Button
      variant="subtle"
      className="relative z-10"
      aria-label={likes > 0 ? `Like, ${likes.toLocaleString('en')}` : 'Like'}
      aria-pressed={like.on}
      busy={like.busy}
      onClick={like.toggle}
    >
      <Heart aria-hidden="true" className={`size-5 ${like.on ? 'fill-accent text-accent' : ''}`} />
      {likes > 0 ? <span className="tabular-nums">{compactNumber(likes)}</span> : 'Like'}
    </Button>
  );
}
