import type { RequestContext } from '../context.ts';

// Handlers of the usual shapes, from functions of services: `bind(api, getQuest, data(withId(quests.readQuest)))`.

type Of<V, Input, Result> = (ctx: RequestContext, viewer: V, input: Input) => Promise<Result>;
interface Param<Name extends string> {
  params: Record<Name, string>;
}
type Id = Param<'id'>;

/** Responds with what the handler returns as `data`. */
export const data =
  <V, Input, Result>(handler: Of<V, Input, Result>): Of<V, Input, { data: Result }> =>
  async (ctx, viewer, input) => ({ data: await handler(ctx, viewer, input) });

/** Responds with a message when the handler has ended. */
export const message =
  <V, Input>(text: string, handler: Of<V, Input, unknown>): Of<V, Input, { message: string }> =>
  async (ctx, viewer, input) => {
    await handler(ctx, viewer, input);
    return { message: text };
  };

export const withId =
  <V, Result>(handle: Of<V, string, Result>): Of<V, Id, Result> =>
  (ctx, viewer, { params }) =>
    handle(ctx, viewer, params.id);

/** The same for a path parameter with another name, such as `storyId`. */
export const withParam =
  <Name extends string, V, Result>(name: Name, handle: Of<V, string, Result>): Of<V, Param<Name>, Result> =>
  (ctx, viewer, { params }) =>
    handle(ctx, viewer, params[name]);

export const withBody =
  <V, Body, Result>(handle: Of<V, Body, Result>): Of<V, { body: Body }, Result> =>
  (ctx, viewer, { body }) =>
    handle(ctx, viewer, body);

export const withQuery =
  <V, Query, Result>(handle: Of<V, Query, Result>): Of<V, { query: Query }, Result> =>
  (ctx, viewer, { query }) =>
    handle(ctx, viewer, query);

type OfId<V, More, Result> = (ctx: RequestContext, viewer: V, id: string, more: More) => Promise<Result>;

export const withIdAndBody =
  <V, Body, Result>(handle: OfId<V, Body, Result>): Of<V, Id & { body: Body }, Result> =>
  (ctx, viewer, { params, body }) =>
    handle(ctx, viewer, params.id, body);

export const withIdAndQuery =
  <V, Query, Result>(handle: OfId<V, Query, Result>): Of<V, Id & { query: Query }, Result> =>
  (ctx, viewer, { params, query }) =>
    handle(ctx, viewer, params.id, query);

export const withParamAndQuery =
  <Name extends string, V, Query, Result>(
    name: Name,
    handle: OfId<V, Query, Result>,
  ): Of<V, Param<Name> & { query: Query }, Result> =>
  (ctx, viewer, { params, query }) =>
    handle(ctx, viewer, params[name], query);
