import { spawn } from "node:child_process";
import { freePort } from "./free-port.ts";
import { SERVER_FLAGS } from "#scripts/server-flags.ts";

/** How journeys start the server: as a plain process, or, with `REHEARSAL` (set by `deploy/rehearse.sh --journeys`), as
 * the image would, behind nginx with TLS. */
export type Launch = {
  origin: string;
  command: string;
  args: string[];
  variables: Record<string, string>;
  close(): void;
};

const LAYOUT = process.env.REHEARSAL;
export const isRehearsal = LAYOUT !== undefined;

/** Prepares a server on `port` with its data in `dataDir`. */
export async function prepareLaunch(port: number, dataDir: string): Promise<Launch> {
  const plain: Launch = {
    origin: `http://localhost:${port}`,
    command: process.execPath,
    args: [...SERVER_FLAGS, "build/server/index.js"],
    variables: {},
    close() {},
  };
  if (!LAYOUT) return plain;
  const [http, https] = [await freePort(), await freePort()];
  const proxy = spawn("sh", ["deploy/proxy.sh", LAYOUT, String(port), String(http), String(https)], {
    stdio: "inherit",
  });
  const origin = `https://localhost:${https}`;
  return {
    origin,
    command: "sh",
    args: ["deploy/confine.sh", LAYOUT, dataDir],
    variables: { APP_ORIGIN: origin, TRUSTED_PROXIES: "1" },
    close: () => void proxy.kill(),
  };
}
