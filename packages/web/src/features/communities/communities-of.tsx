import type { Community } from '@inkling/contract/communities';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { authorCommunitiesQuery, storyCommunitiesQuery } from './communities.api.ts';
import { CommunityGrid } from './community-card.tsx';

type Response = CallResponse<'GET /stories/{id}/communities'>;

/** Links to the communities of a story, near the top of its page. Nothing without any, or if they cannot be fetched. */
export function StoryCommunities({ storyId }: { storyId: string }) {
  const communities: Community[] = useQuery(storyCommunitiesQuery(storyId)).data?.data ?? [];
  if (communities.length === 0) return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3">
      <span className="text-muted">{communities.length === 1 ? 'Community:' : 'Communities:'}</span>
      {communities.map(({ _id, name }) => (
        <Link
          key={_id}
          to={paths.community(_id)}
          className="link inline-flex min-h-11 items-center wrap-anywhere"
        >
          <bdi>{name}</bdi>
        </Link>
      ))}
    </p>
  );
}

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
