import type { Purpose } from './model.queries.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    model_use: { person_id: string; host: string | null; day: string; requests: number };
    outside_requests: { day: string; host: string; purpose: Purpose; requests: number; bytes: number };
  }
}
