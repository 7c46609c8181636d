import type { CommunityPost } from '@inkling/contract/communities';
import { type Ref, useState } from 'react';
import { PersonMenuButton } from '../../features/blocks/person-menu-button.tsx';
import { useModeratePost } from '../../features/communities/communities.api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

const DeletePost = lazyComponent(async () => (await import('./delete-post.tsx')).DeletePost);

interface Props {
  post: CommunityPost;
  isMine: boolean;
  isSignedIn: boolean;
  /** Whether the viewer is founder or moderator. */
  canModerate: boolean;
  /** Asks about banning the author; undefined if the viewer can’t. */
  onBan: (() => void) | undefined;
  editButton: Ref<HTMLButtonElement>;
  /** Undefined while it is being edited. */
  onEdit: (() => void) | undefined;
}

/** Edit and delete for the author; pin, lock and delete for founder and moderators; mute, block, report and ban. */
export function PostActions({ post, isMine, isSignedIn, canModerate, onBan, editButton, onEdit }: Props) {
  const { isPinned, isLocked, isFolded } = post;
  const moderate = useModeratePost(post);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      {isMine && !isLocked && !isFolded && onEdit !== undefined && (
        <Button ref={editButton} variant="subtle" onClick={onEdit}>
          Edit
        </Button>
      )}
      {canModerate && (
        <>
          <Button variant="subtle" busy={moderate.busy} onClick={moderate.togglePin}>
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button variant="subtle" busy={moderate.busy} onClick={moderate.toggleLock}>
            {isLocked ? 'Unlock' : 'Lock'}
          </Button>
        </>
      )}
      {(isMine || canModerate) && (
        <Button variant="subtle" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isSignedIn && !isMine && (
        <PersonMenuButton
          person={post.author}
          reports={[{ kind: 'post', id: post._id, isInCommunity: true }]}
          onBan={onBan}
        />
      )}
      {isDeleting && <DeletePost post={post} onClose={() => setDeleting(false)} />}
    </>
  );
}
