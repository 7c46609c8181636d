import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { siteName } from '../../platform/email/configured.ts';
import { type EmailContent, renderEmail } from '../../platform/email/email.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { findRecipient, recipientName, salutation } from '../account/index.ts';
import { findMeasure, type MeasureRow, measureEmails } from '../measures/index.ts';

export const handleMeasureEmails = (ctx: AppContext): void =>
  ctx.jobs.work(measureEmails, (email, job) => notifyPerson(ctx, email, job));

/** Reports the state at the time of sending: of a measure that was lifted since, that it was lifted. */
async function notifyPerson(
  ctx: AppContext,
  { measureId, personId }: { measureId: string; personId: string },
  job: JobInfo,
): Promise<void> {
  const [measure, person] = [await findMeasure(ctx.db, measureId), await findRecipient(ctx.db, personId)];
  if (measure === undefined || person === undefined) return;
  const content = composeEmail(measure, recipientName(person.email, person), publicUrl(ctx.config));
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const message = { to: person.email, subject: content.subject, id: job.id, ...renderEmail(content, site) };
  await ctx.email.send(message, job.signal);
}

const dateOf = (at: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** What was taken down. Without a name the address is unverified: the email then has nothing chosen by a user. */
const subjectOf = ({ subject_kind, title }: MeasureRow, name: string | null): string =>
  name === null || title === '' || (subject_kind !== 'story' && subject_kind !== 'chapter')
    ? `your ${subject_kind ?? 'account'}`
    : `your ${subject_kind} “${title}”`;

const teamOf = ({ is_by_moderator }: MeasureRow): string =>
  is_by_moderator ? 'The moderators of a community' : 'The site’s team';

/** Moderators are users like others: the site sends none of their words, which could be anything, in its own name. */
const reasonOf = ({ is_by_moderator, reason }: MeasureRow): string =>
  is_by_moderator ? 'You’ll find the reason under “Your standing” in your settings.' : `Reason: ${reason}`;

const effects: Record<
  MeasureRow['kind'],
  (measure: MeasureRow, what: string) => [subject: string, text: string]
> = {
  remove: (measure, what) => [
    `Your ${measure.subject_kind} was taken down`,
    `${teamOf(measure)} took down ${what}. Readers no longer see it. Nothing is lost.`,
  ],
  warn: (measure) => ['A warning about your account', `${teamOf(measure)} sent you a warning.`],
  suspend: ({ ends_at }) => [
    'Your account was suspended',
    `The site’s team suspended your account ${
      ends_at === null ? 'permanently' : `until ${dateOf(ends_at)}`
    }. You can sign in, read, export your data and appeal, but not write.`,
  ],
};

const ends: Record<MeasureRow['kind'], (what: string) => string> = {
  remove: (what) =>
    `Readers can see ${what} again, as before. What can’t be published as it is now stays a draft.`,
  warn: () => 'This warning was withdrawn.',
  suspend: () => 'This suspension of your account has ended.',
};

function composeEmail(measure: MeasureRow, name: string | null, url: string): EmailContent {
  const what = subjectOf(measure, name);
  const common = {
    salutation: salutation(name),
    action: { label: 'See your standing', url: `${url}/settings#standing` },
  };
  const answer = measure.answer === null ? [] : [`The answer to your appeal: ${measure.answer}`];
  if (measure.ended_at !== null)
    return {
      ...common,
      subject: 'A decision about you was undone or has ended',
      paragraphs: [ends[measure.kind](what), ...answer],
      notes: [],
    };
  const [subject, text] = effects[measure.kind](measure, what);
  return {
    ...common,
    subject: answer.length === 0 ? subject : 'Your appeal was answered',
    paragraphs: [text, reasonOf(measure), ...answer],
    notes:
      answer.length === 0 ? ['If you think this is a mistake, you can appeal once, in your settings.'] : [],
  };
}
