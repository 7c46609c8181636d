import type { LogEntry, LoggedAction } from '@inkling/contract/measures';
import type { Author } from '@inkling/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { logQuery } from '../../features/measures/log.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** What was decided and administered, for admins. */
export default function AdminLogScreen() {
  return (
    <AdminOnly heading="Log">
      <title>{pageTitle('Log')}</title>
      <Log />
    </AdminOnly>
  );
}

function Log() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const person = search.get('person') ?? '';
  const query = useQuery(logQuery(page, person));
  const list = useRef<HTMLUListElement>(null);
  const { data } = query;
  const show = (next: { page?: number; person?: string }) => {
    const { page: to = 1, person: whose = person } = next;
    setSearch({ ...(whose !== '' && { person: whose }), ...(to > 1 && { page: String(to) }) });
  };
  const filter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('person');
    if (typeof typed === 'string') show({ person: typed.trim() });
  };
  return (
    <div className="max-w-3xl space-y-6">
      <h1 className="font-serif text-3xl sm:text-4xl">Log</h1>
      <p className="text-muted">
        Decisions and admin actions, newest first. Entries are never removed, but names disappear when their
        accounts are deleted.
      </p>
      <form key={person} onSubmit={filter} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <TextField
            label="Username"
            name="person"
            defaultValue={person}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Button type="submit">Filter</Button>
        {person !== '' && <Button onClick={() => show({ person: '' })}>Show everything</Button>}
      </form>
      <QueryState query={query} fallback="Failed to fetch the log" pending={<TextSkeleton lines={8} />} />
      {data?.data.length === 0 && (
        <p className="text-muted">
          {person === '' ? 'Nothing has been logged yet.' : `Nothing by or about ${person}.`}
        </p>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Log"
        className="divide-y divide-line border-line outline-none empty:hidden"
      >
        {data?.data.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ul>
      {data !== undefined && (
        <Pager
          page={page}
          totalPages={data.pagination.totalPages}
          onChange={(next) => {
            list.current?.focus();
            show({ page: next });
          }}
        />
      )}
    </div>
  );
}

const actionNames: Record<LoggedAction, string> = {
  applied: 'took a measure',
  lifted: 'lifted a measure',
  ended: 'ended an expired measure',
  appealed: 'appealed',
  granted: 'granted an appeal',
  refused: 'declined an appeal',
  dismissed: 'dismissed a report',
  'admin-granted': 'made someone an admin',
  'admin-revoked': 'removed an admin',
  'moderator-granted': 'made someone a moderator',
  'moderator-revoked': 'removed a moderator',
  'story-picked': 'picked a story',
  'story-unpicked': 'removed a pick',
  'genre-created': 'added a genre',
  'genre-changed': 'changed a genre',
  'genre-deleted': 'deleted a genre',
  'plan-given': 'gave a plan',
  'plan-taken-back': 'took a plan back',
  'settings-changed': 'changed settings',
  'invitation-created': 'created an invitation',
  'invitation-revoked': 'revoked an invitation',
  'person-approved': 'approved an account',
  'person-refused': 'declined an account',
  'sessions-ended': 'signed someone out everywhere',
  exported: 'exported someone’s data',
  'deletion-requested': 'scheduled an account for deletion',
  'job-retried': 'retried a job',
  'job-canceled': 'canceled a job',
};

const Name = ({ person }: { person: Author }) => (
  <Link to={paths.person(person.username)} className="link" dir="auto">
    {displayNameOf(person)}
  </Link>
);

function Entry({ entry: { at, action, by, isByPerson, person, title, detail } }: { entry: LogEntry }) {
  return (
    <li className="py-3 wrap-anywhere">
      <p>
        {by === null ? isByPerson ? 'A deleted account' : 'The system' : <Name person={by} />}{' '}
        {actionNames[action]}
        {detail !== '' && ` (${detail})`}
        {title !== '' && (
          <>
            : <bdi>{title}</bdi>
          </>
        )}
      </p>
      <p className="text-sm text-muted">
        <RelativeTime iso={at} />
        {person !== null && (
          <>
            {' · about '}
            <Name person={person} />
          </>
        )}
      </p>
    </li>
  );
}
