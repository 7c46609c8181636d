import type { InboxKind, InboxShow } from '@inkling/contract/inbox';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ClientLoaderFunctionArgs, Link } from 'react-router';
import { ShowNew } from '../../features/comments/new-comments.tsx';
import { inboxQuery, inboxStoriesQuery, useAddedToInbox, useInbox } from '../../features/inbox/inbox.api.ts';
import { InboxRow } from '../../features/inbox/inbox-row.tsx';
import {
  type InboxView,
  inboxAddress,
  inboxKinds,
  inboxShows,
  isNarrowed,
  parseInbox,
} from '../../features/inbox/inbox-view.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { useMarkRead } from '../../features/notifications/notifications.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  prefetch(inboxQuery(parseInbox(new URL(request.url).search)));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

const showNames: Record<InboxShow, string> = { all: 'Everything', new: 'New', unanswered: 'Unanswered' };
const kindNames: Record<InboxKind, string> = {
  comment: 'Comments',
  review: 'Reviews',
  mention: 'Mentions and replies elsewhere',
};
const shows = inboxShows.map((show) => [show, showNames[show]] as const);
const kinds = [['', 'All types'] as const, ...inboxKinds.map((kind) => [kind, kindNames[kind]] as const)];

/** What people wrote to an author: comments and reviews of all their stories, to answer in place. */
export default function Inbox() {
  const { view, change, reset } = useViewInAddress(inboxAddress);
  const { first, pages, items, hasMore } = useInbox(view);
  const stories = useQuery(inboxStoriesQuery).data?.data;
  const me = useMe();
  const read = useMarkRead();
  const added = useAddedToInbox(view, first.data);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const storyOptions = [
    ['', 'All stories'] as const,
    ...(stories ?? []).map(({ _id, title }) => [_id, title] as const),
  ];
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Inbox')}</title>
      <BackLink to={paths.write}>Back to your stories</BackLink>
      <h1 ref={heading} tabIndex={-1} className="mb-6 font-serif text-3xl outline-none sm:text-4xl">
        Inbox
      </h1>
      <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <ToolbarChoice
          label="Show"
          options={shows}
          value={view.show}
          onChange={(show) => change({ show })}
          className="sm:w-40"
        />
        <ToolbarChoice
          label="Type"
          options={kinds}
          value={view.kind ?? ''}
          onChange={(kind) => change({ kind: kind === '' ? null : kind })}
          className="sm:w-40"
        />
        <ToolbarChoice
          label="Story"
          options={storyOptions}
          value={view.story ?? ''}
          onChange={(story) => change({ story: story === '' ? null : story })}
          className="max-sm:col-span-2 sm:w-56"
        />
        <Button
          className="max-sm:col-span-2"
          disabled={!first.data?.newCount}
          onClick={() => {
            heading.current?.focus();
            if (first.data) read.inbox(first.data.asOf, view);
          }}
        >
          Mark all as read
        </Button>
      </div>
      <ShowNew
        label={added > 0 ? `${added.toLocaleString('en')} new` : null}
        busy={first.isFetching}
        onShow={async () => {
          await first.refetch();
          list.current?.focus();
        }}
      />
      {first.data === undefined || me === undefined ? (
        <QueryState
          query={first}
          fallback="Failed to fetch your inbox"
          pending={<ResultsSkeleton titled />}
        />
      ) : items.length === 0 ? (
        <Nothing view={view} hasStories={stories?.length !== 0} onReset={reset} />
      ) : (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="Inbox"
            aria-busy={first.isPlaceholderData || undefined}
            className="divide-y divide-line outline-none"
          >
            {items.map((item) => (
              <InboxRow key={item._id} item={item} me={me} list={list} />
            ))}
          </ul>
          <ShowMore
            list={list}
            items="comments"
            shown={items.length}
            total={hasMore ? items.length + 1 : items.length}
            pages={pages}
            countedElsewhere
          />
        </>
      )}
    </div>
  );
}

interface NothingProps {
  view: InboxView;
  hasStories: boolean;
  onReset: () => void;
}

function Nothing({ view, hasStories, onReset }: NothingProps) {
  if (!isNarrowed(view)) {
    return hasStories ? (
      <EmptyState title="Nothing here yet">
        When readers comment on or review your stories, you can reply here.
      </EmptyState>
    ) : (
      <EmptyState
        title="No published stories yet"
        action={
          <Link to={paths.write} className="link">
            Go to your stories
          </Link>
        }
      >
        Once you publish one, you can reply to comments and reviews here.
      </EmptyState>
    );
  }
  const isCaughtUp = view.show === 'new' && view.kind === null && view.story === null;
  return (
    <EmptyState
      title={isCaughtUp ? 'You’re all caught up' : 'Nothing matches'}
      action={<Button onClick={onReset}>Show everything</Button>}
    >
      {isCaughtUp ? 'New comments and reviews will appear here.' : 'Try other filters, or show everything.'}
    </EmptyState>
  );
}
