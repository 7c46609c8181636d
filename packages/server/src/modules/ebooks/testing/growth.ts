import * as chapters from '@inkling/contract/chapters';
import { restoreChapter } from '@inkling/contract/trash';
import { createVolume, deleteVolume } from '@inkling/contract/volumes';
import fc from 'fast-check';
import { writing } from '../../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../../testing/test-app.ts';

export const pick = fc.nat({ max: 1000 });
const kinds = [
  'append',
  'insert',
  'edit',
  'note',
  'withdraw',
  'delete',
  'restore',
  'volume',
  'no volume',
] as const;

/** One thing that an author does to a story; `a` and `b` choose to which part of it. */
export const growth = fc.record({ kind: fc.constantFrom(...kinds), a: pick, b: pick });
export type Growth = typeof growth extends fc.Arbitrary<infer Step> ? Step : never;

export const isGrowth = (step: { kind: string }): step is Growth => kinds.some((kind) => kind === step.kind);

const linesOf = (name: string) =>
  Array.from({ length: 12 }, (_, index) => `${name}x${index} `.repeat(18).trim());

/** Lets a story of an author grow, step by step. */
export function growing(site: TestApp, author: Person, id: string) {
  const as = site.as(author);
  const write = writing(site);
  const of = (one: string) => ({ params: { id: one } });
  const deleted: string[] = [];
  const volumes: string[] = [];
  let made = 0;
  const listed = async () =>
    (await as.call(chapters.listChaptersForAuthor, { params: { storyId: id } })).body.data;
  return {
    /** The chapters in the story's order, drafts too. */
    listed,
    /** Often edits where a reader is, so that the paragraph and its neighbors go. */
    async grow({ kind, a, b }: Growth, reader = { chapter: '', paragraph: '' }): Promise<void> {
      const all = await listed();
      const open = all.filter(({ isPublished }) => isPublished);
      const chosen = all[a % Math.max(1, all.length)];
      if (kind === 'append' || kind === 'insert') {
        made += 1;
        const added = await write.chapter(author, id, {
          title: `Added ${made}`,
          content: linesOf(`n${made}`).join('\n'),
        });
        if (kind === 'append') return;
        const chapterOrder = all.map(({ _id }) => _id);
        chapterOrder.splice(a % (all.length + 1), 0, added._id);
        await as.call(chapters.reorderChapters, { ...of(id), body: { chapterOrder } });
      } else if (kind === 'restore') {
        const back = deleted.shift();
        if (back) await as.call(restoreChapter, of(back));
        else if (chosen)
          await as.call(chapters.updateChapter, { ...of(chosen._id), body: { isPublished: true } });
      } else if (kind === 'no volume') {
        const volumeId = volumes.shift();
        if (volumeId) await as.call(deleteVolume, { params: { id, volumeId } });
      } else if (chosen === undefined) return;
      else if (kind === 'edit') {
        const isHere = a % 3 > 0 && all.some(({ _id }) => _id === reader.chapter);
        const edited = isHere ? reader.chapter : chosen._id;
        const { body } = await as.call(chapters.readChapterForAuthor, of(edited));
        const lines = body.data.content.split('\n');
        const here = body.data.paragraphIds.indexOf(Number(reader.paragraph));
        if (isHere && here >= 0) lines.splice(here, 1);
        else if (lines.length > 11) lines.splice(b % lines.length, 1 + (b % 2));
        lines.splice(a % lines.length, 0, `e${a}y${b} `.repeat(20).trim());
        await as.call(chapters.updateChapter, { ...of(edited), body: { content: lines.join('\n') } });
      } else if (kind === 'note') {
        const body = {
          authorNotes: a % 3 === 0 ? '' : `Before ${a}.`,
          endNotes: b % 3 === 0 ? '' : `After.\n${b}.`,
        };
        await as.call(chapters.updateChapter, { ...of(chosen._id), body });
      } else if (kind === 'volume') {
        const body = { title: `Volume ${a}`, firstChapter: chosen._id };
        const { status, body: response } = await as.call(createVolume, { ...of(id), body });
        if (status === 201)
          volumes.push(...response.data.map(({ _id }) => _id).filter((one) => !volumes.includes(one)));
      } else if (open.length > 1) {
        if (kind === 'withdraw')
          await as.call(chapters.updateChapter, { ...of(chosen._id), body: { isPublished: false } });
        else {
          await as.call(chapters.deleteChapter, of(chosen._id));
          deleted.push(chosen._id);
        }
      }
    },
  };
}
