import { hash } from 'node:crypto';
import { updatePassword } from '@inkling/contract/account';
import * as calls from '@inkling/contract/devices';
import { deviceLimits } from '@inkling/contract/limits';
import { deleteMe } from '@inkling/contract/personal-data';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { hour, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { suspend } from '../measures/index.ts';
import { readerByBasic, readerBySyncKey } from './index.ts';

const site = testApp();

let addresses = 0;
/** A context of a client at an address of its own. */
function client() {
  addresses += 1;
  return { ...site.ctx, address: `203.0.113.${addresses}` };
}

const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;

async function newDevice(person: Person, name = 'My Kobo') {
  const { body } = await site.as(person).call(calls.createDevice, { body: { name } });
  return body.data;
}

const devicesOf = async (person: Person) => (await site.as(person).call(calls.listDevices, {})).body.data;

describe('POST /devices', () => {
  test('returns a token of 52 letters and digits once, and stores only hashes', async () => {
    const person = await site.person();
    const device = await newDevice(person);
    expect(device).toMatchObject({ name: 'My Kobo', lastUsedAt: null });
    expect(device.token).toMatch(/^[0-9a-hjkmnp-tv-z]{52}$/);
    const { token, ...listed } = device;
    expect(await devicesOf(person)).toEqual([listed]);
    const { rows } = await sql<{ row: string }>`
      select t::text || encode(token_hash, 'escape') as row from device_tokens t where id = ${device._id}`.execute(
      site.ctx.db,
    );
    expect(rows[0]?.row).not.toContain(token);
  });

  test('a name has 1 to 60 characters', async () => {
    const person = await site.person();
    for (const name of ['', '   ', 'x'.repeat(deviceLimits.name + 1)])
      expect((await site.as(person).call(calls.createDevice, { body: { name } })).status).toBe(400);
    expect((await newDevice(person, 'x'.repeat(deviceLimits.name))).name).toHaveLength(deviceLimits.name);
  });

  test('a person has at most 20, also when they are created at the same time', async () => {
    const person = await site.person();
    const statuses = await Promise.all(
      Array.from(
        { length: deviceLimits.perPerson + 5 },
        async () => (await site.as(person).call(calls.createDevice, { body: { name: 'One' } })).status,
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(deviceLimits.perPerson);
    expect(await devicesOf(person)).toHaveLength(deviceLimits.perPerson);
  });
});

describe('GET /devices', () => {
  test('lists only one’s own, the latest first', async () => {
    const [person, other] = [await site.person(), await site.person()];
    await newDevice(other);
    await newDevice(person, 'First');
    site.clock.advance(minute);
    await newDevice(person, 'Second');
    expect((await devicesOf(person)).map(({ name }) => name)).toEqual(['Second', 'First']);
  });
});

describe('DELETE /devices/{id}', () => {
  test('ends the token at once; that of another person is a 404', async () => {
    const [person, other] = [await site.person(), await site.person()];
    const { _id: id, token } = await newDevice(person);
    const input = { params: { id } };
    expect((await site.as(other).call(calls.revokeDevice, input)).status).toBe(404);
    expect((await readerByBasic(client(), basic(person.username, token)))?.id).toBe(person.id);
    await site.as(person).call(calls.revokeDevice, input);
    expect(await readerByBasic(client(), basic(person.username, token))).toBeNull();
    expect((await site.as(person).call(calls.revokeDevice, input)).status).toBe(404);
  });
});

describe('a token', () => {
  test('works with the username, a former one or the email address, however it is typed', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    const spaced = token.toUpperCase().replace(/.{4}/g, '$& - ');
    const { email } = (
      await sql<{ email: string }>`
      select email from credentials where user_id = ${person.id}`.execute(site.ctx.db)
    ).rows[0] ?? { email: '' };
    await site.as(person).call(updateProfile, { body: { username: `${person.username}.new` } });
    for (const name of [person.username, person.username.toUpperCase(), `${person.username}.new`, email])
      for (const typed of [token, spaced])
        expect((await readerByBasic(client(), basic(name, typed)))?.id).toBe(person.id);
  });

  test('opens nothing under another name, and the password is no token', async () => {
    const [person, other] = [await site.person(), await site.person()];
    const { token } = await newDevice(person);
    for (const header of [
      basic(other.username, token),
      basic('', token),
      basic(person.username, ''),
      basic(person.username, token.slice(1)),
      basic(person.username, 'a lamp in the window'),
      basic(`${person.username}\0`, token),
      `Bearer ${token}`,
      `Basic ${'A'.repeat(100_000)}`,
      'Basic',
      undefined,
    ])
      expect(await readerByBasic(client(), header)).toBeNull();
  });

  test('is no session: calls do not accept it', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    for (const authorization of [`Bearer ${token}`, basic(person.username, token)]) {
      const { statusCode } = await site.app.http.inject({
        url: '/api/v1/devices',
        headers: { authorization },
      });
      expect(statusCode).toBe(401);
    }
  });

  test('KOReader’s key is its MD5', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    const key = hash('md5', token, 'hex');
    expect((await readerBySyncKey(client(), person.username, key))?.id).toBe(person.id);
    expect(await readerBySyncKey(client(), person.username, token)).toBeNull();
    expect(await readerBySyncKey(client(), person.username, undefined)).toBeNull();
    expect(await readerByBasic(client(), basic(person.username, key))).toBeNull();
  });

  test('its last use is written at most once an hour', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    const use = async () => {
      await readerByBasic(client(), basic(person.username, token));
      return (await devicesOf(person))[0]?.lastUsedAt;
    };
    const first = await use();
    expect(first).toBe(site.clock.now().toISOString());
    site.clock.advance(hour);
    expect(await use()).toBe(first);
    site.clock.advance(1);
    expect(await use()).toBe(site.clock.now().toISOString());
  });

  test('ends with a change of the password, as sessions do', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    site.clock.advance(minute);
    const body = {
      oldPassword: 'a lamp in the window',
      newPassword: 'nine loud geese',
      confirmNewPassword: 'nine loud geese',
    };
    await site.as(person).call(updatePassword, { body });
    expect(await readerByBasic(client(), basic(person.username, token))).toBeNull();
    expect(await devicesOf(person)).toEqual([]);
    const { token: next } = await newDevice(person);
    expect((await readerByBasic(client(), basic(person.username, next)))?.id).toBe(person.id);
  });

  test('a suspended person reads, as with a session; one whose account is due for deletion does not', async () => {
    const [person, leaving] = [await site.person(), await site.person()];
    const [{ token }, { token: other }] = [await newDevice(person), await newDevice(leaving)];
    await suspend(site.ctx, person.id);
    expect(await readerByBasic(client(), basic(person.username, token))).toMatchObject({ isSuspended: true });
    await site.as(leaving).call(deleteMe, { body: { password: 'a lamp in the window' } });
    expect(await readerByBasic(client(), basic(leaving.username, other))).toBeNull();
  });

  test('after ten wrong ones of an address, further ones wait; right ones and signing in do not', async () => {
    const person = await site.person();
    const { token } = await newDevice(person);
    const here = client();
    const wrong = () => readerByBasic(here, basic(person.username, `${token.slice(1)}0`));
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await wrong()).toBeNull();
    for (let attempt = 0; attempt < 100; attempt += 1)
      await expect(wrong()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await readerByBasic(here, basic(person.username, token)))?.id).toBe(person.id);
    const { rows } = await sql<{
      failures: number;
    }>`select max(failures) as failures from login_failures`.execute(site.ctx.db);
    expect(rows[0]?.failures).toBe(10);
    site.clock.advance(15 * minute);
    expect(await wrong()).toBeNull();
  });
});
