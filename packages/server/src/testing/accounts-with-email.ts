import * as calls from '@inkling/contract/account';
import { afterAll, beforeEach } from 'vitest';
import { hour } from '../platform/clock.ts';
import { emailSink, findLink } from './email-sink.ts';
import { type Person, testApp } from './test-app.ts';

/** A test server with a real mail server, and helpers for account flows. */
export async function accountsWithEmail() {
  const sink = await emailSink();
  const site = testApp({
    SMTP_URL: sink.impatientUrl,
    PUBLIC_URL: 'https://stories.example/',
    MAIL_FROM: 'Ink <ink@stories.example>',
  });
  afterAll(() => sink.leave());
  const visitor = () => site.as(null);

  const password = 'seven brass bells';
  const newPassword = 'eight brass bells';
  const addressOf = (username: string) => `${username}@example.test`;

  async function signUp(username: string, email = addressOf(username)): Promise<Person> {
    const body = { username, email, password, passwordConfirm: password };
    const { body: session } = await visitor().call(calls.register, { body });
    return { id: session.user._id, username, token: session.token };
  }
  const signIn = (name: string, typed: string) =>
    visitor().call(calls.login, { body: { email: name, password: typed } });
  const onAnotherDevice = async (who: Person): Promise<Person> => ({
    ...who,
    token: (await signIn(who.username, password)).body.token,
  });
  const isSignedIn = async (who: Person) => (await site.as(who).call(calls.getMe, {})).status === 200;
  const isVerified = async (who: Person) => (await site.as(who).call(calls.getMe, {})).body.user.verified;
  const requestReset = (email: string) => visitor().call(calls.forgotPassword, { body: { email } });
  const reset = (token: string, chosen = newPassword) =>
    visitor().call(calls.resetPassword, {
      params: { token },
      body: { password: chosen, passwordConfirm: chosen },
    });
  const verify = (token: string, who: Person | null = null) =>
    site.as(who).call(calls.verifyEmail, { params: { token } });

  /** Runs all pending jobs and returns the emails that have arrived. */
  async function emails() {
    await site.runJobs();
    return sink.taken();
  }
  /** A person whose verification email has already been taken. */
  async function settled(username: string): Promise<Person> {
    const person = await signUp(username);
    await emails();
    return person;
  }
  async function resetLink(username: string) {
    await requestReset(addressOf(username));
    return findLink((await emails())[0], '/reset-password/');
  }

  beforeEach(() => {
    // Let the rate limits of the previous test expire.
    site.clock.advance(13 * hour);
  });
  return {
    site,
    sink,
    visitor,
    password,
    newPassword,
    addressOf,
    signUp,
    signIn,
    onAnotherDevice,
    isSignedIn,
    isVerified,
    requestReset,
    reset,
    verify,
    emails,
    settled,
    resetLink,
  };
}
