import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { publishEarned } from '../rewards/index.ts';
import * as queries from './achievements.queries.ts';
import { catalogue } from './catalogue.ts';
import { allMeasures, type Measure, type Measured, measure } from './measures.queries.ts';

const isReached = ({ measure: name, target }: (typeof catalogue)[number], values: Measured): boolean =>
  (values[name] ?? 0) >= target;

/**
 * Gives a person what they have reached by these measures, and tells them. Only what they lack is measured. Nothing for
 * those who cannot earn (docs/product/achievements.md#granting).
 */
export async function grant(
  ctx: AppContext,
  tx: Db,
  userId: string,
  measures: readonly Measure[],
  at: Date,
): Promise<void> {
  const held = new Set((await queries.listOwned(tx, userId)).map((row) => row.achievement_id));
  const missing = catalogue.filter(({ id, measure: name }) => measures.includes(name) && !held.has(id));
  if (missing.length === 0) return;
  const names = [...new Set(missing.map((one) => one.measure))];
  const [person] = await measure(tx, names, [userId], 'earning');
  if (person === undefined) return;
  const reached = missing.filter((one) => isReached(one, person.values));
  const grants = reached.map(({ id }) => ({ userId, achievementId: id }));
  const added = new Set(
    (await queries.addGrants(tx, grants, at, false)).map(({ achievementId }) => achievementId),
  );
  for (const { id, name } of reached)
    if (added.has(id))
      publishEarned(ctx, tx, userId, { text: `Achievement: ${name}`, link: '/achievements', at });
}

/** People per step. */
const peoplePerStep = 200;

/**
 * Gives what is new in the catalogue to everybody who has reached it, silently, and shown on their profiles. On the first
 * start that is all of it.
 */
export async function grantPast({ db, clock }: Pick<AppContext, 'db' | 'clock'>, signal?: AbortSignal) {
  const ungranted = await queries.listUngranted(
    db,
    catalogue.map(({ id }) => id),
  );
  const added = catalogue.filter(({ id }) => ungranted.has(id));
  const names = allMeasures.filter((name) => added.some((one) => one.measure === name));
  for (let after: string | null = null; added.length > 0; ) {
    signal?.throwIfAborted();
    const people = await queries.listPeople(db, after, peoplePerStep);
    const measured = await measure(db, names, people, 'earning');
    const grants = measured.flatMap(({ userId, values }) =>
      added.filter((one) => isReached(one, values)).map(({ id }) => ({ userId, achievementId: id })),
    );
    await queries.addGrants(db, grants, clock.now(), true);
    after = people.at(-1) ?? null;
    if (people.length < peoplePerStep) break;
  }
}
