import { hostname } from "node:os";

/** This process as leases name it: host and process id. */
export function workerId(): string {
  return `${hostname()}/${process.pid}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True for a worker of this host whose process is gone. Asked only at the start: this process's own name then belongs
 * to a predecessor, as in a restarted container. */
export function isDeadWorkerOfThisHost(worker: string): boolean {
  const [host, pid] = worker.split("/");
  return host === hostname() && (Number(pid) === process.pid || !isRunning(Number(pid)));
}
