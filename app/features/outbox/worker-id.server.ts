import type { Env } from "#app/platform/env.server.ts";

/** This process as leases name it: copy of the server (the host, unless REPLICA says otherwise) and process id. */
export function workerId({ REPLICA }: Pick<Env, "REPLICA">): string {
  return `${REPLICA}/${process.pid}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True for a worker of this copy whose process is gone. Asked only at the start: this process's own name then belongs
 * to a predecessor, as in a restarted container. */
export function isDeadWorkerOf({ REPLICA }: Pick<Env, "REPLICA">, worker: string): boolean {
  const [replica, pid] = worker.split("/");
  return replica === REPLICA && (Number(pid) === process.pid || !isRunning(Number(pid)));
}
