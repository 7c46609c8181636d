import type { PublicProfile } from '@inkling/contract/profiles';
import { useRef } from 'react';
import { Link } from 'react-router';
import { seriesByQuery } from '../../features/series/series.api.ts';
import { SeriesCard } from '../../features/series/series-card.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';

const shownAtFirst = 6;

/**
 * An author's series, after their stories. Fetched once they are near the viewport; nothing is shown without any, or if
 * that fails.
 */
export function PersonSeries({ person }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near && <SeriesList person={person} />}</div>;
}

function SeriesList({ person: { _id, username } }: { person: Pick<PublicProfile, '_id' | 'username'> }) {
  const mine = useMe(false)?._id === _id;
  const queryOf = (page: number) => seriesByQuery(username, page, shownAtFirst);
  const { first, all, pages } = useList(queryOf(1), (_, page) => queryOf(page));
  const list = useRef<HTMLUListElement>(null);
  if (first.data === undefined || first.data.pagination.total === 0) return null;
  const series = itemsOf(all);
  const { total } = first.data.pagination;
  return (
    <section aria-labelledby="series">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="series" className="font-serif text-2xl">
          Series <span className="text-lg text-muted tabular-nums">{total}</span>
        </h2>
        {mine && (
          <Link to={paths.mySeries} className="link inline-flex min-h-11 items-center">
            Arrange my series
          </Link>
        )}
      </div>
      <ul ref={list} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {series.map((one) => (
          <li key={one._id} className="min-w-0">
            <SeriesCard series={one} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} items="series" shown={series.length} total={total} pages={pages} />
    </section>
  );
}
