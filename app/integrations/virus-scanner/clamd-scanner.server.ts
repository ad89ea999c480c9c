import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ScanResult, VirusScanner } from "./virus-scanner.ts";

const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;
const MAX_ANSWER_BYTES = 1_000;

/** `tcp://host:3310` or `unix:/run/clamd.sock`. */
function open(address: string): Socket {
  if (address.startsWith("unix:")) return connect(address.slice("unix:".length));
  const { hostname, port } = new URL(address);
  return connect(Number(port || 3310), hostname);
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

const notWorking = (reason: string): ScanResult => ({ kind: "not-working", reason });

/** Only a plain "OK" is clean. */
function readAnswer(answer: string): ScanResult {
  const text = answer.replaceAll("\0", "").trim();
  if (text === "stream: OK") return { kind: "clean" };
  const [, signature] = /^stream: (\S{1,200}) FOUND$/.exec(text) ?? [];
  if (signature) return { kind: "infected", signature };
  return notWorking(/^[\w .:-]{1,100}$/.test(text) ? text : "It gave an answer that is none");
}

/** A client of ClamAV's daemon, by its INSTREAM command. */
export function createClamdScanner(address: string, answerMs = ANSWER_MS): VirusScanner {
  /** Resolves to the answer when the line is closed. Throws where there is none. */
  async function talk(write: (socket: Socket, closed: Promise<void>) => Promise<void>): Promise<string> {
    const socket = open(address);
    let answer = "";
    let failure: Error | null = null;
    socket.on("error", (error) => (failure = error));
    socket.on("data", (data: Buffer) => {
      answer += data.toString("latin1");
      if (answer.includes("\0") || answer.length > MAX_ANSWER_BYTES) socket.destroy();
    });
    const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
    socket.setTimeout(answerMs, () => socket.destroy(new Error("It did not answer in time")));
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
      await write(socket, closed);
      await closed;
    } catch (error) {
      failure ??= error as Error;
    } finally {
      socket.destroy();
    }
    if (answer === "") throw failure ?? new Error("It hung up");
    return answer;
  }

  return {
    async scan(content) {
      let contentFailure: { error: unknown } | null = null;
      async function* read() {
        try {
          yield* content;
        } catch (error) {
          contentFailure = { error };
          throw error;
        }
      }
      const send = async (socket: Socket, closed: Promise<void>) => {
        socket.write("zINSTREAM\0");
        for await (const chunk of read()) {
          // Past its size limit it hangs up: the answer is there already.
          if (socket.destroyed) return;
          socket.write(lengthOf(chunk));
          if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), closed]);
        }
        if (!socket.destroyed) socket.write(Buffer.alloc(4));
      };
      const answer = await talk(send).catch((error: NodeJS.ErrnoException) => error);
      const failed = contentFailure as { error: unknown } | null;
      if (failed) throw failed.error;
      return typeof answer === "string" ? readAnswer(answer) : notWorking(answer.code ?? answer.message);
    },
    async problem() {
      try {
        const answer = await talk(async (socket) => void socket.write("zPING\0"));
        return answer.startsWith("PONG") ? null : "It does not answer PING";
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      }
    },
  };
}
