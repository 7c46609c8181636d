import { useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { useSavedDownload } from '../../lib/download.ts';
import { callQuery, useCall } from '../../lib/query.ts';

/** A page of the reader's ledger, with the balances. */
export const walletQuery = (page: number) =>
  callQuery('GET /gamification/currency', { query: { page } }, { tags: ['rewards'] });

export const dailyRewardQuery = callQuery('GET /gamification/daily-rewards', {}, { tags: ['rewards'] });

/** Claims the reward of the reader's day; the row shows it at once. */
export function useClaimDailyReward() {
  const client = useQueryClient();
  return useCall(
    'POST /gamification/daily-rewards/claim',
    { fallback: 'Failed to claim the reward.', touches: ['rewards'], rechecks: ['rewards'] },
    (claimed: CallResponse<'POST /gamification/daily-rewards/claim'>) => {
      client.setQueryData(dailyRewardQuery.queryKey, claimed);
    },
  );
}

/** Downloads the whole ledger as CSV, and saves it on the device. */
export const useExportLedger = () =>
  useSavedDownload('GET /gamification/currency/export', 'Failed to download your history.', () => ({
    input: {},
    name: 'inkling-rewards.csv',
  }));
