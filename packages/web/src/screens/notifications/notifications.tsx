import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { dayLabel } from '../../features/library/history-days.ts';
import { notificationsQuery } from '../../features/notifications/bell.api.ts';
import { allKinds, isKind, kinds } from '../../features/notifications/kinds.ts';
import { NotificationRow } from '../../features/notifications/notification-row.tsx';
import { useMarkRead, useNotifications } from '../../features/notifications/notifications.api.ts';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { useToday } from '../../lib/today.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';

export const clientLoader = () => prefetch(notificationsQuery());
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** What happened since the reader was last here, by day. */
export default function Notifications() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('kind');
  const kind = isKind(asked) ? asked : undefined;
  const list = useNotifications(kind);
  const read = useMarkRead();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, first } = list;
  const choices = allKinds
    .filter((one) => one === kind || first.data?.kinds.includes(one))
    .map((one) => [one, kinds[one].name] as const);
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Notifications')}</title>
      <h1 ref={heading} tabIndex={-1} className="mb-6 font-serif text-3xl outline-none sm:text-4xl">
        Notifications
      </h1>
      <div className="mb-6 flex flex-wrap items-end gap-3">
        <ToolbarChoice
          label="Show"
          options={[['', 'Everything'] as const, ...choices]}
          value={kind ?? ''}
          onChange={(chosen) =>
            setSearch(chosen === '' ? {} : { kind: chosen }, { preventScrollReset: true })
          }
          className="max-sm:w-full sm:w-64"
        />
        <Button
          disabled={!first.data?.unreadCount}
          onClick={() => {
            heading.current?.focus();
            read.all();
          }}
        >
          Mark all as read
        </Button>
        <Link to={paths.notificationSettings} className={buttonClass('ghost')}>
          Settings
        </Link>
      </div>
      {first.data === undefined ? (
        <QueryState
          query={first}
          fallback="Failed to fetch your notifications"
          pending={<ResultsSkeleton titled />}
        />
      ) : items.length === 0 ? (
        <Nothing isNarrowed={kind !== undefined} />
      ) : (
        <>
          <Days items={items} />
          {list.hasMore && <More {...list.pages} />}
        </>
      )}
    </div>
  );
}

function Days({ items }: Pick<ReturnType<typeof useNotifications>, 'items'>) {
  const today = useToday();
  return [...Map.groupBy(items, ({ day }) => day)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mb-8">
      <h2 id={`day-${day}`} className="border-b border-line pb-2 font-serif text-2xl">
        {dayLabel(day, today)}
      </h2>
      <ul className="divide-y divide-line">
        {ofDay.map((item) => (
          <NotificationRow key={`${item.kind} ${item._id}`} item={item} />
        ))}
      </ul>
    </section>
  ));
}

function More({ busy, error, more }: ReturnType<typeof useNotifications>['pages']) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {error !== null && (
        <p role="status" className="text-muted">
          {messageOf(error, 'Failed to fetch your notifications')}
        </p>
      )}
      <Button busy={busy} onClick={more}>
        {error === null ? 'Show more' : 'Try again'}
      </Button>
    </div>
  );
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <EmptyState
    title={isNarrowed ? 'Nothing here' : 'You’re all caught up'}
    action={
      <Link to={isNarrowed ? paths.notifications : paths.discover} className="link">
        {isNarrowed ? 'Show everything' : 'Find a story to follow'}
      </Link>
    }
  >
    {isNarrowed
      ? 'You have no notifications of this kind.'
      : 'New chapters from the stories and authors you follow, and replies to you, will appear here.'}
  </EmptyState>
);
