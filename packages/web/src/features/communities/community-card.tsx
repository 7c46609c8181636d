import type { Community, CommunityCategory } from '@inkling/contract/communities';
import { imageSources } from '@inkling/contract/files';
import { Lock } from 'lucide-react';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';

/** What each category is called. */
export const categoryNames: Record<CommunityCategory, string> = {
  general: 'General',
  genre: 'Genre',
  book_club: 'Book club',
  writing_group: 'Writing group',
};

interface Props {
  community: Pick<Community, '_id' | 'name' | 'category' | 'image'>;
  sizes: string;
  eager?: boolean;
}

/** A community's image, else a cover that is drawn from its name and category. */
export const CommunityCover = ({ community: { _id, name, category, image }, sizes, eager }: Props) => (
  <Cover
    id={_id}
    title={name}
    author={categoryNames[category]}
    image={image}
    sources={imageSources(image)}
    sizes={sizes}
    {...(eager && { eager })}
  />
);

/** 'Private', with a lock. */
export const PrivateMark = () => (
  <span className="inline-flex items-center gap-1">
    <Lock aria-hidden="true" className="size-4 shrink-0" />
    Private
  </span>
);

const roleNames = { founder: 'Founder', moderator: 'Moderator', member: 'Member' };

/** A community in a list. The whole card is its link. */
function CommunityCard({ community }: { community: Community }) {
  const { _id, name, description, category, isPrivate, memberCount, membership, role, hasUnread } = community;
  return (
    <article className="relative flex h-full gap-4 rounded-lg border border-line bg-raised p-3 hover:border-control sm:p-4">
      <div className="w-20 shrink-0 sm:w-24">
        <CommunityCover community={community} sizes="96px" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <h3 className="line-clamp-2 font-serif text-lg leading-snug wrap-anywhere" dir="auto">
          <Link to={paths.community(_id)} className="card-link hover:underline">
            {name}
          </Link>{' '}
          {hasUnread && (
            <span className="ms-1 inline-block size-2.5 rounded-full bg-accent align-middle">
              <span className="sr-only">New posts</span>
            </span>
          )}
        </h3>
        <p className="mt-1 line-clamp-3 text-sm text-muted wrap-anywhere" dir="auto">
          {description}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-muted tabular-nums">
          <span>{categoryNames[category]}</span>
          <span>
            {compactNumber(memberCount)} {memberCount === 1 ? 'member' : 'members'}
          </span>
          {isPrivate && <PrivateMark />}
          {role !== null && <Badge>{roleNames[role]}</Badge>}
          {membership === 'requested' && <Badge>Requested</Badge>}
        </p>
      </div>
    </article>
  );
}

const gridClass = 'grid gap-4 md:grid-cols-2 2xl:grid-cols-3';

interface GridProps {
  communities: Community[];
  ref?: Ref<HTMLUListElement>;
}

/** Communities as cards. */
export const CommunityGrid = ({ communities, ref }: GridProps) => (
  <ul ref={ref} className={gridClass}>
    {communities.map((community) => (
      <li key={community._id} className="min-w-0">
        <CommunityCard community={community} />
      </li>
    ))}
  </ul>
);

const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder for communities as cards, below a heading. */
export const CommunityGridSkeleton = ({ hasHeading = false }: { hasHeading?: boolean }) => (
  <>
    {hasHeading && <div className={`mb-4 h-8 w-48 ${pulse}`} />}
    <div aria-busy="true" className={gridClass}>
      <span className="sr-only" role="status">
        Loading…
      </span>
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="flex gap-4 rounded-lg border border-line bg-raised p-3 sm:p-4">
          <div className={`aspect-3/4 w-20 shrink-0 sm:w-24 ${pulse}`} />
          <div className="flex-1 space-y-2">
            <div className={`h-6 w-3/5 ${pulse}`} />
            <div className={`h-12 w-full ${pulse}`} />
            <div className={`h-5 w-2/5 ${pulse}`} />
          </div>
        </div>
      ))}
    </div>
  </>
);
