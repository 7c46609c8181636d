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

/** Everything that a call may be about: one of each kind of thing, and whose it is. */
export interface Fixtures {
  owner: Person;
  story: string;
  chapter: string;
  genre: string;
  subgenre: string;
  import: string;
  /** Somebody else, to be followed. */
  other: string;
  /** What the link of a mail has in it, with which somebody else may choose a new password. */
  link: string;
  /** The same of a mail with which that person's address is verified. */
  verification: string;
  /** The address of an image that nothing shows. */
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

/** A published story with a chapter, unused genres, and an import, all the owner's. */
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
  const done = await db
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
    ...(await links(site)),
    image: imageAddress('cover', stem),
    story: story._id,
    chapter: chapters[0]?._id ?? '',
    genre: genre.id,
    subgenre: subgenre.id,
    import: done.id,
    other: other.id,
  };
}

/** Links with which a person whom nobody else needs may choose a new password and verify their address. */
async function links({ ctx: { db }, clock }: TestApp): Promise<Pick<Fixtures, 'link' | 'verification'>> {
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

/** Does what a call presumes of whoever makes it. */
export async function prepareCall(
  site: TestApp,
  world: Fixtures,
  call: Call,
  who: Person | null,
): Promise<void> {
  if (who === null || call.key !== removeFromLibrary.key) return;
  await site.as(who).call(addToLibrary, { params: { id: world.story }, body: { status: 'reading' } });
}

/** Calls after which whoever made them has to log in again. */
const endsTheLogIn = new Set<string>(['POST /auth/logout', 'DELETE /users/me']);

/** Logs somebody in again; whoever was to be deleted is back. */
async function relogin(site: TestApp, who: Person): Promise<Person> {
  const body = { email: who.username, password: 'a lamp in the window' };
  const { token } = (await site.as(null).call(login, { body })).body;
  return { ...who, token };
}

/** Somebody as they go on after a call: logged in again if it has ended their log-in. */
export const signedInAfter = async (call: Call, site: TestApp, who: Person): Promise<Person> =>
  endsTheLogIn.has(call.key) ? relogin(site, who) : who;

/** The path parameters of a call, as they stand in this world; a new kind of parameter must be added here. */
export function paramsIn(world: Fixtures, call: Call): Record<string, string> {
  const [, first = ''] = call.path.split('/');
  const things: Record<string, string> = {
    stories: world.story,
    chapters: world.chapter,
    genres: world.genre,
    imports: world.import,
    auth: 'others',
  };
  const named: Record<string, string> = {
    storyId: world.story,
    subgenreId: world.subgenre,
    genre: 'Fantasy',
    slot: 'new',
    version: '1',
    token: call.path.startsWith('/auth/verify-email/') ? world.verification : world.link,
    userId: world.other,
    username: world.owner.username,
  };
  return Object.fromEntries(
    paramNames(call.path).map((name) => {
      const value =
        name === 'id' && call.path.startsWith('/stories/user/')
          ? world.owner.id
          : name === 'id'
            ? things[first]
            : named[name];
      if (value === undefined)
        throw new Error(`contract-checks/fixtures.ts does not know {${name}} of ${call.key}.`);
      return [name, value];
    }),
  );
}

const text = 'word '.repeat(220);

/** A body that each call accepts; a new call with a body must be added here. */
function bodyIn(world: Fixtures, call: Call): object | undefined {
  if (call.body === undefined) return undefined;
  const unique = Math.random().toString(36).slice(2);
  const password = 'six quiet herons';
  /** What everybody's password is, and stays. */
  const kept = 'a lamp in the window';
  const bodies: Record<string, object> = {
    'POST /auth/register': {
      username: `n${unique}`,
      email: `n${unique}@example.test`,
      password,
      passwordConfirm: password,
    },
    'POST /auth/login': { email: world.owner.username, password: kept },
    'PATCH /auth/update-password': { oldPassword: kept, newPassword: kept, confirmNewPassword: kept },
    'POST /auth/forgot-password': { email: `n${unique}@example.test` },
    'PATCH /auth/reset-password/{token}': { password, passwordConfirm: password },
    'PATCH /auth/update-email': { password: kept, email: `n${unique}@example.test` },
    'POST /site/contact': {
      name: 'Nora',
      email: `n${unique}@example.test`,
      subject: 'A question',
      message: 'May I bring a friend?',
    },
    'PATCH /users/profile/me': { displayName: 'Changed', bio: 'Changed', timeZone: 'Europe/Berlin' },
    'PATCH /users/preferences': { favoriteGenres: [world.genre], emailNotifications: false },
    'DELETE /users/me': { password: kept },
    'POST /genres': { name: `New ${unique}`, description: '' },
    'PUT /genres/{id}': { description: 'Changed' },
    'POST /genres/{id}/subgenres': { name: `Sub ${unique}` },
    'POST /stories': { title: 'New', description: 'New', genres: [world.genre] },
    'POST /upload/book-cover': {},
    'POST /upload/profile-image': {},
    'POST /users/profile/upload-image': {},
    'DELETE /upload/delete': { imageUrl: world.image },
    'PUT /stories/{id}': { title: 'Changed' },
    'PUT /stories/{id}/chapters/reorder': { chapterOrder: [world.chapter] },
    'POST /chapters': { story: world.story, title: 'New', content: text },
    'PUT /chapters/{id}': { title: 'Changed' },
    'PUT /stories/{id}/drafts/{slot}': { title: 'T', content: 'C', authorNotes: '' },
    'POST /stories/{id}/library': { status: 'reading' },
    'POST /stories/{id}/save-progress': { progress: 10 },
    'PATCH /stories/{id}/progress': { lastChapterRead: world.chapter, timeSpent: 0 },
    'POST /chapters/{id}/progress': { progress: 10, position: { paragraph: 1, offset: 0 } },
  };
  const body = bodies[call.key];
  if (body === undefined) throw new Error(`contract-checks/fixtures.ts has no body for ${call.key}.`);
  return body;
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file that each call with an upload accepts. */
const fileIn = (call: Call) => {
  if (call.upload === undefined) return undefined;
  if (call.path.includes('upload')) return { name: 'a.png', bytes: pixel };
  return { name: 'a.md', bytes: Buffer.from(`# A\n\n${text}\n`) };
};

/** Everything that a call takes, as it accepts it in this world. */
export const inputIn = (world: Fixtures, call: Call) => ({
  params: paramsIn(world, call),
  body: bodyIn(world, call),
  file: fileIn(call),
});
