import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import {
  ApiError,
  type Caller,
  type CallKey,
  type CallResponse,
  call,
  type Input,
  serverCallContext,
} from './api.ts';

type Args = LoaderFunctionArgs | ClientLoaderFunctionArgs;

/** A 404 of the server becomes the route's; the screen then says that there is no such thing. */
const asResponse = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 });
  throw error;
};

/** Calls from a loader: inside the server while a page is rendered there, over the network in the browser. */
export async function load<K extends CallKey>(args: Args, key: K, input: Input<K>): Promise<CallResponse<K>> {
  if (typeof window !== 'undefined')
    return call(key, input, { signal: args.request.signal }).catch(asResponse);
  const onServer: Caller = args.context.get(serverCallContext);
  return onServer(key, input);
}
