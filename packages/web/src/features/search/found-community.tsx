import { imageSources } from '@inkling/contract/files';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Cover } from '../../ui/cover.tsx';

interface Props {
  community: CallResponse<'GET /search/communities'>['data'][number];
}

/** A community in the results of a search. The whole row is its link. */
export function FoundCommunityCard({ community: { _id, name, avatar, membersCount, description } }: Props) {
  return (
    <article className="relative flex items-start gap-3 py-4">
      <span className="w-14 shrink-0">
        <Cover
          id={_id}
          title={name}
          author="Community"
          image={avatar}
          sources={imageSources(avatar)}
          sizes="56px"
        />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-serif text-lg leading-snug wrap-anywhere" dir="auto">
          <Link to={paths.community(_id)} className="card-link hover:underline">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-muted tabular-nums">
          {compactNumber(membersCount)} {membersCount === 1 ? 'member' : 'members'}
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere" dir="auto">
          {description}
        </p>
      </div>
    </article>
  );
}
