import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { emailRules } from '../../platform/email/email.ts';
import { type EmailContent, renderEmail } from '../../platform/email/layout.ts';
import { defineQueue, type JobInfo } from '../../platform/jobs/jobs.ts';
import { findRecipient, hello, nameOn } from '../account/index.ts';
import { takeDownChapter, reinstateChapter } from '../chapters/index.ts';
import { reinstateStory, takeDownStory } from '../stories/index.ts';
import { findText, type Text } from './takedowns.queries.ts';

/** Which text; its title and the reason stay where they are kept. */
interface HeldEmail {
  textId: string;
  userId: string;
}

const heldEmails = defineQueue<HeldEmail>('held-mails', emailRules);

/**
 * Takes a story or chapter from everybody but its author, whose draft it is again and who is told why by mail. It
 * cannot be published before it is released. Undefined when there is none of this id.
 */
export const takeDown = (ctx: AppContext, id: string, reason: string): Promise<Text | undefined> =>
  change(ctx, id, async (tx, text) => {
    const now = ctx.clock.now();
    if (text.kind === 'story') await takeDownStory(tx, id, reason, now);
    else await takeDownChapter(tx, text, reason, now);
    return true;
  });

/** Lets the author publish a text again that was taken down; it stays a draft until then. */
export const reinstate = (ctx: AppContext, id: string): Promise<Text | undefined> =>
  change(ctx, id, async (tx, text) => {
    if (text.heldAt === null) return false;
    if (text.kind === 'story') await reinstateStory(tx, id);
    else await reinstateChapter(tx, text);
    return true;
  });

/** Does the work and has the author told if it changed anything; answers the text as it was before. */
const change = (
  ctx: AppContext,
  id: string,
  work: (tx: Db, text: Text) => Promise<boolean>,
): Promise<Text | undefined> =>
  transaction(ctx.db, async (tx) => {
    const text = await findText(tx, id);
    if (text === undefined || !(await work(tx, text))) return text;
    await ctx.jobs.send(tx, heldEmails, { textId: id, userId: text.authorId });
    return text;
  });

export const handleTakedownEmails = ({ ctx }: { ctx: AppContext }): void =>
  ctx.jobs.work(heldEmails, (email, job) => tellAuthor(ctx, email, job));

/** Says how things are when it is written: of a text that was taken down and released, the latter. */
async function tellAuthor(ctx: AppContext, { textId, userId }: HeldEmail, job: JobInfo): Promise<void> {
  const [text, author] = [await findText(ctx.db, textId), await findRecipient(ctx.db, userId)];
  if (text === undefined || author === undefined || author.suspended_at !== null) return;
  const letter = letterOf(text, nameOn(author.email, author), publicUrl(ctx.config));
  const site = { name: siteName, url: publicUrl(ctx.config) };
  const sent = { to: author.email, subject: letter.subject, id: job.id, ...renderEmail(letter, site) };
  await ctx.email.send(sent, job.signal);
}

/** To an address that nobody has shown to be theirs goes nothing that its account chose: no name, and no title. */
function letterOf(text: Text, name: string | null, url: string): EmailContent {
  const what =
    name === null
      ? `your ${text.kind}`
      : text.kind === 'story'
        ? `your story “${text.title}”`
        : `the chapter “${text.title}” of “${text.storyTitle}”`;
  const own = text.kind === 'story' ? 'story' : 'chapter';
  const common = {
    greeting: hello(name),
    action: { label: 'Open your story', url: `${url}/write/${text.storyId}` },
  };
  if (text.reason === null) {
    return {
      ...common,
      subject: `Your ${own} may be published again`,
      paragraphs: [`You may publish ${what} again. Until you do, it is a draft that you alone see.`],
      notes: ['It was taken down before, by those who run this site.'],
    };
  }
  return {
    ...common,
    subject: `Your ${own} was taken down`,
    paragraphs: [
      `Those who run this site have taken down ${what}. Readers no longer see it. Nothing of it is lost: it is a draft of yours, which you can read, change and export.`,
      `The reason: ${text.reason}`,
    ],
    notes: ['It cannot be published until they release it. If you think that this is wrong, write to them.'],
  };
}
