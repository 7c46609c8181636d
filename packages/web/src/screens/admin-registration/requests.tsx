import type { SignupRequest } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { signupRequestsQuery, useDecideSignupRequest } from '../../features/account/signups.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The people who wait for the approval of their account, the longest first. */
export function Requests() {
  const [page, setPage] = useState(1);
  const query = useQuery(signupRequestsQuery(page));
  const decide = useDecideSignupRequest();
  const [refused, setRefused] = useState<SignupRequest | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const data = query.data;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" ref={heading} tabIndex={-1} className="mb-3 font-serif text-2xl outline-none">
        Waiting for approval
      </h2>
      <QueryState
        query={query}
        fallback="Failed to fetch the requests"
        pending={<TextSkeleton lines={3} />}
      />
      {data?.data.length === 0 && <p className="text-muted">No one is waiting.</p>}
      <ul aria-label="Waiting for approval" className="divide-y divide-line border-line empty:hidden">
        {data?.data.map((request) => (
          <li key={request.person._id} className="space-y-2 py-4">
            <p className="wrap-anywhere">
              <bdi className="font-semibold">{displayNameOf(request.person)}</bdi>{' '}
              <span className="text-muted">
                @{request.person.username} · {request.emailDomain}
                {request.isVerified ? ', verified' : ', not verified'} ·{' '}
                <RelativeTime iso={request.createdAt} />
              </span>
            </p>
            {request.words !== '' && (
              <p dir="auto" className="max-w-[66ch] whitespace-pre-line wrap-anywhere">
                {request.words}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                variant="primary"
                busy={decide.isPending}
                aria-label={`Approve ${request.person.username}`}
                onClick={() => {
                  heading.current?.focus();
                  decide.mutate({ params: { id: request.person._id }, body: { approves: true } });
                }}
              >
                Approve
              </Button>
              <Button aria-label={`Decline ${request.person.username}`} onClick={() => setRefused(request)}>
                Decline
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {data !== undefined && <Pager page={page} totalPages={data.pagination.totalPages} onChange={setPage} />}
      <ConfirmDialog
        open={refused !== null}
        onOpenChange={() => setRefused(null)}
        title={`Decline ${refused?.person.username}’s request?`}
        confirm="Decline"
        danger
        busy={decide.isPending}
        returnTo={heading}
        onConfirm={() =>
          refused &&
          decide.mutate(
            { params: { id: refused.person._id }, body: { approves: false } },
            { onSettled: () => setRefused(null) },
          )
        }
      >
        <p>They’ll get an email, and everything they entered will be deleted.</p>
      </ConfirmDialog>
    </section>
  );
}
