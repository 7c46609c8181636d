import {
  type ClientLoaderFunctionArgs,
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
} from 'react-router';
import {
  ApiError,
  type Caller,
  type CallKey,
  type CallResponse,
  call,
  type Input,
  serverCallContext,
} from './api.ts';

export type LoaderArgs = LoaderFunctionArgs | ClientLoaderFunctionArgs;

/** Turns the server's 404 into the route's, so that the error boundary shows the not-found screen. */
const rethrow = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
  throw error;
};

/** Whether what the page is about does not exist; other errors say nothing about it. */
export const isGone = (error: unknown): boolean =>
  (error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 404;

/** Makes a call from a loader: in process during server rendering, over the network in the browser. */
export async function load<K extends CallKey>(
  args: LoaderArgs,
  key: K,
  input: Input<K>,
): Promise<CallResponse<K>> {
  if (typeof window !== 'undefined') return call(key, input, { signal: args.request.signal }).catch(rethrow);
  const onServer: Caller = args.context.get(serverCallContext);
  return onServer(key, input);
}
