import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules } from '../../platform/email/email.ts';
import { type EmailContent, renderEmail } from '../../platform/email/layout.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { findRecipient, recipientName, salutation } from '../account/index.ts';
import { reinstateChapter, takeDownChapter } from '../chapters/index.ts';
import { reinstateStory, takeDownStory } from '../stories/index.ts';
import { findText, type ModeratedText } from './takedowns.queries.ts';

/** Job data: ids only. Title and reason are read when the email is composed. */
interface TakedownEmail {
  textId: string;
  userId: string;
}

// The name is stored with the jobs in the database, so it does not change.
const takedownEmails = defineQueue<TakedownEmail>('takedown-emails', emailRules);

/**
 * Takes down a story or chapter: it becomes a draft of its author, who gets an email with the reason and cannot
 * publish it until it is reinstated. Undefined when the id is unknown.
 */
export const takeDown = (ctx: AppContext, id: string, reason: string): Promise<ModeratedText | undefined> =>
  change(ctx, id, async (tx, text) => {
    if (text.kind === 'story') await takeDownStory(ctx, tx, id, reason);
    else await takeDownChapter(ctx, tx, text, reason);
    return true;
  });

/** Allows the author to publish the text again; it stays a draft until they do. */
export const reinstate = (ctx: AppContext, id: string): Promise<ModeratedText | undefined> =>
  change(ctx, id, async (tx, text) => {
    if (text.takenDownAt === null) return false;
    if (text.kind === 'story') await reinstateStory(tx, id);
    else await reinstateChapter(tx, text);
    return true;
  });

/** Runs the change and notifies the author if it had an effect. Returns the text as it was before. */
const change = (
  ctx: AppContext,
  id: string,
  update: (tx: Db, text: ModeratedText) => Promise<boolean>,
): Promise<ModeratedText | undefined> =>
  transaction(ctx.db, async (tx) => {
    const text = await findText(tx, id);
    if (text === undefined || !(await update(tx, text))) return text;
    await ctx.jobs.send(tx, takedownEmails, { textId: id, userId: text.authorId });
    return text;
  });

export const handleTakedownEmails = (ctx: AppContext): void =>
  ctx.jobs.work(takedownEmails, (email, job) => notifyAuthor(ctx, email, job));

/** Reports the state at the time of sending: for a text that has been reinstated since, the reinstatement. */
async function notifyAuthor(ctx: AppContext, { textId, userId }: TakedownEmail, job: JobInfo): Promise<void> {
  const [text, author] = [await findText(ctx.db, textId), await findRecipient(ctx.db, userId)];
  if (text === undefined || author === undefined || author.suspended_at !== null) return;
  const content = composeEmail(text, recipientName(author.email, author), publicUrl(ctx.config));
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const message = { to: author.email, subject: content.subject, id: job.id, ...renderEmail(content, site) };
  await ctx.email.send(message, job.signal);
}

/** Without a name the address is unverified: the email then contains nothing chosen by the user, not even the title. */
function composeEmail(text: ModeratedText, name: string | null, url: string): EmailContent {
  const what =
    name === null
      ? `your ${text.kind}`
      : text.kind === 'story'
        ? `your story “${text.title}”`
        : `the chapter “${text.title}” of “${text.storyTitle}”`;
  const { kind } = text;
  const common = {
    salutation: salutation(name),
    action: { label: 'Open your story', url: `${url}/write/${text.storyId}` },
  };
  if (text.reason === null) {
    return {
      ...common,
      subject: `You can publish your ${kind} again`,
      paragraphs: [`You can publish ${what} again. Until you do, it is a draft that only you can see.`],
      notes: ['The people who run this site had taken it down.'],
    };
  }
  return {
    ...common,
    subject: `Your ${kind} was taken down`,
    paragraphs: [
      `The people who run this site have taken down ${what}. Readers can no longer see it. Nothing is lost: it is now a draft that you can read, edit and export.`,
      `The reason: ${text.reason}`,
    ],
    notes: [
      'It can’t be published until they allow it. If you think this is a mistake, write to them through the contact page.',
    ],
  };
}
