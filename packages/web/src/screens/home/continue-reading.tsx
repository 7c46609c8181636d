import type { ReadableEntry } from '@inkling/contract/library';
import { Link } from 'react-router';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Shelf } from '../../ui/shelf.tsx';

/** The stories in progress, or where to find the first one. */
export function ContinueReading({ entries }: { entries: ReadableEntry[] }) {
  if (entries.length === 0) {
    // As high as the shelf, whose placeholder is shown before it is known which of the two follows.
    return (
      <section aria-labelledby="reading" className="pb-3">
        <h2 id="reading" className="mb-3 truncate font-serif text-2xl max-[22.5rem]:text-xl/8">
          Your Reading Journey Awaits
        </h2>
        <div className="flex min-h-33 flex-col items-start justify-center gap-2 rounded-lg bg-sunken px-4 py-3 sm:px-6">
          <p className="text-muted">Stories you start will appear here, with your place saved.</p>
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        </div>
      </section>
    );
  }
  return (
    <Shelf title="Continue Reading" itemWidth="wide">
      {entries.map((entry) => (
        <ContinueCard key={entry._id} entry={entry} />
      ))}
    </Shelf>
  );
}
