import type { QueueEntry } from '@inkling/contract/reports';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { entryTitle, heldReason, outcomeOf, reasonNames, subjectLabel } from './report-text.ts';

interface Props {
  label: string;
  entries: QueueEntry[];
  /** What is shown without entries. */
  empty: string;
  query: Parameters<typeof QueryState>[0]['query'];
  /** The button for more. */
  more: (list: RefObject<HTMLUListElement | null>) => ReactNode;
}

/** Entries of a queue, each with a link to all about it. */
export function QueueList({ label, entries, empty, query, more }: Props) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <QueryState query={query} fallback="Failed to fetch reports" pending={<TextSkeleton lines={6} />} />
      {!query.isPending && query.error === null && entries.length === 0 && (
        <p className="mt-2 text-muted">{empty}</p>
      )}
      <ul ref={list} aria-label={label} className="divide-y divide-line">
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} />
        ))}
      </ul>
      {more(list)}
    </>
  );
}

function Row({ entry }: { entry: QueueEntry }) {
  const { _id, subjectKind, person, title, held, reporters, reasons, takenBy, createdAt, decision } = entry;
  // The text of a post begins with its title, which is above it.
  const excerpt = entry.excerpt.slice(entry.excerpt.startsWith(title) ? title.length : 0).trim();
  return (
    <li className="relative space-y-1 py-4 focus-within:bg-sunken hover:bg-sunken">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={paths.reports(_id)}
          className="card-link inline-block min-h-6 min-w-0 font-semibold wrap-anywhere hover:underline"
        >
          <bdi>{entryTitle(entry)}</bdi>
        </Link>
        <Badge>{subjectLabel(subjectKind)}</Badge>
        <Outcome entry={entry} />
      </div>
      {excerpt !== '' && (
        <p className="line-clamp-2 max-w-[66ch] wrap-anywhere" dir="auto">
          {excerpt}
        </p>
      )}
      {held !== null && <p className="text-sm">Held: {heldReason(held)}</p>}
      <p className="text-sm text-muted">
        {person !== null && (
          <>
            By <bdi>{displayNameOf(person)}</bdi> ·{' '}
          </>
        )}
        {reporters > 0 && (
          <>
            {pluralize(reporters, 'report')} · {reasons.map((reason) => reasonNames[reason]).join(', ')} ·{' '}
          </>
        )}
        <RelativeTime iso={createdAt} />
        {takenBy !== null && decision === null && (
          <>
            {' '}
            · <bdi>{displayNameOf(takenBy)}</bdi> is handling this
          </>
        )}
      </p>
    </li>
  );
}

const Outcome = ({ entry }: { entry: QueueEntry }) =>
  entry.decision !== null && (
    <span className="text-sm text-muted">
      {outcomeOf(entry)}
      {entry.decidedBy !== null && (
        <>
          {' '}
          by <bdi>{displayNameOf(entry.decidedBy)}</bdi>
        </>
      )}
    </span>
  );
