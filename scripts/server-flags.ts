/** Keeps the server's memory small (docs/decisions/0017), with an option that `start.ts` sets. `npm start` and the image use
 * the same. */
export const SERVER_FLAGS = ["--max-semi-space-size=8"];
