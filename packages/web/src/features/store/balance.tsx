import type { CallResponse } from '../../lib/api.ts';
import { Price } from './price.tsx';

/** What the reader has to spend. */
export const Balance = ({ of }: { of: NonNullable<CallResponse<'GET /store'>['balance']> }) => (
  <p className="flex flex-wrap gap-x-5 gap-y-1 rounded-lg bg-sunken px-4 py-2.5">
    <span className="text-muted">You have</span>
    {(['ink', 'coins', 'gems'] as const).map((currency) => (
      <Price key={currency} currency={currency} amount={of[currency]} />
    ))}
  </p>
);
