import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

export async function listenOn(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const BUCKET = "papers";
const PAGE = 2;

/** A stand-in for an S3 bucket: PUT with a checked hash and length, GET, DELETE and ListObjectsV2 in short pages. */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  const state = { status: 0, unsigned: 0 };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://s3");
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const reply = (status: number, content: string | Buffer = "") => response.writeHead(status).end(content);
    const { authorization = "", "x-amz-content-sha256": sha256, "x-amz-date": date } = request.headers;
    const isSigned = /^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-west-2\/s3\/aws4_request, /.test(
      authorization,
    );
    if (!isSigned || !date) {
      state.unsigned += 1;
      return void reply(403, "<Error><Code>AccessDenied</Code></Error>");
    }
    if (state.status) return void reply(state.status, "<Error><Code>InternalError</Code></Error>");
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== BUCKET) return void reply(404, "<Error><Code>NoSuchBucket</Code></Error>");
    const key = decodeURIComponent(rest.join("/"));
    if (request.method === "PUT") {
      if (request.headers["content-length"] === undefined) return void reply(411);
      if (createHash("sha256").update(body).digest("hex") !== sha256) return void reply(400);
      objects.set(key, body);
      return void reply(200);
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void reply(204);
    }
    if (key === "") return void reply(200, list(url.searchParams));
    const found = objects.get(key);
    reply(found ? 200 : 404, found ?? "<Error><Code>NoSuchKey</Code></Error>");
  }

  function list(query: URLSearchParams): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
    const from = Number(query.get("continuation-token") ?? 0);
    const entries = keys
      .slice(from, from + PAGE)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>2027-03-10T09:00:00.000Z</LastModified>` +
          `<Size>${objects.get(key)!.length}</Size></Contents>`,
      );
    const next =
      from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${next}</ListBucketResult>`;
  }

  const server = createServer((request, response) => void serve(request, response));
  const port = await listenOn(server);
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = {
    endpoint,
    bucket: BUCKET,
    region: "eu-west-2",
    accessKeyId: "key-id",
    secretAccessKey: "secret",
  };
  return { settings, objects, state };
}
