import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { qualityQuery } from '../reading-sessions/reading-sessions.api.ts';

const staleTime = 10 * 60_000;

/** The words per minute of the reader's sessions, fetched once if `wanted`; null while unknown. */
export function useAccountPace(wanted: boolean): number | null {
  const client = useQueryClient();
  const [pace, setPace] = useState<number | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    client.fetchQuery({ ...qualityQuery, staleTime }).then(
      ({ data }) => isOver || setPace(data.qualityMetrics.wordsPerMinute),
      () => {
        // The usual pace is used.
      },
    );
    return () => {
      isOver = true;
    };
  }, [wanted, client]);
  return pace;
}
