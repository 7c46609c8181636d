import { callQuery, useCall } from '../../lib/query.ts';

export const betaLinksQuery = (id: string) =>
  callQuery('GET /chapters/{id}/beta-links', { params: { id } }, { tags: ['betaLinks'] });

export const useCreateBetaLink = () =>
  useCall('POST /chapters/{id}/beta-links', { errors: 'inline', touches: ['betaLinks'] });

export const useRevokeBetaLink = () =>
  useCall('DELETE /chapters/{id}/beta-links/{linkId}', {
    success: 'Link revoked.',
    fallback: 'Failed to revoke the link.',
    touches: ['betaLinks'],
    rechecks: ['betaLinks'],
  });

/** The chapter of a link. It stays as it was opened, so that readers do not lose their place to a newer version. */
export const betaChapterQuery = (token: string) => ({
  ...callQuery('POST /beta-links/read', { body: { token } }),
  staleTime: Number.POSITIVE_INFINITY,
});
