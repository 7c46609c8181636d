import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../lib/use-opened.ts';
import { queueQuery } from '../reports/reports.api.ts';

/** How many reports are open, beside the link for admins; nothing without any. */
export function ReportsCount() {
  const total = useQuery({ ...queueQuery('open', 1), enabled: useOpened() }).data?.pagination.total ?? 0;
  return total > 0 && <span className="tabular-nums">({total.toLocaleString('en')})</span>;
}
