/** Node's options for the server, which keep its memory small (docs/decisions/0017). `npm start` and the image name the same. */
export const SERVER_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=30"];
