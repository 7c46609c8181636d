import { createGenre as createCall } from '@inkling/contract/genres';
import {
  createGenre,
  createSubgenre,
  deleteGenre,
  deleteSubgenre,
  findGenresNamed,
  getGenre,
  listGenres,
  updateGenre,
} from '../modules/genres/index.ts';
import { AppError } from '../platform/app-error.ts';
import type { AppContext } from '../platform/context.ts';
import { type Command, printResult, UsageProblem } from './command.ts';

async function genreFrom(ctx: AppContext, name: string) {
  const id = (await findGenresNamed(ctx.db, [name])).get(name);
  if (id === undefined) throw new AppError('NOT_FOUND', `There is no genre named ${name}.`);
  return getGenre(ctx, id);
}

function newName(name: string): string {
  const body = createCall.body?.safeParse({ name });
  if (body?.success !== true) throw new UsageProblem('the new name is empty or too long.');
  return body.data.name;
}

/** What each action does with its words; returns what is printed. */
const actions: Record<string, (ctx: AppContext, words: string[]) => Promise<string>> = {
  async add(ctx, [name = '', description = '']) {
    return `${(await createGenre(ctx, null, { name: newName(name), description })).name} is now a genre.`;
  },
  async rename(ctx, [name = '', to = '']) {
    const genre = await genreFrom(ctx, name);
    const { name: renamed } = await updateGenre(ctx, null, genre._id, { name: newName(to) });
    return `${genre.name} is now called ${renamed}.`;
  },
  async delete(ctx, [name = '', subgenre]) {
    const genre = await genreFrom(ctx, name);
    if (subgenre === undefined) {
      await deleteGenre(ctx, null, genre._id);
      return `${genre.name} is deleted.`;
    }
    const found = genre.subgenres.find((one) => one.name.toLowerCase() === subgenre.toLowerCase());
    if (found === undefined) throw new AppError('NOT_FOUND', `${genre.name} has no subgenre ${subgenre}.`);
    await deleteSubgenre(ctx, null, genre._id, found._id);
    return `${found.name} is no longer a subgenre of ${genre.name}.`;
  },
  async 'add-subgenre'(ctx, [name = '', subgenre = '']) {
    const genre = await genreFrom(ctx, name);
    return `${(await createSubgenre(ctx, null, genre._id, newName(subgenre))).name} is now a subgenre of ${genre.name}.`;
  },
};
/** How many words each action takes, at least and at most. */
const words: Record<string, [number, number]> = {
  add: [1, 2],
  rename: [2, 2],
  delete: [1, 2],
  'add-subgenre': [2, 2],
};

/** `inkling genres`: lists or changes the genres, as /admin/genres does. */
export const genresCommand: Command = {
  name: 'genres',
  usages: [
    'genres [list]',
    'genres add NAME [DESCRIPTION]',
    'genres rename GENRE NAME',
    'genres add-subgenre GENRE NAME',
    'genres delete GENRE [SUBGENRE]',
  ],
  summary: 'List genres with their subgenres and numbers of published stories, or change them.',
  async run([name = 'list', ...given], env) {
    if (name === 'list' && given.length === 0)
      return printResult(env, async ({ db }) => {
        const lines = (await listGenres(db)).map(({ name, storyCount, subgenres }) =>
          [
            `${name}: ${storyCount.toLocaleString('en')} published`,
            ...subgenres.map((one) => `  ${one.name}`),
          ].join('\n'),
        );
        return lines.join('\n') || 'There are no genres.';
      });
    const [action, [least, most] = [0, -1]] = [actions[name], words[name]];
    if (action === undefined || given.length < least || given.length > most)
      throw new UsageProblem(
        'use list, add, rename, add-subgenre or delete. Put names with spaces in quotation marks.',
      );
    return printResult(env, (ctx) => action(ctx, given));
  },
};
