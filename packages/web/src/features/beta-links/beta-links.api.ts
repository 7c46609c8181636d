import { callQuery, useCall } from '../../lib/query.ts';
import { readerSecret } from './reader-secret.ts';

export const betaLinksQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/beta-links', { params: { id: storyId } }, { tags: ['betaLinks'] });

export const useCreateBetaLink = () =>
  useCall('POST /stories/{id}/beta-links', { errors: 'inline', touches: ['betaLinks'] });

export const useChangeBetaLink = () =>
  useCall('PUT /stories/{id}/beta-links/{linkId}', {
    errors: 'inline',
    touches: ['betaLinks'],
    rechecks: ['betaLinks'],
  });

export const useRevokeBetaLink = () =>
  useCall('DELETE /stories/{id}/beta-links/{linkId}', {
    success: 'Link revoked.',
    fallback: 'Failed to revoke the link.',
    touches: ['betaLinks'],
    rechecks: ['betaLinks'],
  });

/** What beta readers wrote about one of the author's stories. */
export const betaCommentsQuery = (storyId: string, state: 'open' | 'resolved', page: number) =>
  callQuery(
    'GET /stories/{id}/beta-comments',
    { params: { id: storyId }, query: { state, page } },
    { tags: ['betaComments'] },
  );

export const useResolveBetaComment = () =>
  useCall('PUT /stories/{id}/beta-comments/{commentId}', {
    fallback: 'Failed to save this.',
    touches: ['betaComments'],
    rechecks: ['betaComments'],
  });

export const useRemoveBetaComment = () =>
  useCall('DELETE /stories/{id}/beta-comments/{commentId}', {
    success: 'Comment deleted.',
    fallback: 'Failed to delete the comment.',
    touches: ['betaComments'],
    rechecks: ['betaComments'],
  });

/** What shows that this browser has the link, and who reads in it. */
export const betaAccess = (token: string) => ({ token, secret: readerSecret() });

/** The chapters of a link. */
export const betaContentsQuery = (token: string) => ({
  ...callQuery('POST /beta-links/open', { body: betaAccess(token) }),
  // Which of them have changed is different after one is read.
  staleTime: 0,
});

/**
 * A chapter of a link. It stays as it was opened, so that readers do not lose their place to a newer version, until they
 * leave it.
 */
export const betaChapterQuery = (token: string, chapter: string) => ({
  ...callQuery('POST /beta-links/read', { body: { ...betaAccess(token), chapter } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export const useAddBetaComment = () => useCall('POST /beta-links/comments', { errors: 'inline' });

export const useChangeBetaComment = () => useCall('PUT /beta-links/comments/{id}', { errors: 'inline' });

export const useDeleteBetaComment = () =>
  useCall('DELETE /beta-links/comments/{id}', {
    success: 'Comment deleted.',
    fallback: 'Failed to delete the comment.',
  });
