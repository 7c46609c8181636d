import type { CommunityPage } from '@inkling/contract/communities';
import type { Author } from '@inkling/contract/users';
import { useCallback, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
import { canBan } from './communities.api.ts';

// Lazy, because only the founder and moderators need it.
const BanDialog = lazyComponent(async () => (await import('./ban-dialog.tsx')).BanDialog);

/**
 * For the menus beside posts and comments: `banOf` gives what opens the dialog about banning an author, undefined if the viewer
 * can't ban them; `dialog` is that dialog.
 */
export function useBanMenu(community: CommunityPage) {
  const viewerId = useMe()?._id;
  const [person, setPerson] = useState<Author | null>(null);
  const banOf = useCallback(
    (author: Author) => (canBan(community, author._id, viewerId) ? () => setPerson(author) : undefined),
    [community, viewerId],
  );
  const dialog = person !== null && (
    <BanDialog communityId={community._id} person={person} onClose={() => setPerson(null)} />
  );
  return { banOf, dialog };
}
