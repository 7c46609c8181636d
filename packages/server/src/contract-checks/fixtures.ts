import { hash, randomBytes, randomUUID } from 'node:crypto';
import { login } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { paramNames } from '@inkling/contract/call';
import { imageAddress } from '@inkling/contract/files';
import { addToLibrary, removeFromLibrary } from '@inkling/contract/library';
import { insertUser, setAdmin } from '../modules/users/index.ts';
import { hour } from '../platform/clock.ts';
import { writing } from '../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../testing/test-app.ts';

/** One object of each kind that a call may need, all of one owner. */
export interface Fixtures {
  owner: Person;
  story: string;
  chapter: string;
  genre: string;
  subgenre: string;
  import: string;
  /** Another person, to be followed. */
  other: string;
  /** The token of an emailed link that resets the password of another person. */
  link: string;
  /** The token of an emailed link that verifies that person's address. */
  verification: string;
  /** The URL of an image that is not in use. */
  image: string;
}

export interface Actors {
  owner: Person;
  reader: Person;
  otherAuthor: Person;
  admin: Person;
  revoked: Person;
}

export async function actorsOf(site: TestApp): Promise<Actors> {
  const [owner, reader, otherAuthor, admin, revoked] = (await Promise.all(
    Array.from({ length: 5 }, () => site.person()),
  )) as [Person, Person, Person, Person, Person];
  await writing(site).published(otherAuthor);
  await setAdmin(site.ctx.db, admin.id, true);
  await site.ctx.db.deleteFrom('tokens').where('user_id', '=', revoked.id).execute();
  return { owner, reader, otherAuthor, admin, revoked };
}

