import { randomUUID } from 'node:crypto';
import type { ParsedInput } from '@inkling/contract/call';
import type { changeSettings as changeSettingsCall, SiteSettingsState } from '@inkling/contract/site';
import { logAction } from '../../platform/action-log.ts';
import { badInput } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { readStoredSettings, type StoredRow, storeSettings } from '../../platform/site-settings.queries.ts';
import { defaultSettings, noteSettings } from '../../platform/site-settings.ts';

type Changes = ParsedInput<typeof changeSettingsCall>['body'];

function present({ config }: Pick<AppContext, 'config'>, { value }: StoredRow): SiteSettingsState {
  const defaults = defaultSettings(config);
  const set = Object.keys(value).filter((name): name is keyof typeof defaults => name in defaults);
  return { settings: { ...defaults, ...value }, defaults, set };
}

/** What admins have set, and what applies without it. */
export const getSettings = async (ctx: AppContext, db: Db = ctx.db): Promise<SiteSettingsState> =>
  present(ctx, await readStoredSettings(db));

/**
 * Changes settings, and logs which; `actorId` is null for the command line. This process follows at once, others within two
 * seconds. Throws BAD_INPUT for an announcement that ends before it begins.
 */
export async function changeSettings(
  ctx: AppContext,
  actorId: string | null,
  { reset = [], announcement, ...changes }: Changes,
): Promise<SiteSettingsState> {
  const { startsAt = null, endsAt = null } = announcement ?? {};
  if (endsAt !== null && endsAt <= (startsAt ?? ctx.clock.now().toISOString()))
    throw badInput('announcement.endsAt', 'Please choose an end that’s in the future and after the start.');
  const stored = await transaction(ctx.db, async (tx) => {
    const announced = announcement && { ...announcement, _id: randomUUID() };
    const row = await storeSettings(
      tx,
      { ...changes, ...(announced !== undefined && { announcement: announced }) },
      reset,
    );
    const names = [...Object.keys(changes), ...(announced === undefined ? [] : ['announcement']), ...reset];
    await logAction(ctx, tx, { action: 'settings-changed', actorId, detail: names.join(', ') });
    afterCommit(tx, () => noteSettings(ctx.config, row));
    return row;
  });
  return present(ctx, stored);
}
