import type { MeasuredServer } from "./measured-server.ts";

/** Results for one unit of work; times are milliseconds. */
export type Load = { perSecond: number; cpuMs: number | null; p50: number; p95: number; requests: number };

/** Several visitors repeat `work` for some seconds; it returns how many requests it made. */
export async function measureLoad(
  server: Pick<MeasuredServer, "cpuMs">,
  { visitors, seconds }: { visitors: number; seconds: number },
  work: () => Promise<number>,
): Promise<Load> {
  const times: number[] = [];
  let requests = 0;
  const cpuBefore = server.cpuMs();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      while (performance.now() < until) {
        const beganAt = performance.now();
        const made = await work();
        requests += made;
        times.push(performance.now() - beganAt);
      }
    }),
  );
  const took = performance.now() - startedAt;
  const cpuAfter = server.cpuMs();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return {
    perSecond: (times.length / took) * 1000,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / times.length,
    p50: at(0.5),
    p95: at(0.95),
    requests: requests / times.length,
  };
}
