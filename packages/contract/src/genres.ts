import { z } from 'zod';
import { defineCall } from './call.ts';
import { genreLimits } from './limits.ts';
import { dataResponse, emptyResponse, wholeNumber } from './page.ts';
import { id, line, prose } from './text.ts';

export const subgenre = z.object({ _id: id, name: z.string() });

export const genre = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  subgenres: z.array(subgenre),
  storyCount: z.int(),
});
export type Genre = z.output<typeof genre>;

export const genreStats = z.object({
  stories: z.int(),
  completedStories: z.int(),
  views: z.int(),
  likes: z.int(),
  words: z.int(),
});
export type GenreStats = z.output<typeof genreStats>;

const name = line(genreLimits.name, 'Please enter a name.');
const genreBody = z.object({ name, description: prose(genreLimits.description).default('') });

export const listGenres = defineCall('GET /genres', {
  summary: 'List all genres by name',
  access: 'public',
  response: dataResponse(z.array(genre)),
});

export const listPopularGenres = defineCall('GET /genres/popular', {
  summary: 'List the genres with the most published stories',
  access: 'public',
  query: z.object({ limit: wholeNumber('A limit', 1, 100).default(10) }),
  response: dataResponse(z.array(genre)),
});

export const getGenre = defineCall('GET /genres/{id}', {
  summary: 'Read a genre',
  access: 'public',
  response: dataResponse(genre),
});

export const createGenre = defineCall('POST /genres', {
  summary: 'Add a genre',
  access: 'admin',
  body: genreBody,
  response: dataResponse(genre),
  status: 201,
});

export const updateGenre = defineCall('PUT /genres/{id}', {
  summary: 'Rename or describe a genre',
  access: 'admin',
  body: z.object({ name: name.optional(), description: prose(genreLimits.description).optional() }),
  response: dataResponse(genre),
});

export const deleteGenre = defineCall('DELETE /genres/{id}', {
  withdraws: true,
  summary: 'Delete a genre that no story uses',
  access: 'admin',
  errors: ['IN_USE'],
  response: emptyResponse,
});

export const getGenreStats = defineCall('GET /genres/{id}/stats', {
  summary: 'Get a genre’s totals: published stories, views, likes and words',
  access: 'public',
  response: dataResponse(genreStats),
});

export const listSubgenres = defineCall('GET /genres/{id}/subgenres', {
  summary: "List a genre's subgenres",
  access: 'public',
  response: dataResponse(z.array(subgenre)),
});

export const createSubgenre = defineCall('POST /genres/{id}/subgenres', {
  summary: 'Add a subgenre',
  access: 'admin',
  body: z.object({ name }),
  response: dataResponse(subgenre),
  status: 201,
});

export const deleteSubgenre = defineCall('DELETE /genres/{id}/subgenres/{subgenreId}', {
  withdraws: true,
  summary: 'Delete a subgenre',
  access: 'admin',
  errors: ['IN_USE'],
  response: emptyResponse,
});
