import type { CommunityPage } from '@inkling/contract/communities';
import type { MetaDescriptor } from 'react-router';
import { beginningOf, communityPageMeta, forMatureReaders } from '../../features/communities/page-meta.ts';
import { pageTitle } from '../../lib/titles.ts';

/** Search engines index public communities whose founder allows it, except those about a mature story. */
export function communityMeta(
  shown: { community: CommunityPage | null; address: string } | null,
): MetaDescriptor[] {
  if (shown === null)
    return [{ title: pageTitle('Community not found') }, { name: 'robots', content: 'noindex' }];
  const { community, address } = shown;
  if (community === null) return [{ title: pageTitle('Community') }];
  const { name, description, isPrivate, isIndexed, isMature } = community;
  return communityPageMeta({
    community,
    title: pageTitle(name),
    name,
    description: isMature ? forMatureReaders : beginningOf(description),
    address,
    isIndexed: isIndexed && !isPrivate && !isMature,
    type: 'website',
  });
}
