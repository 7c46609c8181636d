import { hash, randomBytes, randomUUID } from 'node:crypto';
import * as calls from '@inkling/contract/account';
import { hour } from '../../platform/clock.ts';
import { type CapabilityFixtures, example, uniqueName } from '../../testing/examples.ts';
import { testPassword } from '../../testing/test-password.ts';
import { insertUser } from '../users/index.ts';
import { insertRequest } from './signups.queries.ts';
import { createInvitation } from './signups.service.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The token of an emailed link that resets the password of another person. */
    link: string;
    /** The token of an emailed link that verifies that person's address. */
    verification: string;
    /** The token of an invitation to sign up, the id of another one, and the id of a person who waits for approval. */
    signupInvitation: string;
    otherSignupInvitation: string;
    applicant: string;
  }
}

const password = 'six quiet herons';
const newAddress = () => `${uniqueName()}@example.test`;

export const fixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    const { db } = ctx;
    const [link, verification] = [
      randomBytes(32).toString('base64url'),
      randomBytes(32).toString('base64url'),
    ];
    const name = uniqueName();
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
      .insertInto('email_tokens')
      .values([
        { ...row, purpose: 'reset', hash: hashOf(link), job_id: randomUUID() },
        { ...row, purpose: 'verify', hash: hashOf(verification), job_id: randomUUID() },
      ])
      .execute();
    const invitation = await createInvitation(ctx, owner.id, { uses: 1000, days: 30 });
    const other = await createInvitation(ctx, null, { uses: 1, days: 30 });
    const applicantName = uniqueName();
    const applicant = await insertUser(db, {
      username: applicantName,
      username_key: applicantName,
      created_at: now,
    });
    const address = `${applicantName}@example.test`;
    await db
      .insertInto('credentials')
      .values({
        user_id: applicant.id,
        email: address,
        email_key: address,
        password_hash: '',
        password_changed_at: now,
      })
      .execute();
    await insertRequest(db, applicant.id, 'I read a lot.', now);
    return {
      link,
      verification,
      signupInvitation: invitation.token,
      otherSignupInvitation: other._id,
      applicant: applicant.id,
    };
  },
  // No example changes the owner's password.
  examples: [
    example(
      calls.register,
      () => ({
        body: { username: uniqueName(), email: newAddress(), password, passwordConfirm: password },
      }),
      { createsOnceBecause: 'names and addresses are unique' },
    ),
    example(calls.login, ({ owner }) => ({ body: { email: owner.username, password: testPassword } })),
    example(calls.logout, () => ({}), { endsSession: true }),
    example(calls.getMe, () => ({})),
    example(calls.getStatus, () => ({})),
    example(calls.updatePassword, () => ({
      body: { oldPassword: testPassword, newPassword: testPassword, confirmNewPassword: testPassword },
    })),
    example(calls.forgotPassword, () => ({ body: { email: newAddress() } })),
    example(calls.checkResetLink, ({ link }) => ({ params: { token: link } })),
    example(calls.resetPassword, ({ link }) => ({
      params: { token: link },
      body: { password, passwordConfirm: password },
    })),
    example(calls.verifyEmail, ({ verification }) => ({ params: { token: verification } })),
    example(calls.resendVerification, () => ({})),
    example(calls.updateEmail, () => ({ body: { password: testPassword, email: newAddress() } })),
    example(calls.withdrawEmail, () => ({})),
    example(calls.listSessions, () => ({})),
    example(calls.checkSignupInvitation, ({ signupInvitation }) => ({ body: { token: signupInvitation } })),
    example(calls.listSignupInvitations, () => ({})),
    example(calls.createSignupInvitation, () => ({ body: { uses: 3, days: 7 } }), {
      createsOnceBecause: 'each has a token, which only its response has; one that was lost ends by itself',
    }),
    example(calls.revokeSignupInvitation, ({ otherSignupInvitation }) => ({
      params: { id: otherSignupInvitation },
    })),
    example(calls.listSignupRequests, () => ({ query: { limit: 10 } })),
    example(
      calls.decideSignupRequest,
      ({ applicant }) => ({ params: { id: applicant }, body: { approves: true } }),
      { createsOnceBecause: 'a request is decided once' },
    ),
    example(calls.endSession, () => ({ params: { id: 'others' } })),
  ],
};
