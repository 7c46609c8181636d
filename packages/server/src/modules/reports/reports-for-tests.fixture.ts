import { login } from '@inkling/contract/account';
import { liftMeasure, listMeasures } from '@inkling/contract/measures';
import * as calls from '@inkling/contract/reports';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin } from '../users/index.ts';

type Decision = { measure: calls.DecisionKind; reason?: string; until?: string };

/** What tests of reports and the queue do, through calls. */
export function reporting(site: TestApp) {
  const report = (
    who: Person,
    subjectKind: calls.ReportSubject,
    subjectId: string,
    more: { _id?: string; text?: string; reason?: calls.ReportReason } = {},
  ) => site.as(who).call(calls.report, { body: { subjectKind, subjectId, reason: 'spam', ...more } });
  const entryOf = async (who: Person, subjectId: string) => {
    const { body } = await site.as(who).call(calls.listQueue, { query: { limit: 100 } });
    return body.data.find((entry) => entry.subjectId === subjectId);
  };
  const idOf = async (who: Person, subjectId: string) => (await entryOf(who, subjectId))?._id ?? '';
  const decide = (who: Person, id: string, body: Decision) =>
    site.as(who).call(calls.decideQueueEntry, { params: { id }, body });
  return {
    report,
    entryOf,
    idOf,
    decide,
    async admin(): Promise<Person> {
      const person = await site.person();
      await setAdmin(site.ctx.db, person.id, true);
      return person;
    },
    details: async (who: Person, id: string) =>
      (await site.as(who).call(calls.getQueueEntry, { params: { id } })).body.data,
    /** Has a thing reported and removed. */
    async remove(staff: Person, kind: calls.ReportSubject, id: string): Promise<void> {
      await report(await site.person(), kind, id);
      const done = await decide(staff, await idOf(staff, id), { measure: 'remove', reason: 'It is spam.' });
      if (done.status !== 200) throw new Error(`${kind} was not removed: ${done.status}`);
    },
    /** Lifts the newest measure against a person. */
    async lift(staff: Person, { id }: Person) {
      const { body } = await site.as(staff).call(listMeasures, { query: { person: id } });
      return site.as(staff).call(liftMeasure, { params: { id: body.data[0]?._id ?? '' } });
    },
    /** A session that is new: one lasts 30 days. */
    async signedIn({ id, username }: Person): Promise<Person> {
      const body = { email: username, password: testPassword };
      return { id, username, token: (await site.as(null).call(login, { body })).body.token };
    },
  };
}
