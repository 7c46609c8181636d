import type { SiteSettings } from '@inkling/contract/site';
import { type Db, firstRow } from './db/db.ts';

/** What admins have set; what is absent is as the environment says. */
export type StoredSettings = Partial<SiteSettings>;

export interface StoredRow {
  value: StoredSettings;
  /** Raised with each change. */
  revision: number;
}

export const readStoredSettings = async (db: Db): Promise<StoredRow> =>
  (await firstRow<StoredRow>(db)`select value, revision from site_settings`) ?? { value: {}, revision: 0 };

/** Changes some settings and removes others, in one statement: of two changes at once, the other’s settings stay. */
export const storeSettings = async (tx: Db, changes: StoredSettings, reset: string[]): Promise<StoredRow> => {
  const row = await firstRow<StoredRow>(tx)`
    update site_settings
    set value = (value || ${JSON.stringify(changes)}::jsonb) - ${reset}::text[], revision = revision + 1
    returning value, revision`;
  if (row === undefined) throw new Error('There is no row of settings.');
  return row;
};
