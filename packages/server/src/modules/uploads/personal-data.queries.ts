import { extname } from 'node:path';
import { fileName, type ImageKind } from '@inkling/contract/files';
import { type Db, sql, streamRows } from '../../platform/db/db.ts';
import { jsonLines, numberedName, type PersonalPart } from '../../platform/personal-data.ts';

interface ImageRow {
  number: number;
  stem: string;
  kind: ImageKind;
  width: number;
  bytes: number;
  createdAt: Date;
}

/** A user's images, each with its largest width; the smaller ones show the same picture. */
const images = (userId: string) => sql<ImageRow>`
  select row_number() over (order by created_at, stem) as number, stem, kind,
    coalesce((select max(width) from unnest(widths) as width), 0) as width, bytes, created_at as "createdAt"
  from uploads where owner_id = ${userId} order by number`;

const storedName = ({ stem, width }: ImageRow): string => fileName(stem, width);
const pathOf = (image: ImageRow): string =>
  `images/${numberedName(image.number, image.kind)}${extname(storedName(image))}`;

async function* imageList(tx: Db, userId: string) {
  for await (const image of streamRows(tx, images(userId))) {
    const { kind, bytes, createdAt } = image;
    yield { file: pathOf(image), name: storedName(image), kind, bytes, createdAt };
  }
}

/** A user's uploaded images. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The images you upload, without their metadata, such as where a picture was taken',
      why: 'To show your picture and the covers of your stories.',
      seenBy: 'Everyone who can see the profile or story that shows it.',
      until:
        'A day after they’re last used, they can’t be opened anymore, and a day later their files are deleted.',
      columns: ['uploads.owner_id'],
    },
  ],
  async *files(tx, userId) {
    yield { path: 'images.json', content: jsonLines(imageList(tx, userId)) };
  },
  async stored(tx, userId) {
    const { rows } = await images(userId).execute(tx);
    return rows
      .filter(({ width }) => width > 0)
      .map((image) => ({ path: pathOf(image), name: storedName(image) }));
  },
  /** Nobody can open them from now on; the files are deleted a day later, for the sake of running backups. */
  async forget(ctx, tx, { id }) {
    await tx
      .updateTable('uploads')
      .set({ owner_id: null, unused_since: ctx.clock.now() })
      .where('owner_id', '=', id)
      .execute();
  },
};
