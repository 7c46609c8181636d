import * as calls from '@inkling/contract/quests';
import { sql } from '../../platform/db/db.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a quest that the owner has completed today, and others can look at. */
    quest: string;
  }
}

const ofQuest = ({ quest }: Fixtures) => ({ params: { id: quest } });
const ofMission = () => ({ params: { id: 'choose-genres' } });

/** Gives a person a quest for reading 20 minutes, and that time today. */
async function complete({ ctx, clock }: TestApp, { id: userId }: Person): Promise<string> {
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  const quest = `minutes-of-the-day:${day}`;
  await sql`
    insert into assigned_quests (user_id, quest_id, type, slot, starts_on, ends_on, assigned_on)
    values (${userId}, ${quest}, 'DAILY', 1, ${day}, ${day}, ${day}) on conflict do nothing`.execute(ctx.db);
  await sql`
    insert into reading_session_days (user_id, day, seconds, last_at) values (${userId}, ${day}, 1200, ${now})
    on conflict (user_id, day) do update set seconds = 1200`.execute(ctx.db);
  return quest;
}

const chooseGenres = ({ ctx }: TestApp, _fixtures: Fixtures, { id }: Person) =>
  sql`insert into favorite_genres (user_id, genre_id, position)
    select ${id}, id, row_number() over (order by id) from genres order by id limit 3 on conflict do nothing`.execute(
    ctx.db,
  );

export const fixtures: CapabilityFixtures = {
  create: async (site, { owner }) => ({ quest: await complete(site, owner) }),
  examples: [
    example(calls.listQuests, () => ({})),
    example(calls.listDailyQuests, () => ({})),
    example(calls.listWeeklyQuests, () => ({})),
    example(calls.listMonthlyQuests, () => ({})),
    example(calls.listMyQuests, () => ({ query: { limit: 5 } })),
    example(calls.listActiveQuests, () => ({})),
    example(calls.listClaimableQuests, () => ({})),
    example(calls.getQuestStats, () => ({})),
    example(calls.assignQuests, () => ({ body: { type: 'WEEKLY' as const } }), {
      createsOnceBecause: 'quests are given once for each period',
    }),
    example(calls.getQuest, ofQuest),
    example(calls.getQuestProgress, ofQuest),
    example(
      calls.reportQuestProgress,
      (fixtures) => ({ ...ofQuest(fixtures), body: { action: 'read', amount: 5, source: 'chapter' } }),
      { createsOnceBecause: 'it changes nothing' },
    ),
    example(calls.claimQuest, ofQuest, {
      prepare: (site, _fixtures, person) => complete(site, person),
      createsOnceBecause: 'a quest is paid once',
    }),
    example(calls.listMissions, () => ({})),
    example(calls.reportMissionProgress, () => ({ ...ofMission(), body: { progress: 1 } })),
    example(calls.claimMission, ofMission, {
      prepare: chooseGenres,
      createsOnceBecause: 'a mission is paid once',
    }),
  ],
};
