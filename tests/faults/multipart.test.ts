import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { filesOf, makeBooking, sendPaper, storedIds } from "./papers.ts";
import { scale, startFaultServer, type FaultServer } from "./server.ts";

const BODIES = scale(400, 10_000);
const AT_ONCE = 8;
/** A booking takes twenty papers: after so many bodies the next one is used. */
const BODIES_PER_BOOKING = 50;

type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

const NAMES = [
  "letter.pdf",
  "../../../etc/passwd",
  "C:\\papers\\letter.pdf",
  "x".repeat(3_000),
  "letter\u0000.pdf",
  "Brief für Édith 🙂.pdf",
  "\u202Efdp.exe",
  'a"; name="kind',
  "",
];

const TEXTS = ["upload", "will", "", "nonsense", "x".repeat(70_000), "\u0000\u0001", "💣".repeat(50)];

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A form with files, some of them with odd names, and fields with odd values. */
function formOf(random: Random, number: number): Buffer {
  const one = <Item>(items: readonly Item[]) => items[random(items.length)]!;
  const parts = [field("intent", "upload"), field("kind", one(["will", ...TEXTS]))];
  if (random(3) === 0)
    parts.push(field(one(["visibleTo", "documents", "formKey", "x".repeat(200)]), one(TEXTS)));
  for (let file = 0; file <= random(3); file += 1) {
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="documents"; filename="${one(NAMES)}"\r\n` +
        `Content-Type: application/pdf\r\n\r\n%PDF-1.7\n${number} ${file} ${"x".repeat(random(20_000))}\n%%EOF\r\n`,
    );
  }
  return Buffer.from(`${parts.join("")}--${BOUNDARY}--\r\n`);
}

type Mutation = (body: Buffer, random: Random) => Buffer;

const cutOut = (body: Buffer, from: number, to: number, instead: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([body.subarray(0, from), instead, body.subarray(to)]);
const bytesOf = (random: Random, count: number) =>
  Buffer.from(Array.from({ length: count }, () => random(256)));
const replaceOnce = (wanted: string, by: string): Mutation => {
  return (body, random) => {
    const places: number[] = [];
    for (let at = body.indexOf(wanted); at >= 0; at = body.indexOf(wanted, at + 1)) places.push(at);
    const at = places[random(places.length)];
    return at === undefined ? body : cutOut(body, at, at + wanted.length, Buffer.from(by));
  };
};

const MUTATIONS: Mutation[] = [
  (body, random) => body.subarray(0, random(body.length)),
  (body, random) => {
    const flipped = Buffer.from(body);
    for (let n = 0; n <= random(20); n += 1) flipped[random(flipped.length)]! ^= 1 << random(8);
    return flipped;
  },
  (body, random) => {
    const from = random(body.length);
    return cutOut(body, from, from + random(500));
  },
  (body, random) => {
    const at = random(body.length);
    return cutOut(body, at, at, bytesOf(random, 1 + random(300)));
  },
  (body, random) => {
    const [from, at] = [random(body.length), random(body.length)];
    return cutOut(body, at, at, body.subarray(from, from + random(2_000)));
  },
  replaceOnce(`--${BOUNDARY}`, `--${BOUNDARY.slice(1)}`),
  replaceOnce(`--${BOUNDARY}`, ""),
  replaceOnce("\r\n\r\n", "\r\n"),
  replaceOnce("\r\n", "\n"),
  replaceOnce("\r\n", `\r\nX-Long: ${"y".repeat(20_000)}\r\n`),
  replaceOnce("form-data", "attachment"),
  replaceOnce('name="documents"', ""),
  replaceOnce('filename="', "filename*=utf-99''%ff%zz; filename=\""),
  replaceOnce('name="intent"', 'name="__proto__"'),
  replaceOnce("Content-Type: application/pdf", "Content-Type: multipart/mixed; boundary=x"),
  replaceOnce("Content-Type: application/pdf", "Content-Transfer-Encoding: base64"),
  replaceOnce("--\r\n", `${`\r\n--${BOUNDARY}`.repeat(300)}--\r\n`),
];

const TYPES = [
  `multipart/form-data; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary="${BOUNDARY}"`,
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"b".repeat(300)}`,
  `multipart/form-data; charset=utf-99; boundary=${BOUNDARY}`,
  "application/x-www-form-urlencoded",
  "text/plain",
];

/** How many bytes the head promises, beside those that come: less and more are promised, too. */
const PROMISES = [0, 0, 0, 0, 0, 0, -10, 10];

type Sent = { path: string; body: Buffer; type: string; promised: number | null; piece: number };

function mutilated(number: number, path: string): Sent {
  const random = randomOf(number);
  let body = formOf(random, number);
  for (let n = 0; n <= random(3); n += 1) body = MUTATIONS[random(MUTATIONS.length)]!(body, random);
  // Three of four have the right type, and so reach the parser.
  const type = TYPES[random(4) === 0 ? random(TYPES.length) : 0]!;
  const promised = random(5) === 0 ? null : Math.max(0, body.length + PROMISES[random(PROMISES.length)]!);
  return { path, body, type, promised, piece: 1 + random(20_000) };
}

const chunkOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

/** Sends a body in pieces. The status of the answer; null when the connection ended without one. */
async function send(
  server: FaultServer,
  { path, body, type, promised, piece }: Sent,
): Promise<number | null> {
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString("latin1"))).on("error", () => {});
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  await once(socket, "connect");
  const length = promised === null ? "Transfer-Encoding: chunked" : `Content-Length: ${promised}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: ${server.origin}\r\n` +
      `Connection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += piece) {
    const bytes = body.subarray(at, at + piece);
    socket.write(promised === null ? chunkOf(bytes) : bytes);
  }
  if (promised === null) socket.write("0\r\n\r\n");
  // The server waits for more: the line ends here. It answers nobody who has hung up.
  if ((promised ?? 0) > body.length) socket.end();
  await closed;
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  return status === undefined ? null : Number(status);
}

test(`${BODIES} mutilated forms with files: no answer is a failure, and no file or row is alone`, async () => {
  const server = await startFaultServer();
  const bookings: Promise<string>[] = [];
  const counts = new Map<number | null, number>();
  const failures: string[] = [];
  let next = 0;
  const sendAll = async () => {
    while (next < BODIES) {
      const number = next++;
      const path = await (bookings[Math.floor(number / BODIES_PER_BOOKING)] ??= makeBooking(server));
      // One of ten goes to a form without files, which the framework reads.
      const status = await send(server, mutilated(number, number % 10 === 0 ? "/complaints" : path));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status !== null && status >= 500) failures.push(`seed ${number}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  console.log(`answers: ${JSON.stringify(Object.fromEntries(counts))}`);
  expect(failures).toEqual([]);
  // Some forms are whole enough to be kept, and most are refused.
  expect(counts.get(303)).toBeGreaterThan(0);
  expect(counts.get(400)).toBeGreaterThan(0);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect((await sendPaper(server, await makeBooking(server), 10_000)).status).toBe(303);
  await expect.poll(() => filesOf(server).toSorted()).toEqual(storedIds(server).toSorted());
  expect(storedIds(server).length).toBeGreaterThan(1);
});
