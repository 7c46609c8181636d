import type { Story } from '@inkling/contract/stories';
import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { markStale, useCall } from '../../lib/query.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { updateCachedStory } from './stories.api.ts';

/**
 * Likes and unlikes a story; the count comes from the server's response. `disabled`: without a connection, except where
 * stories are kept on the device, where the like waits for it.
 */
export function useLike({ _id: id, isLiked }: Story) {
  const disabled = useConnection() !== 'online' && !hasWorker();
  const client = useQueryClient();
  const meta = { fallback: 'Failed to like story' };
  const onSuccess = ({ liked, likes }: CallResponse<'POST /stories/{id}/like'>) => {
    updateCachedStory(client, id, ({ stats }) => ({ isLiked: liked, likes, stats: { ...stats, likes } }));
    // Not as `meta.touches`: the button does not wait for the lists.
    void markStale(client, ['library']);
  };
  const like = useCall('POST /stories/{id}/like', meta, onSuccess);
  const unlike = useCall('DELETE /stories/{id}/like', meta, onSuccess);
  const toggle = useToggle(
    isLiked,
    async (wanted) => (await (wanted ? like : unlike).mutateAsync({ params: { id } })).liked,
  );
  return { ...toggle, disabled };
}
