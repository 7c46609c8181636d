import { type EmailQueue, isEmailQueue, type Job, type JobQueue } from '@inkling/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useSearchParams } from 'react-router';
import {
  type JobsOf,
  jobsQuery,
  queuesQuery,
  useCancelJob,
  useRetryJob,
} from '../../features/admin/admin.api.ts';
import { localMoment } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const emailNames: Record<EmailQueue, string> = {
  'account-emails': 'Account emails',
  'measure-emails': 'Decisions about people',
  'digest-emails': 'Notifications',
  'ereader-emails': 'Chapters to e-readers',
  'ereader-codes': 'Codes for e-readers',
  'contact-emails': 'Messages to you',
};

const nameOf = (queue: string): string => (isEmailQueue(queue) ? emailNames[queue] : queue);

const count = (number: number): string => number.toLocaleString('en');

/** The queues of emails, or of everything else, with how their jobs go. */
export function Queues({ of }: { of: JobsOf }) {
  const query = useQuery(queuesQuery);
  if (query.data === undefined)
    return (
      <QueryState query={query} fallback="Failed to fetch the queues" pending={<TextSkeleton lines={6} />} />
    );
  const queues = query.data.data.filter(({ sendsEmail }) => sendsEmail === (of === 'emails'));
  return (
    <>
      {of === 'emails' && (
        <p className="mt-2 text-muted">
          {count(query.data.emailsSent)} {query.data.emailsSent === 1 ? 'email was' : 'emails were'} sent in
          the last day.
        </p>
      )}
      {queues.length > 0 && (
        <ul aria-label="Queues" className="mt-4 divide-y divide-line border-y border-line">
          {queues.map((queue) => (
            <Queue key={queue.name} queue={queue} />
          ))}
        </ul>
      )}
    </>
  );
}

const Queue = ({ queue: { name, waiting, running, failed, lastRunAt } }: { queue: JobQueue }) => (
  <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
    <span className="min-w-0 font-semibold wrap-anywhere">{nameOf(name)}</span>
    <span className="text-muted tabular-nums">
      {count(waiting)} waiting, {running > 0 && `${count(running)} running, `}
      <span className={failed > 0 ? 'font-semibold text-danger-text' : ''}>{count(failed)} failed</span>,{' '}
      {lastRunAt === null ? (
        'none finished in the last day'
      ) : (
        <>
          last finished: <RelativeTime iso={lastRunAt} />
        </>
      )}
    </span>
  </li>
);

/** The jobs that have failed, and those that wait, each with what can be done. */
export function JobTabs({ of }: { of: JobsOf }) {
  const [search, setSearch] = useSearchParams();
  const shown = search.get('show') === 'waiting' ? 'waiting' : 'failed';
  return (
    <Tabs
      label="Jobs"
      tabs={[
        { id: 'failed', label: 'Failed', content: <Jobs of={of} state="failed" /> },
        { id: 'waiting', label: 'Waiting', content: <Jobs of={of} state="waiting" /> },
      ]}
      value={shown}
      onChange={(show) =>
        setSearch(show === 'failed' ? {} : { show }, { replace: true, preventScrollReset: true })
      }
    />
  );
}

function Jobs({ of, state }: { of: JobsOf; state: 'failed' | 'waiting' }) {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const jobs = useQuery(jobsQuery(of, state, page));
  const list = useRef<HTMLUListElement>(null);
  if (jobs.data === undefined)
    return (
      <QueryState query={jobs} fallback="Failed to fetch the jobs" pending={<TextSkeleton lines={6} />} />
    );
  const { data, pagination } = jobs.data;
  const show: Record<string, string> = state === 'failed' ? {} : { show: state };
  return (
    <>
      {data.length === 0 && (
        <p className="text-muted">
          {state === 'failed' ? 'Nothing has failed recently.' : 'Nothing is waiting.'}
        </p>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={state === 'failed' ? 'Failed jobs' : 'Waiting jobs'}
        className="divide-y divide-line outline-none"
      >
        {data.map((job) => (
          <JobRow key={job._id} job={job} list={list} />
        ))}
      </ul>
      <Pager
        page={page}
        totalPages={pagination.totalPages}
        onChange={(next) => setSearch({ ...show, page: String(next) })}
      />
    </>
  );
}

function JobRow({ job, list }: { job: Job; list: RefObject<HTMLElement | null> }) {
  const { _id: id, queue, state, attempts, createdAt, runAt, failedAt } = job;
  const [retry, cancel] = [useRetryJob(), useCancelJob()];
  const what = state === 'failed' ? retry : cancel;
  const verb = state === 'waiting' ? 'Cancel' : isEmailQueue(queue) ? 'Send again' : 'Run again';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{nameOf(queue)}</p>
        <p className="text-sm text-muted">
          Added <RelativeTime iso={createdAt} />,{' '}
          {attempts === 1
            ? 'tried once'
            : attempts === 0
              ? 'not tried yet'
              : `tried ${count(attempts)} times`}
          , {failedAt === null ? 'next try ' : 'failed '}
          <time dateTime={failedAt ?? runAt}>{localMoment(failedAt ?? runAt)}</time>
        </p>
      </div>
      <Button
        busy={what.isPending}
        onClick={() => what.mutate({ params: { id } }, { onSuccess: () => list.current?.focus() })}
      >
        {verb}
        <span className="sr-only"> ({nameOf(queue)})</span>
      </Button>
    </li>
  );
}
