import type { PlaceInSeries } from '@inkling/contract/series';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

type Part = NonNullable<PlaceInSeries['next']>;

/** 'Part 2 of The Tides' on the page of a story, with the parts before and after it. */
export function SeriesLine({ place }: { place: PlaceInSeries | null }) {
  if (place === null) return null;
  const { _id, name, part, previous, next } = place;
  return (
    <nav aria-label="Series" className="rounded-lg border border-line bg-raised px-4 py-2">
      <p>
        Part {part} of{' '}
        <Link to={paths.series(_id)} className="link inline-block py-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
      </p>
      {(previous !== null || next !== null) && (
        <p className="flex flex-wrap gap-x-6">
          {previous !== null && <Neighbor part={previous} label="Previous" />}
          {next !== null && <Neighbor part={next} label="Next" />}
        </p>
      )}
    </nav>
  );
}

function Neighbor({ part, label }: { part: Part; label: 'Previous' | 'Next' }) {
  const Arrow = label === 'Next' ? ArrowRight : ArrowLeft;
  return (
    <Link
      to={paths.story(part._id)}
      className="flex min-h-11 max-w-full min-w-0 items-center gap-2 hover:underline"
    >
      <Arrow aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
      <span className="text-sm text-muted">{label}:</span>
      <bdi lang={part.language} className="truncate">
        {part.title}
      </bdi>
    </Link>
  );
}
