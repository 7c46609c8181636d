import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** Whether a model may read a person's texts. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'To which server you let the writing assistant send texts, and how often it did on the last day',
      why: 'So that no text is sent before you agree, and to limit how often. The texts are not stored.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['model_use.person_id'],
    },
  ],
  lists: (userId) => ({
    'assistant-model.json': sql`
      select host as "agreedHost", day::text as day, requests from model_use where person_id = ${userId}`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('model_use').where('person_id', '=', id).execute();
  },
};
