import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { exportToFile, requireClient } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { filesOf, personalParts } from '../../platform/personal-data.ts';
import { type ZipFile, zipFile } from '../../platform/zip-file.ts';

/**
 * All data stored about a user as a zip (docs/product/personal-data.md#export): a database snapshot, then the images.
 * Ends with an error once the client is gone.
 */
export const exportPerson = (
  ctx: RequestContext,
  { id, username }: Pick<Viewer, 'id' | 'username'>,
): Promise<FileResponse> =>
  exportToFile(ctx, null, async (file) => {
    const now = ctx.clock.now();
    const zip = zipFile(file, now);
    await zip.add('readme.txt', readme(username, now));
    const images = await snapshot(ctx.db, async (tx) => {
      const stored = [];
      for (const part of personalParts(ctx)) {
        for await (const { path, content } of filesOf(part, tx, id)) {
          requireClient(ctx);
          await zip.add(path, content);
        }
        stored.push(...((await part.stored?.(tx, id)) ?? []));
      }
      return stored;
    });
    for (const image of images) {
      requireClient(ctx);
      await addStored(ctx, zip, image);
    }
    await zip.end();
  });

/** Skips an image that was deleted after the snapshot. */
async function addStored(
  ctx: Pick<RequestContext, 'storage'>,
  zip: ZipFile,
  { path, name }: { path: string; name: string },
) {
  const file = await ctx.storage.open(name);
  if (file !== null) await zip.add(path, file.stream, { stored: true });
}

const readme = (
  username: string,
  now: Date,
): string => `What Inkling stores about ${username}, as of ${now.toISOString()}.

Your stories are in 'stories', each in its own folder: the story, its chapters and drafts as Markdown, all
versions of chapters as JSON. You can import them on another Inkling site: choose this zip there under Write, Import. Stories and chapters you have deleted are included as long as they are stored.
Images are in 'images', each in its largest width. Everything else is JSON; times are in UTC.
Passwords, session tokens and link tokens are not included: they are stored only as hashes.
`;
