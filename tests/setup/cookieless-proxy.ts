import { createServer, request as send, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that removes all cookies, like a browser that refuses them. */
export async function startCookielessProxy(origin: string): Promise<{ origin: string; close(): void }> {
  const proxy = createServer((incoming, outgoing) => {
    const headers: OutgoingHttpHeaders = { ...incoming.headers, host: new URL(origin).host };
    delete headers.cookie;
    if (headers.origin) headers.origin = origin;
    const onward = send(origin + incoming.url, { method: incoming.method, headers }, (answer) => {
      const shown = { ...answer.headers };
      delete shown["set-cookie"];
      outgoing.writeHead(answer.statusCode!, shown);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
