import type { CommunityPage } from '@inkling/contract/communities';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import {
  bansQuery,
  requestsQuery,
  useDecideRequest,
  useLiftBan,
  useRefuseAppeal,
} from '../../features/communities/people.api.ts';
import { Quoted } from '../../features/measures/measure-facts.tsx';
import { QueueList } from '../../features/reports/queue-list.tsx';
import { communityQueueQuery } from '../../features/reports/reports.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { localDate } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { CommunityInvitations } from './invitations.tsx';
import { PersonLine } from './members.tsx';

interface Props {
  community: CommunityPage;
}

/** What was reported, requests to join, invitations and bans, for founder and moderators. Members are in About. */
export const Manage = ({ community }: Props) => (
  <div className="max-w-3xl space-y-10">
    <Reports community={community} />
    <Requests community={community} />
    <CommunityInvitations communityId={community._id} />
    <Bans community={community} />
    <p className="text-muted">
      To ban members or change their roles, use the member list under{' '}
      <Link to="?tab=about" replace preventScrollReset className="link">
        About
      </Link>
      .
    </p>
  </div>
);

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Reports({ community: { _id: id } }: Props) {
  const { first, all, pages } = useList(communityQueueQuery(id), ({ pagination }, page) =>
    pagination.hasMore ? communityQueueQuery(id, page) : null,
  );
  const entries = itemsOf(all);
  const total = first.data?.pagination.total ?? 0;
  return (
    <Section id="reports" title={total > 0 ? `Reports (${total.toLocaleString('en')})` : 'Reports'}>
      <QueueList
        label="Open reports"
        entries={entries}
        empty="Nothing to review."
        query={first}
        more={(list) => (
          <ShowMore list={list} items="reports" shown={entries.length} total={total} pages={pages} />
        )}
      />
    </Section>
  );
}

function Requests({ community: { _id: id, isPrivate } }: Props) {
  const { first, all, pages } = useList(requestsQuery(id), (_, page) => requestsQuery(id, page));
  const list = useRef<HTMLUListElement>(null);
  const decision = useDecideRequest();
  const requests = all.flatMap(({ data }) => data);
  const respond = (userId: string, accept: boolean) => {
    list.current?.focus();
    decision.mutate({ params: { id, userId }, body: { accept } });
  };
  if (!isPrivate && requests.length === 0) return null;
  return (
    <Section id="requests" title="Requests to join">
      <QueryState query={first} fallback="Failed to fetch requests" pending={<TextSkeleton lines={3} />} />
      {first.data !== undefined && requests.length === 0 && (
        <p className="mt-2 text-muted">No pending requests.</p>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Requests to join"
        className="divide-y divide-line outline-none"
      >
        {requests.map(({ user, createdAt }) => (
          <PersonLine key={user._id} person={user} below={`Requested on ${localDate(createdAt)}`}>
            <div className="flex gap-2">
              <Button
                variant="primary"
                busy={decision.isPending}
                aria-label={`Accept ${displayNameOf(user)}`}
                onClick={() => respond(user._id, true)}
              >
                Accept
              </Button>
              <Button
                busy={decision.isPending}
                aria-label={`Decline ${displayNameOf(user)}`}
                onClick={() => respond(user._id, false)}
              >
                Decline
              </Button>
            </div>
          </PersonLine>
        ))}
      </ul>
      <ShowMore
        list={list}
        items="people"
        shown={requests.length}
        total={first.data?.pagination.total ?? 0}
        pages={pages}
      />
    </Section>
  );
}

function Bans({ community: { _id: id } }: Props) {
  const { first, all, pages } = useList(bansQuery(id), (_, page) => bansQuery(id, page));
  const list = useRef<HTMLUListElement>(null);
  const lift = useLiftBan();
  const refuse = useRefuseAppeal();
  const bans = all.flatMap(({ data }) => data);
  return (
    <Section id="bans" title="Banned people">
      <QueryState query={first} fallback="Failed to fetch bans" pending={<TextSkeleton lines={3} />} />
      {first.data !== undefined && bans.length === 0 && <p className="mt-2 text-muted">No one is banned.</p>}
      <ul ref={list} tabIndex={-1} aria-label="Banned people" className="divide-y divide-line outline-none">
        {bans.map(({ user, reason, until, by, appeal }) => (
          <PersonLine
            key={user._id}
            person={user}
            below={
              <>
                <p className="text-text wrap-anywhere" dir="auto">
                  {reason}
                </p>
                {until === null ? 'No end date' : `Until ${localDate(until)}`}
                {by !== null && (
                  <>
                    {' '}
                    · banned by <bdi>{displayNameOf(by)}</bdi>
                  </>
                )}
                {appeal !== null && (
                  <Quoted name={appeal.isRefused ? 'Appeal (declined)' : 'Appeal'}>{appeal.text}</Quoted>
                )}
              </>
            }
          >
            {appeal?.isRefused === false && (
              <Button
                busy={refuse.isPending}
                aria-label={`Decline appeal: ${displayNameOf(user)}`}
                onClick={() => {
                  list.current?.focus();
                  refuse.mutate({ params: { id, userId: user._id } });
                }}
              >
                Decline appeal
              </Button>
            )}
            <Button
              busy={lift.isPending}
              aria-label={`Lift ban: ${displayNameOf(user)}`}
              onClick={() => {
                list.current?.focus();
                lift.mutate({ params: { id, userId: user._id } });
              }}
            >
              Lift ban
            </Button>
          </PersonLine>
        ))}
      </ul>
      <ShowMore
        list={list}
        items="people"
        shown={bans.length}
        total={first.data?.pagination.total ?? 0}
        pages={pages}
      />
    </Section>
  );
}
