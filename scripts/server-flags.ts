/** Node's options that keep the server's memory small (docs/decisions/0017). `npm start` and the image use the
 * same. */
export const SERVER_FLAGS = ["--max-semi-space-size=4"];