/** Creates a published story with a chapter, unused genres, an import and more for this owner. */
export async function createFixtures(site: TestApp, owner: Person): Promise<Fixtures> {
  const { story, chapters } = await writing(site).published(owner);
  const { db } = site.ctx;
  const name = `Unused ${story._id}`;
  const genre = await db
    .insertInto('genres')
    .values({ name, name_key: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subgenre = await db
    .insertInto('subgenres')
    .values({ genre_id: genre.id, name, name_key: name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const now = site.clock.now();
  const other = await insertUser(db, { username: name, username_key: name, created_at: now });
  const cancelledImport = await db
    .insertInto('imports')
    .values({ user_id: owner.id, file_name: 'a.md', state: 'cancelled', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stem = randomBytes(16).toString('hex');
  await db
    .insertInto('uploads')
    .values({ stem, owner_id: owner.id, kind: 'cover', widths: [], bytes: 0, created_at: now })
    .execute();
  return {
    owner,
    ...(await createEmailTokens(site)),
    image: imageAddress('cover', stem),
    story: story._id,
    chapter: chapters[0]?._id ?? '',
    genre: genre.id,
    subgenre: subgenre.id,
    import: cancelledImport.id,
    other: other.id,
  };
}

/** Creates email tokens that reset the password and verify the address of a throwaway person. */
async function createEmailTokens({
  ctx: { db },
  clock,
}: TestApp): Promise<Pick<Fixtures, 'link' | 'verification'>> {
  const [link, verification] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const name = `forgetful_${link.slice(0, 12)}`.toLowerCase();
  const now = clock.now();
  const { id } = await insertUser(db, { username: name, username_key: name, created_at: now });
  const email = `${name}@example.test`;
  await db
    .insertInto('credentials')
    .values({ user_id: id, email, email_key: email, password_hash: '', password_changed_at: now })
    .execute();
  const row = { user_id: id, email, created_at: now, expires_at: new Date(now.getTime() + hour) };
  const hashOf = (token: string) => hash('sha256', token, 'buffer');
  await db
    .insertInto('account_links')
    .values([
      { ...row, purpose: 'reset', hash: hashOf(link), job_id: randomUUID() },
      { ...row, purpose: 'verify', hash: hashOf(verification), job_id: randomUUID() },
    ])
    .execute();
  return { link, verification };
}

/** Creates the state that a call requires of its caller. */
export async function prepareCall(
  site: TestApp,
  fixtures: Fixtures,
  call: Call,
  person: Person | null,
): Promise<void> {
  if (person === null || call.key !== removeFromLibrary.key) return;
  await site.as(person).call(addToLibrary, { params: { id: fixtures.story }, body: { status: 'reading' } });
}

/** Calls that end the session of their caller. */
const endsSession = new Set<string>(['POST /auth/logout', 'DELETE /users/me']);

/** Signs a person in again, which also restores a deleted account. */
async function signInAgain(site: TestApp, person: Person): Promise<Person> {
  const body = { email: person.username, password: 'a lamp in the window' };
  const { token } = (await site.as(null).call(login, { body })).body;
  return { ...person, token };
}

/** The person with a valid session after a call: signed in again if the call ended the session. */
export const signedInAfter = async (call: Call, site: TestApp, person: Person): Promise<Person> =>
  endsSession.has(call.key) ? signInAgain(site, person) : person;

/** The path parameters of a call for these fixtures. Add new kinds of parameters here. */
export function paramsIn(fixtures: Fixtures, call: Call): Record<string, string> {
  const [, first = ''] = call.path.split('/');
  const ids: Record<string, string> = {
    stories: fixtures.story,
    chapters: fixtures.chapter,
    genres: fixtures.genre,
    imports: fixtures.import,
    auth: 'others',
  };
  const named: Record<string, string> = {
    storyId: fixtures.story,
    subgenreId: fixtures.subgenre,
    genre: 'Fantasy',
    slot: 'new',
    version: '1',
    token: call.path.startsWith('/auth/verify-email/') ? fixtures.verification : fixtures.link,
    userId: fixtures.other,
    username: fixtures.owner.username,
  };
  return Object.fromEntries(
    paramNames(call.path).map((name) => {
      const value =
        name === 'id' && call.path.startsWith('/stories/user/')
          ? fixtures.owner.id
          : name === 'id'
            ? ids[first]
            : named[name];
      if (value === undefined)
        throw new Error(`contract-checks/fixtures.ts has no value for {${name}} of ${call.key}.`);
      return [name, value];
    }),
  );
}

const text = 'word '.repeat(220);

/** A valid body for each call. Add new calls with a body here. */
function bodyIn(fixtures: Fixtures, call: Call): object | undefined {
  if (call.body === undefined) return undefined;
  const unique = Math.random().toString(36).slice(2);
  const password = 'six quiet herons';
  /** The password of every test person, which calls must not change. */
  const currentPassword = 'a lamp in the window';
  const bodies: Record<string, object> = {
    'POST /auth/register': {
      username: `n${unique}`,
      email: `n${unique}@example.test`,
      password,
      passwordConfirm: password,
    },
    'POST /auth/login': { email: fixtures.owner.username, password: currentPassword },
    'PATCH /auth/update-password': {
      oldPassword: currentPassword,
      newPassword: currentPassword,
      confirmNewPassword: currentPassword,
    },
    'POST /auth/forgot-password': { email: `n${unique}@example.test` },
    'PATCH /auth/reset-password/{token}': { password, passwordConfirm: password },
    'PATCH /auth/update-email': { password: currentPassword, email: `n${unique}@example.test` },
    'POST /site/contact': {
      name: 'Nora',
      email: `n${unique}@example.test`,
      subject: 'A question',
      message: 'May I bring a friend?',
    },
    'PATCH /users/profile/me': { displayName: 'Changed', bio: 'Changed', timeZone: 'Europe/Berlin' },
    'PATCH /users/preferences': { favoriteGenres: [fixtures.genre], emailNotifications: false },
    'DELETE /users/me': { password: currentPassword },
    'POST /genres': { name: `New ${unique}`, description: '' },
    'PUT /genres/{id}': { description: 'Changed' },
    'POST /genres/{id}/subgenres': { name: `Sub ${unique}` },
    'POST /stories': { title: 'New', description: 'New', genres: [fixtures.genre] },
    'POST /upload/book-cover': {},
    'POST /upload/profile-image': {},
    'POST /users/profile/upload-image': {},
    'DELETE /upload/delete': { imageUrl: fixtures.image },
    'PUT /stories/{id}': { title: 'Changed' },
    'PUT /stories/{id}/chapters/reorder': { chapterOrder: [fixtures.chapter] },
    'POST /chapters': { story: fixtures.story, title: 'New', content: text },
    'PUT /chapters/{id}': { title: 'Changed' },
    'PUT /stories/{id}/drafts/{slot}': { title: 'T', content: 'C', authorNotes: '' },
    'POST /stories/{id}/library': { status: 'reading' },
    'POST /stories/{id}/save-progress': { progress: 10 },
    'PATCH /stories/{id}/progress': { lastChapterRead: fixtures.chapter, timeSpent: 0 },
    'POST /chapters/{id}/progress': { progress: 10, position: { paragraph: 1, offset: 0 } },
  };
  const body = bodies[call.key];
  if (body === undefined) throw new Error(`contract-checks/fixtures.ts has no body for ${call.key}.`);
  return body;
}

/** An image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A valid file for each call with an upload. */
const fileIn = (call: Call) => {
  if (call.upload === undefined) return undefined;
  if (call.path.includes('upload')) return { name: 'a.png', bytes: pixel };
  return { name: 'a.md', bytes: Buffer.from(`# A\n\n${text}\n`) };
};

/** A complete valid input of a call for these fixtures. */
export const inputIn = (fixtures: Fixtures, call: Call) => ({
  params: paramsIn(fixtures, call),
  body: bodyIn(fixtures, call),
  file: fileIn(call),
});
