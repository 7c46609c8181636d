import { getMe, register } from '@inkling/contract/account';
import { muteUser } from '@inkling/contract/blocks';
import { listGenres } from '@inkling/contract/genres';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { getStory } from '@inkling/contract/stories';
import { confusables, usernameSkeleton } from '@inkling/contract/usernames';
import * as calls from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { sql, transaction } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { endFollows, recountFollows, setDeletionDue } from './follows.queries.ts';

import { insertUser } from './users.queries.ts';

const site = testApp();
const write = writing(site);
const me = async (who: Person) => (await site.as(who).call(getMe, {})).body.user;
const change = (who: Person, body: Parameters<typeof profileInput>[0]) =>
  site.as(who).call(calls.updateProfile, profileInput(body));
const profileInput = (body: {
  username?: string;
  displayName?: string;
  bio?: string;
  timeZone?: string;
}) => ({ body });
const follow = (who: Person, whom: Person) =>
  site.as(who).call(calls.followUser, { params: { userId: whom.id } });
const unfollow = (who: Person, whom: Person) =>
  site.as(who).call(calls.unfollowUser, { params: { userId: whom.id } });

const signUp = (username: string) => {
  const password = 'a lamp in the window';
  const email = `${Math.random().toString(36).slice(2)}@example.test`;
  const body = { username, email, password, passwordConfirm: password };
  return site.as(null).call(register, { body });
};

