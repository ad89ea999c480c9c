import { measureLoad } from "./load.ts";
import type { MeasuredServer } from "./measured-server.ts";
import { Refused, Visitor } from "./visitor.ts";

const SIGNING_IN = 8;

export type Beside = {
  exportSeconds: number;
  exportedBytes: number;
  /** Milliseconds that 95 of 100 front pages did not exceed during the export. */
  frontP95DuringExport: number;
  frontP95DuringSignIns: number;
};

async function frontP95(server: MeasuredServer, until: Promise<unknown>): Promise<number> {
  const visitor = new Visitor(server.origin);
  let isOver = false;
  void until.finally(() => (isOver = true));
  const times: number[] = [];
  while (!isOver) {
    const beganAt = performance.now();
    await visitor.open("/");
    times.push(performance.now() - beganAt);
  }
  visitor.close();
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/** A wrong password costs the server as much as the right one. */
async function signInWrongly(origin: string): Promise<number> {
  const visitor = new Visitor(origin);
  const page = await visitor.open("/admin/login");
  const answers = { email: "nobody@example.org", password: "Harbour-light-41" };
  await visitor.submit(page, answers).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
  visitor.close();
  return 2;
}

/** Measures the front page beside other people's long work: all bookings exported (`staffCookie`), eight
 * people signing in. */
export async function measureBeside(server: MeasuredServer, staffCookie: string): Promise<Beside> {
  const startedAt = performance.now();
  const exported = fetch(`${server.origin}/admin/bookings.csv`, {
    headers: { Cookie: staffCookie.split(";")[0]! },
  })
    .then((answer) => answer.arrayBuffer())
    .then(({ byteLength }) => ({ byteLength, seconds: (performance.now() - startedAt) / 1000 }));
  const frontP95DuringExport = await frontP95(server, exported);
  const { seconds: exportSeconds, byteLength: exportedBytes } = await exported;
  const signIns = measureLoad(server, { visitors: SIGNING_IN, seconds: 5 }, () =>
    signInWrongly(server.origin),
  );
  const frontP95DuringSignIns = await frontP95(server, signIns);
  return { exportSeconds, exportedBytes, frontP95DuringExport, frontP95DuringSignIns };
}
