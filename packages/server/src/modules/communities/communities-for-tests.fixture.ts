import * as calls from '@inkling/contract/communities';
import { day } from '../../platform/clock.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

export const idOf = (id: string) => ({ params: { id } });

type NewCommunity = Partial<Parameters<typeof calls.createCommunity.body.parse>[0] & object>;

/** What tests of communities do, through calls. */
export function gathering(site: TestApp) {
  const at = (days: number) => new Date(site.clock.now().getTime() + days * day).toISOString();
  const join = (who: Person, id: string) => site.as(who).call(calls.joinCommunity, idOf(id));
  const send = (who: Person, id: string, body: object = {}) =>
    site.as(who).call(calls.createPost, {
      ...idOf(id),
      body: { title: 'Which lamp?', content: 'Oil or wax?', ...body },
    });
  const invite = (who: Person, id: string, uses = 1, days = 7) =>
    site.as(who).call(calls.createInvitation, { ...idOf(id), body: { until: at(days), uses } });
  const found = async (founder: Person, body: NewCommunity = {}) => {
    const about = { name: 'Night Readers', description: 'By lamplight.' };
    const { body: response } = await site
      .as(founder)
      .call(calls.createCommunity, { body: { ...about, ...body } });
    return response.data;
  };
  return {
    at,
    found,
    join,
    send,
    invite,
    /** A community with a founder, a moderator, a member and a post by the member. */
    async village(isPrivate = false) {
      const [founder, moderator, member] = [await site.person(), await site.person(), await site.person()];
      const { _id: id } = await found(founder, { isPrivate });
      const token = (await invite(founder, id, 2)).body.data.token;
      for (const who of [moderator, member])
        await site.as(who).call(calls.joinByInvitation, { params: { token } });
      await site.as(founder).call(calls.appointModerator, { params: { id, userId: moderator.id } });
      const post = (await send(member, id)).body.data._id;
      return { id, founder, moderator, member, post };
    },
    get: (viewer: Person | null, id: string) => site.as(viewer).call(calls.getCommunity, idOf(id)),
    leave: (who: Person, id: string) => site.as(who).call(calls.leaveCommunity, idOf(id)),
    ban: (who: Person, id: string, userId: string, until: string | null = null) =>
      site
        .as(who)
        .call(calls.banFromCommunity, { params: { id, userId }, body: { reason: 'Unkind words', until } }),
    posts: (viewer: Person | null, id: string, query: object = {}) =>
      site.as(viewer).call(calls.listPosts, { ...idOf(id), query }),
    post: (viewer: Person | null, id: string, postId: string, query: object = {}) =>
      site.as(viewer).call(calls.getPost, { params: { id, postId }, query }),
    comment: (who: Person, id: string, postId: string, content = 'Oil.') =>
      site.as(who).call(calls.commentOnPost, { params: { id, postId }, body: { content } }),
  };
}
