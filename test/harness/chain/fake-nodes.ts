// Nodes without a network: a function answers the requests that would go to RPC URLs.
import { Agent, type Dispatcher } from "undici";

export interface NodeRequest {
  readonly url: string;
  readonly body: string;
}

/** @returns null to send the request. The promise rejects for a node out of reach, and stays open for a silent one. */
type Answering = (request: NodeRequest) => Promise<Response> | null;

/** Replaces `Agent.prototype.dispatch` of undici. */
export function dispatchTo(answering: Answering): Dispatcher["dispatch"] {
  const { dispatch } = Agent.prototype;
  return function (this: Agent, options, handler) {
    const url = `${options.origin}${options.path}`;
    const answer = answering({ url, body: String(options.body) });
    if (!answer) return dispatch.call(this, options, handler);
    handler.onConnect?.((error) => handler.onError?.(error ?? new Error("aborted")));
    respond(answer, handler).catch((error) => handler.onError?.(error));
    return true;
  };
}

async function respond(answer: Promise<Response>, handler: Dispatcher.DispatchHandler): Promise<void> {
  const response = await answer;
  const body = Buffer.from(await response.arrayBuffer());
  handler.onHeaders?.(response.status, [], () => {}, response.statusText);
  handler.onData?.(body);
  handler.onComplete?.([]);
}
