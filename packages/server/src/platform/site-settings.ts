import type { Announcement, SiteSettings } from '@inkling/contract/site';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import type { Db } from './db/db.ts';
import { perInstance } from './per-instance.ts';
import { readStoredSettings, type StoredRow } from './site-settings.queries.ts';

/** What applies where admins have set nothing. */
export const defaultSettings = (config: Config): SiteSettings => ({
  registration: 'open',
  question: null,
  blockedDomains: [],
  operatorName: config.OPERATOR_NAME ?? null,
  contactEmail: config.CONTACT_EMAIL ?? null,
  privacyEmail: config.PRIVACY_EMAIL ?? null,
  showsTestimonials: true,
  newAccountHours: config.NEW_ACCOUNT_HOURS,
  newAccountTextsPerHour: config.NEW_ACCOUNT_TEXTS_PER_HOUR,
  textsPerHour: config.TEXTS_PER_HOUR,
  repeatedTexts: config.REPEATED_TEXTS,
  announcement: null,
});

/** By the configuration, of which each running program has one: databases and transactions have several handles. */
const lastRead = perInstance((_config: Config): StoredRow => ({ value: {}, revision: 0 }));

/** Notes what was read or stored; what an earlier query has read does not replace it. */
export function noteSettings(config: Config, row: StoredRow): void {
  const last = lastRead(config);
  if (row.revision >= last.revision) Object.assign(last, row);
}

/** Reads them anew: at the start, every two seconds (`maintenanceMode`), and where a rule must hold at once. */
export async function refreshSettings({ config }: Pick<AppContext, 'config'>, db: Db): Promise<SiteSettings> {
  noteSettings(config, await readStoredSettings(db));
  return siteSettings({ config });
}

/** What applies, as last read: changes by this process at once, by another one within two seconds. */
export const siteSettings = ({ config }: Pick<AppContext, 'config'>): SiteSettings => ({
  ...defaultSettings(config),
  ...lastRead(config).value,
});

/** What an admin has announced, while it is time for it. */
export function currentAnnouncement(ctx: Pick<AppContext, 'config' | 'clock'>): Announcement | null {
  const { announcement } = lastRead(ctx.config).value;
  if (!announcement) return null;
  const now = ctx.clock.now().toISOString();
  const { startsAt, endsAt } = announcement;
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt) ? announcement : null;
}

/** Changes whenever what pages show of the settings does. */
export const settingsRevision = (ctx: Pick<AppContext, 'config' | 'clock'>): string =>
  `${lastRead(ctx.config).revision} ${currentAnnouncement(ctx) === null ? '' : 'a'}`;