describe('PATCH /users/profile/me', () => {
  test('changes only the given fields', async () => {
    const ana = await site.person('ana');
    const bio = 'Reads at night.';
    expect((await change(ana, { bio })).body.data).toMatchObject({
      username: 'ana',
      displayName: 'ana',
      bio,
    });
    const { data } = (await change(ana, { displayName: 'Ana\u202E  Lima' })).body;
    expect(data).toMatchObject({ displayName: 'Ana Lima', bio, timeZone: 'UTC' });
    expect((await change(ana, {})).body.data).toEqual(data);
    expect((await change(ana, { displayName: '' })).body.data.displayName).toBe('ana');
  });

  test('changes the username, which shows on the user’s stories at once', async () => {
    const bea = await site.person('bea');
    const { story } = await write.published(bea);
    await change(bea, { username: 'Beatrice' });
    expect(await me(bea)).toMatchObject({ username: 'Beatrice', displayName: 'Beatrice' });
    const shown = await site.as(null).call(getStory, { params: { id: story._id } });
    expect(shown.body.data.author.username).toBe('Beatrice');
    // Changing only the case of one's own name is allowed.
    expect((await change(bea, { username: 'beatrice' })).body.data.username).toBe('beatrice');
  });

  test('holds old names and their look-alikes for their person, who can take them back', async () => {
    const gil = await site.person('gil_1');
    await change(gil, { username: 'gilbert' });
    const eve = await site.person();
    for (const taken of ['gil_1', 'GIL_1', 'gil_l', 'ｇｉｌ_1', 'gіl_1', 'gilbert']) {
      expect((await signUp(taken)).failure.code, taken).toMatch(/USERNAME_TAKEN|BAD_INPUT/);
      expect((await change(eve, { username: taken })).failure.code, taken).toMatch(
        /USERNAME_TAKEN|BAD_INPUT/,
      );
    }
    expect((await change(eve, { username: 'gil_l' })).failure.code).toBe('USERNAME_TAKEN');
    expect(await me(eve)).toMatchObject({ username: eve.username });
    expect((await change(gil, { username: 'gil_l' })).body.data.username).toBe('gil_l');
    expect((await change(gil, { username: 'gil_1' })).body.data.username).toBe('gil_1');
    // An account that is due for deletion still holds its names.
    await site.as(gil).call(deleteMe, { body: { password: testPassword } });
    expect((await signUp('gilbert')).failure.code).toBe('USERNAME_TAKEN');
  });

  test('of many who want a name at once, one gets it, also as its holder leaves it', async () => {
    const [holder, ...others] = await Promise.all(['hal_0', ...Array(6)].map((name) => site.person(name)));
    if (holder === undefined) throw new Error('Nobody holds the name.');
    const statuses = await Promise.all([
      change(holder, { username: 'hal_new' }),
      ...others.map((who) => change(who, { username: 'hal_o' })),
      signUp('hal_0'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, ...others.map(() => 409), 409]);
    const wanting = await Promise.all(others.map((who) => change(who, { username: 'hal_wanted' })));
    expect(wanting.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('holds all former names, and refuses more than ten new ones in a year', async () => {
    const ida = await site.person('ida_first');
    const passYear = () =>
      sql`update usernames set owned_since = owned_since - interval '365 days' where user_id = ${ida.id}`.execute(
        site.ctx.db,
      );
    await passYear();
    const name = (n: number) => `ida_number${'x'.repeat(n)}`;
    for (let n = 1; n <= 10; n += 1) expect((await change(ida, { username: name(n) })).status).toBe(200);
    const refused = await change(ida, { username: name(11) });
    expect(refused.status).toBe(400);
    expect(refused.failure.errors?.[0]).toEqual({
      path: 'username',
      message: 'You’ve taken ten usernames in the last year. You can still go back to any of your old ones.',
    });
    expect((await change(ida, { username: 'ida_first' })).status).toBe(200);
    expect((await signUp(name(1))).failure.code).toBe('USERNAME_TAKEN');
    await passYear();
    expect((await change(ida, { username: name(11) })).status).toBe(200);
    expect((await signUp('ida_first')).failure.code).toBe('USERNAME_TAKEN');
    const found = await site.as(null).call(getProfile, { params: { username: name(1) } });
    expect(found.body.data.username).toBe(name(11));
  });

  test('names all invalid fields at once', async () => {
    const cleo = await site.person('cleo');
    const { failure } = await change(cleo, { username: 'admin', bio: 'x'.repeat(501), timeZone: '+02:00' });
    expect(failure.errors?.map(({ path }) => path)).toEqual(['username', 'bio', 'timeZone']);
    expect(await me(cleo)).toMatchObject({ username: 'cleo', bio: '', timeZone: 'UTC' });
  });

  test('stores time zones under their canonical names', async () => {
    const dan = await site.person('dan');
    expect((await change(dan, { timeZone: 'europe/berlin' })).body.data.timeZone).toBe('Europe/Berlin');
    for (const timeZone of ['Mars/Olympus', '', 'UTC; drop table users', '+02:00']) {
      expect((await change(dan, { timeZone })).status, timeZone).toBe(400);
    }
  });
});

describe('a username', () => {
  test('is refused when it is confusable with another, invalid or reserved [R32]', async () => {
    for (const username of ['hannah', 'paypal', 'mia_10', 'Юлия', 'ΑΝΝΑ']) {
      expect((await signUp(username)).status, username).toBe(201);
    }
    const table: Record<string, number> = {
      // The same name.
      Hannah: 409,
      ＨＡＮＮＡＨ: 409,
      юлия: 409,
      // Looks the same: Cyrillic, Greek, digits for letters, Lisu and Cherokee.
      раураl: 400,
      раураӏ: 409,
      paypa1: 409,
      PAYPAI: 409,
      mia_1O: 409,
      mia_l0: 409,
      anna: 409,
      ꓮꓠꓠꓮ: 409,
      // Two alphabets in one name.
      hаnnah: 400,
      ραypal: 400,
      hannahя: 400,
      hannah٥: 400,
      ᎻANNAH: 400,
      // Invisible characters, or characters that change the text direction.
      'hann\u200Bah': 400,
      'hannah\u200D': 400,
      '\u202Ehannah': 400,
      'hannah\u2069': 400,
      '\u3164\u3164\u3164': 400,
      '\uFEFFhannah\u00AD': 400,
      // Combining marks without a letter, and punctuation only.
      '\u0301\u0301\u0301': 400,
      'h\u0336annah': 400,
      '...': 400,
      '_-_': 400,
      'two words': 400,
      'hannah.': 400,
      'hannah-': 400,
      'hannah…': 400,
      '<b>hannah</b>': 400,
      '😀😀😀': 400,
      // Reserved, also when disguised.
      me: 400,
      new: 400,
      Admin: 400,
      'ad.min': 400,
      adm1n: 400,
      АРІ: 400,
      public: 400,
      Inkling: 400,
      'inkling-support': 400,
      moderator: 400,
      s_u_p_p_o_r_t: 400,
      // Valid.
      José: 201,
      'O.Brien-3': 201,
      अनिता: 201,
      สมชาย: 201,
      田中_ken: 201,
      김철수: 201,
      علي٥: 201,
      newton: 201,
      admiral: 201,
    };
    expect(Object.keys(table).length).toBeGreaterThanOrEqual(40);
    for (const [username, status] of Object.entries(table)) {
      expect((await signUp(username)).status, username).toBe(status);
    }
  });

  test('goes to one of many concurrent sign-ups, however they spell it [R32]', async () => {
    const responses = await Promise.all(
      ['Ines', 'ines', 'ＩＮＥＳ', 'INES', 'inеs', 'ines'].map((username) => signUp(username)),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status === 409).map(({ failure }) => failure.message);
    expect(new Set(refused)).toEqual(new Set(['Username is already taken']));
  });

  test('has the same skeleton in the database and in the rule for reserved names [R32]', async () => {
    const letters = Array.from(confusables.letters);
    expect(letters.length).toBeGreaterThan(300);
    expect(Array.from(confusables.standFor)).toHaveLength(letters.length);
    for (let from = 0; from < letters.length; from += 20) {
      const username = `Zed${from}${letters.slice(from, from + 20).join('')}`;
      const row = await insertUser(site.ctx.db, {
        username,
        username_key: username,
        created_at: site.clock.now(),
      });
      expect(row.username_skeleton).toBe(usernameSkeleton(username));
    }
  });

  test('sign-up stores the time zone; an unknown one does not prevent sign-up', async () => {
    const password = 'a lamp in the window';
    const signUpIn = (timeZone: string) => {
      const username = `z${Math.random().toString(36).slice(2)}`;
      const body = {
        username,
        email: `${username}@example.test`,
        password,
        passwordConfirm: password,
        timeZone,
      };
      return site.as(null).call(register, { body });
    };
    expect((await signUpIn('Asia/Tokyo')).body.user.timeZone).toBe('Asia/Tokyo');
    expect((await signUpIn('Moon/Tycho')).body.user.timeZone).toBe('UTC');
  });
});

describe('PATCH /users/preferences', () => {
  const plain = {
    showsMature: false,
    hiddenTags: [],
    hiddenWarnings: [],
    keepsHistory: true,
    isMeasured: true,
    showsPresence: true,
    hidesRewards: false,
    hidesFirstSteps: false,
    isRanked: false,
    showsGenres: false,
    languages: [],
    savedFilters: [],
    readingSettings: {},
  };

  test('stores favorite genres in order and email notifications, each independently', async () => {
    const eva = await site.person();
    const genres = (await site.as(null).call(listGenres, {})).body.data.slice(0, 3).map(({ _id }) => _id);
    const favoriteGenres = [...genres].reverse();
    const chosen = await site.as(eva).call(calls.updatePreferences, { body: { favoriteGenres } });
    expect(chosen.body.data).toEqual({ ...plain, genres: favoriteGenres, emailNotifications: true });
    const quiet = await site.as(eva).call(calls.updatePreferences, { body: { emailNotifications: false } });
    expect(quiet.body.data).toEqual({ ...plain, genres: favoriteGenres, emailNotifications: false });
    expect((await me(eva)).readingPreferences).toEqual(quiet.body.data);
    const none = await site.as(eva).call(calls.updatePreferences, { body: { favoriteGenres: [] } });
    expect(none.body.data.genres).toEqual([]);
  });

  test('stores what a reader wants to see, tags as the reader spells them', async () => {
    const ira = await site.person();
    const change = async (body: z.input<typeof calls.preferencesBody>) =>
      (await site.as(ira).call(calls.updatePreferences, { body })).body.data;
    await change({ showsMature: true, hideTags: ['#Slow  Burn', 'slow burn', 'Sea'] });
    const changed = await change({ hideWarnings: ['gore', 'gore'] });
    expect(changed).toMatchObject({
      showsMature: true,
      hiddenTags: ['Slow Burn', 'Sea'],
      hiddenWarnings: ['gore'],
    });
    expect((await me(ira)).readingPreferences).toEqual(changed);
    const many = Array.from({ length: 201 }, (_, index) => `tag ${index}`);
    const refused = await site.as(ira).call(calls.updatePreferences, { body: { hideTags: many } });
    expect(refused.failure.errors).toEqual([{ path: 'hideTags', message: 'Please use at most 200 tags.' }]);
    const full = await site.as(ira).call(calls.updatePreferences, { body: { hideTags: many.slice(2) } });
    expect(full.failure).toMatchObject({
      code: 'QUOTA_REACHED',
      message: 'You can hide at most 200 tags. Show some of them again in Settings first.',
    });
    expect((await me(ira)).readingPreferences).toEqual(changed);
    await change({ hideTags: many.slice(2), showTags: ['SEA'] });
    expect((await me(ira)).readingPreferences.hiddenTags).toEqual(['Slow Burn', ...many.slice(2)]);
  });

  test('keeps what two tabs hide and show at the same time', async () => {
    const lea = await site.person();
    const change = (body: z.input<typeof calls.preferencesBody>) =>
      site.as(lea).call(calls.updatePreferences, { body });
    await change({ hideTags: ['sky'], hideWarnings: ['death'] });
    await Promise.all([
      change({ hideTags: ['sea'] }),
      change({ hideTags: ['ghosts'], showTags: ['Sky'] }),
      change({ hideWarnings: ['gore'] }),
      change({ showWarnings: ['death'], hideWarnings: ['abuse'] }),
      change({ showTags: ['never hidden'], hideTags: ['sea'] }),
    ]);
    const { hiddenTags, hiddenWarnings } = (await me(lea)).readingPreferences;
    expect([hiddenTags.toSorted(), hiddenWarnings.toSorted()]).toEqual([
      ['ghosts', 'sea'],
      ['abuse', 'gore'],
    ]);
  });

  test('filters are saved under a name, replaced, renamed and removed; at most 20', async () => {
    const kim = await site.person();
    const change = (body: z.input<typeof calls.preferencesBody>) =>
      site.as(kim).call(calls.updatePreferences, { body });
    const saved = async () => (await me(kim)).readingPreferences.savedFilters;
    const short = { name: 'Short', query: 'length=short&notGenres=Horror%2CFan+fiction' };
    await change({ saveFilters: [short, { name: ' Mine ', query: 'minWords=5000' }] });
    expect(await saved()).toEqual([{ name: 'Mine', query: 'minWords=5000' }, short]);
    await change({ saveFilters: [{ name: 'Mine', query: 'tags=sea' }] });
    await change({ saveFilters: [{ name: 'At sea', query: 'tags=sea' }], removeFilters: ['Mine'] });
    expect(await saved()).toEqual([{ name: 'At sea', query: 'tags=sea' }, short]);
    const many = Array.from({ length: 19 }, (_, index) => ({ name: `No. ${index}`, query: 'tags=sea' }));
    const full = await change({ saveFilters: many });
    expect(full.failure).toMatchObject({
      code: 'QUOTA_REACHED',
      message: 'You can save at most 20 sets of filters. Delete one to save another.',
    });
    expect((await change({ saveFilters: many, removeFilters: ['Short'] })).status).toBe(200);
    expect(await saved()).toHaveLength(20);
  });

  test.each(['', 'search=sea', 'tags=sea&x=1', 'length=endless', 'tags=sea&tags=sky', 'minWords=-1', 'sea'])(
    'what are not filters cannot be saved: %j',
    async (query) => {
      const saveFilters = [{ name: 'Junk', query }];
      const refused = await site
        .as(await site.person())
        .call(calls.updatePreferences, { body: { saveFilters } });
      expect([refused.status, refused.failure.errors?.[0]?.path]).toEqual([400, 'saveFilters.0.query']);
    },
  );

  test('keeps reading settings of several devices: for each setting the newest change wins', async () => {
    const max = await site.person();
    const change = async (
      readingSettings: NonNullable<z.input<typeof calls.preferencesBody>['readingSettings']>,
    ) =>
      (await site.as(max).call(calls.updatePreferences, { body: { readingSettings } })).body.data
        .readingSettings;
    await change({ size: { value: 'lg', age: 0 }, rain: { value: true, age: 0 } });
    // Another device was offline: it changed the size an hour before that, and the theme.
    const merged = await change({
      size: { value: 'sm', age: 3_600_000 },
      theme: { value: 'sepia', age: 3_600_000 },
    });
    expect(merged).toEqual({ size: 'lg', theme: 'sepia', rain: true });
    expect((await me(max)).readingPreferences.readingSettings).toEqual(merged);
    expect(await change({ theme: { value: 'light', age: 60_000 } })).toEqual({ ...merged, theme: 'light' });

    await Promise.all([
      change({ width: { value: 80, age: 0 } }),
      change({ lineHeight: { value: 1.5, age: 0 } }),
      change({ face: { value: 'dyslexic', age: 0 } }),
    ]);
    expect((await me(max)).readingPreferences.readingSettings).toMatchObject({
      width: 80,
      lineHeight: 1.5,
      face: 'dyslexic',
      size: 'lg',
    });
  });

  test('refuses reading settings outside their range and changes nothing', async () => {
    const may = await site.person();
    const refused = await site.as(may).call(calls.updatePreferences, {
      body: { readingSettings: { width: { value: 91, age: 0 }, size: { value: 'sm', age: 0 } } },
    });
    expect(refused.failure.errors).toEqual([
      { path: 'readingSettings.width.value', message: 'Please choose at most 90.' },
    ]);
    const future = await site.as(may).call(calls.updatePreferences, {
      body: { readingSettings: { size: { value: 'sm', age: -1 } } },
    });
    expect(future.failure.code).toBe('BAD_INPUT');
    expect((await me(may)).readingPreferences.readingSettings).toEqual({});
  });

  test('refuses an unknown genre and changes nothing', async () => {
    const fay = await site.person();
    const [known = ''] = (await site.as(null).call(listGenres, {})).body.data.map(({ _id }) => _id);
    await site.as(fay).call(calls.updatePreferences, { body: { favoriteGenres: [known] } });
    const unknown = '019f0000-0000-7000-8000-000000000001';
    const body = { favoriteGenres: [unknown, known], emailNotifications: false };
    const { failure } = await site.as(fay).call(calls.updatePreferences, { body });
    expect(failure).toMatchObject({ code: 'BAD_INPUT', errors: [{ path: 'favoriteGenres' }] });
    expect((await me(fay)).readingPreferences).toEqual({
      ...plain,
      genres: [known],
      emailNotifications: true,
    });
  });
});

describe('following', () => {
  test('POST /users/follow/{userId} and unfollow return the current state and are idempotent', async () => {
    const [gil, hal] = [await site.person(), await site.person()];
    const followed = { following: true, followersCount: 1, followingCount: 1 };
    expect((await follow(gil, hal)).body).toMatchObject(followed);
    expect((await follow(gil, hal)).body).toMatchObject(followed);
    expect(await me(gil)).toMatchObject({ following: [hal.id], followingCount: 1, followersCount: 0 });
    expect(await me(hal)).toMatchObject({ following: [], followingCount: 0, followersCount: 1 });
    const unfollowed = { following: false, followersCount: 0, followingCount: 0 };
    expect((await unfollow(gil, hal)).body).toMatchObject(unfollowed);
    expect((await unfollow(gil, hal)).body).toMatchObject(unfollowed);
  });

  test('is refused for oneself and for unknown users', async () => {
    const ida = await site.person();
    expect((await follow(ida, ida)).status).toBe(400);
    expect((await unfollow(ida, ida)).status).toBe(400);
    expect((await follow(ida, { ...ida, id: '019f0000-0000-7000-8000-000000000001' })).status).toBe(404);
  });

  test('GET /users/{username}/followers and /following list users, newest first, in pages', async () => {
    const star = await site.person('Star_1');
    const fans: Person[] = [];
    for (let index = 0; index < 5; index += 1) {
      const fan = await site.person();
      await follow(fan, star);
      fans.unshift(fan);
      if (index !== 2) site.clock.advance(1000);
    }
    await follow(star, fans[0] ?? star);
    const [viewer] = fans;
    const page = async (number: number) =>
      (
        await site.as(viewer ?? null).call(calls.listFollowers, {
          params: { username: 'sTAR_1' },
          query: { page: number, limit: 2 },
        })
      ).body;
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages[0]?.pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3, hasMore: true });
    const names = pages.flatMap(({ data }) => data.map(({ username }) => username));
    expect(new Set(names).size).toBe(5);
    expect(names.slice(0, 1)).toEqual([fans[0]?.username]);
    const following = await site
      .as(viewer ?? null)
      .call(calls.listFollowing, { params: { username: fans[1]?.username ?? '' } });
    expect(following.body.data).toMatchObject([
      { _id: star.id, username: 'Star_1', followersCount: 5, isFollowing: true },
    ]);
    const asVisitor = await site
      .as(null)
      .call(calls.listFollowing, { params: { username: fans[1]?.username ?? '' } });
    expect(asVisitor.body.data[0]?.isFollowing).toBe(false);
    const nobody = await site.as(null).call(calls.listFollowers, { params: { username: 'nobody_there' } });
    expect(nobody.status).toBe(404);
  });

  test('those whom one follows are found by how their names begin, whatever page they are on', async () => {
    const [ivy, first] = [await site.person('Ivy_1'), await site.person('zz_first')];
    for (const person of [first, await site.person(), await site.person()]) await follow(ivy, person);
    const found = async (search: string) => {
      const query = { search, limit: 1 };
      const { body } = await site.as(ivy).call(calls.listFollowing, { params: { username: 'Ivy_1' }, query });
      return [body.data.map(({ _id }) => _id), body.pagination.total];
    };
    expect(await found('ZZ_f')).toEqual([[first.id], 1]);
    expect(await found('first')).toEqual([[], 0]);
    await site.as(ivy).call(muteUser, { params: { id: first.id } });
    expect(await found('zz')).toEqual([[], 0]);
  });

  test('counters are right after 200 concurrent toggles while one user is deleted [R42]', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
    const deletedUser = await site.person();
    // The deleted user follows all others, and half of them follow back.
    await Promise.all(people.map((person) => follow(deletedUser, person)));
    await Promise.all(people.slice(0, 3).map((person) => follow(person, deletedUser)));
    const toggle = (index: number) => {
      const who = people[index % 6] ?? deletedUser;
      const whom = index % 9 === 0 ? deletedUser : (people[(index * 5 + 1 + (index % 3)) % 6] ?? deletedUser);
      return (index * 7) % 3 === 0 ? unfollow(who, whom) : follow(who, whom);
    };
    const first = Array.from({ length: 100 }, (_, index) => toggle(index));
    await Promise.race(first);
    const deletion = async () => {
      await setDeletionDue(site.ctx.db, deletedUser.id, site.clock.now());
      await recountFollows(site.ctx.db, deletedUser.id, new AbortController().signal, 2);
      await transaction(site.ctx.db, async (tx) => {
        await endFollows(tx, deletedUser.id);
        await sql`delete from users where id = ${deletedUser.id}`.execute(tx);
      });
    };
    const deleted = deletion();
    const second = Array.from({ length: 100 }, (_, index) => toggle(100 + index));
    const [responses] = await Promise.all([Promise.all([...first, ...second]), deleted]);
    // Following oneself gets 400, the deleted user 404.
    expect(
      responses.map(({ status }) => status).filter((status) => ![200, 400, 404].includes(status)),
    ).toEqual([]);
    expect((await unfollow(people[0] ?? deletedUser, deletedUser)).status).toBe(404);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
    const { rows: follows } = await sql`select 1 from follows`.execute(site.ctx.db);
    expect(follows.length).toBeGreaterThan(5);
  });
});
