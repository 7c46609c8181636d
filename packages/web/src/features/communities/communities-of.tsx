import type { Community } from '@inkling/contract/communities';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { authorCommunitiesQuery, storyCommunitiesQuery } from './communities.api.ts';
import { CommunityGrid } from './community-card.tsx';

type Response = CallResponse<'GET /stories/{id}/communities'>;

/** The communities of a story. Nothing without any, or if they cannot be fetched. */
export const StoryCommunities = ({ storyId }: { storyId: string }) => (
  <Listed query={storyCommunitiesQuery(storyId)} />
);

/** The communities of a person as an author. */
export const AuthorCommunities = ({ username }: { username: string }) => (
  <Listed query={authorCommunitiesQuery(username)} />
);

function Listed({ query }: { query: UseQueryOptions<Response, Error, Response, QueryKey> }) {
  const communities: Community[] = useQuery(query).data?.data ?? [];
  if (communities.length === 0) return null;
  return (
    <section aria-labelledby="communities">
      <h2 id="communities" className="mb-4 font-serif text-2xl">
        {communities.length === 1 ? 'Community' : 'Communities'}
      </h2>
      <CommunityGrid communities={communities} />
    </section>
  );
}
