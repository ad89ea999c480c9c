import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenOn } from "./s3.ts";
import { eicar } from "#tests/setup/files.ts";

/** A stand-in for ClamAV's daemon that knows one virus, and may be told to answer otherwise. */
export async function startClamd() {
  const state = { answer: null as string | null, scanned: 0, isHangingUp: false };

  function serve(socket: Socket): void {
    let received = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      if (state.isHangingUp) return void socket.destroy();
      received = Buffer.concat([received, data]);
      if (received.subarray(0, 6).toString() === "zPING\0") return void socket.end("PONG\0");
      const content = readStream(received);
      if (content === null) return;
      state.scanned += 1;
      const isInfected = content.includes(eicar());
      socket.end(`${state.answer ?? (isInfected ? "stream: Eicar-Signature FOUND" : "stream: OK")}\0`);
    });
  }

  const server = createServer(serve);
  const port = await listenOn(server);
  onTestFinished(() => void server.close());
  return { url: `tcp://127.0.0.1:${port}`, state };
}

/** The content of a whole INSTREAM command; null while more is to come. */
function readStream(received: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = "zINSTREAM\0".length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
