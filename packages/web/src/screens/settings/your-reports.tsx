import type { OwnReport } from '@inkling/contract/reports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entryTitle, reasonNames, statusTexts, subjectLabel } from '../../features/reports/report-text.ts';
import { myReportsQuery } from '../../features/reports/reports.api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { Badge } from '../../ui/badge.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** What the reader has reported, and what became of it. */
export function YourReports() {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...myReportsQuery(page),
    enabled: useOpened(),
    placeholderData: keepPreviousData,
  });
  const { data: reports = [], pagination } = query.data ?? {};
  return (
    <div className="space-y-3">
      <QueryState query={query} fallback="Failed to fetch reports" pending={<TextSkeleton lines={1} />} />
      {pagination?.total === 0 && (
        <p className="text-muted">
          You haven’t reported anything. To report something that breaks the rules, choose “Report” in its
          menu.
        </p>
      )}
      {reports.length > 0 && (
        <ul className="divide-y divide-line" aria-busy={query.isPlaceholderData || undefined}>
          {reports.map((report) => (
            <Row key={report._id} report={report} />
          ))}
        </ul>
      )}
      {pagination && <Pager page={page} totalPages={pagination.totalPages} onChange={setPage} />}
    </div>
  );
}

function Row({ report }: { report: OwnReport }) {
  const { subjectKind, reason, text, status, createdAt, closedAt } = report;
  return (
    <li className="space-y-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-semibold wrap-anywhere">{entryTitle(report)}</bdi>
        <Badge>{statusTexts[status].name}</Badge>
      </p>
      <p className="text-sm text-muted">
        {subjectLabel(subjectKind)} · {reasonNames[reason]} · Reported <LocalDate iso={createdAt} />
      </p>
      {text !== '' && (
        <p className="line-clamp-3 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
          {text}
        </p>
      )}
      <p className="text-sm">
        {statusTexts[status].meaning}
        {closedAt !== null && (
          <span className="text-muted">
            {' '}
            <LocalDate iso={closedAt} />
          </span>
        )}
      </p>
    </li>
  );
}
