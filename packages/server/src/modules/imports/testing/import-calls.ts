import { chaptersOfRows } from '@inkling/contract/import-rows';
import type { ConfirmedChapter } from '@inkling/contract/imports';
import * as calls from '@inkling/contract/imports';
import { expect, vi } from 'vitest';
import { textOf } from '../../../testing/stories-for-tests.ts';
import type { Person, testApp } from '../../../testing/test-app.ts';

/** A book of chapters in Markdown, with front matter. */
export const markdown = (chapters: number) =>
  Buffer.from(
    `---\ntitle: The Long Way Down\nauthor: A. Nother\nlanguage: en-GB\ngenres: Fantasy, Nautical\ndescription: Stairs.\n---\n\n${Array.from(
      { length: chapters },
      (_, index) => `# Step ${index + 1}\n\n${textOf(60, `s${index}w`)}\n`,
    ).join('\n')}`,
  );

/** The chapters that a plan proposes, as rows. */
export const rowsOf = (plan: calls.ImportPlan) =>
  plan.pieces.map((piece, index) => ({
    ...piece,
    piece: index,
    from: 0,
    to: piece.paragraphs,
    use: piece.proposal,
  }));

/** The calls of an import, for people of a test app. */
export function importsOf(site: ReturnType<typeof testApp>) {
  const start = (who: Person, name: string, bytes: Uint8Array) =>
    site.as(who).call(calls.startImport, { file: { name, bytes } } as never);
  const look = async (who: Person, id: string) =>
    (await site.as(who).call(calls.getImport, { params: { id } })).body.data;

  /** Waits until an import is in review, or has ended. */
  const read = (who: Person, id: string): Promise<calls.BookImport> =>
    vi.waitUntil(
      async () => {
        const found = await look(who, id);
        return ['reading', 'writing'].includes(found.state) ? null : found;
      },
      { timeout: 20_000, interval: 25 },
    );
  const planOf = async (who: Person, id: string) =>
    (await site.as(who).call(calls.getImportPlan, { params: { id } })).body.data;
  const confirm = (who: Person, id: string, title: string, chapters: ConfirmedChapter[], answers = {}) =>
    site.as(who).call(calls.confirmImport, { params: { id }, body: { title, chapters, ...answers } });

  /** Takes the chapters as they are proposed, and waits until the import has ended. */
  async function ended(who: Person, id: string): Promise<calls.BookImport> {
    const found = await read(who, id);
    if (found.state !== 'review') return found;
    const plan = await planOf(who, id);
    const response = await confirm(who, id, plan.title, chaptersOfRows(rowsOf(plan)));
    expect(response.status).toBe(202);
    return read(who, id);
  }
  const storiesOf = async (who: Person) =>
    (await site.ctx.db.selectFrom('stories').select('id').where('author_id', '=', who.id).execute()).length;
  return { start, look, read, planOf, confirm, ended, storiesOf };
}
