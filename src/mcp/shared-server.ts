/**
 * One long-lived server for the requests of all clients: building one for each costs more than most answers. Each
 * request goes in under an id of our own, and its answer comes out under the client's, as clients all count from 1.
 */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Server,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server';

export interface SharedServer {
  /** The answer, behind what was said about the request on the way; `undefined` when the time limit passed first. */
  dispatch(request: JSONRPCRequest, timeLimitMs: number): Promise<JSONRPCMessage[] | undefined>;
  close(): Promise<void>;
}

interface Exchange {
  clientId: string | number;
  said: JSONRPCMessage[];
  finish(messages: JSONRPCMessage[] | undefined): void;
}

function isAnswer(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { result: unknown } | { error: unknown }> {
  return 'result' in message || 'error' in message;
}

export async function shareServer(server: Server): Promise<SharedServer> {
  const exchanges = new Map<number, Exchange>();
  let lastId = 0;

  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    async send(message: JSONRPCMessage, options?: TransportSendOptions) {
      const exchange = exchanges.get(Number(isAnswer(message) ? message.id : options?.relatedRequestId));
      if (isAnswer(message)) exchange?.finish([...exchange.said, { ...message, id: exchange.clientId }]);
      else if ('id' in message) throw new Error('a client cannot be asked: nothing is kept between two requests');
      else exchange?.said.push(message);
    },
  };
  await server.connect(transport);

  return {
    dispatch(request, timeLimitMs) {
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<JSONRPCMessage[] | undefined>();
      const timer = setTimeout(() => {
        transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
        exchange.finish(undefined);
      }, timeLimitMs);
      const exchange: Exchange = {
        clientId: request.id,
        said: [],
        finish(messages) {
          clearTimeout(timer);
          exchanges.delete(id);
          resolve(messages);
        },
      };
      exchanges.set(id, exchange);
      transport.onmessage?.({ ...request, id });
      return promise;
    },
    close: () => server.close(),
  };
}
