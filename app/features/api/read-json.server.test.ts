import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "./errors.ts";
import { parseJson, readRawJson } from "./read-json.server.ts";

const Person = z.object({ name: z.string(), pets: z.array(z.object({ legs: z.int() })).optional() });

async function read(body: BodyInit, contentType: string | null = "application/json") {
  const request = new Request("http://localhost/api", {
    method: "POST",
    body,
    headers: contentType === null ? {} : { "Content-Type": contentType },
  });
  try {
    return parseJson(await readRawJson(request), Person);
  } catch (error) {
    if (error instanceof ApiError)
      return { status: error.status, message: error.message, errors: error.details.errors };
    throw error;
  }
}

test("reads JSON under each way of calling it so, and drops unknown keys", async () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "application/problem+json"]) {
    expect(await read('{"name":"Ann","__proto__":{"isAdmin":true},"extra":1}', type)).toEqual({
      name: "Ann",
    });
  }
});

test.each([
  ["nothing", "", "application/json", 400],
  ["half an object", '{"name":', "application/json", 400],
  ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", 400],
  ["a body nested too deep", "[".repeat(40) + "]".repeat(40), "application/json", 400],
  ["a form", "name=Ann", "application/x-www-form-urlencoded", 415],
  ["JSON that says it is text", '{"name":"Ann"}', "text/plain", 415],
  ["a list", '[{"name":"Ann"}]', "application/json", 422],
  ["a bare text", '"Ann"', "application/json", 422],
  ["null", "null", "application/json", 422],
])("refuses %s", async (_, body, type, status) => {
  expect(await read(body, type)).toMatchObject({ status });
});

test("brackets inside texts do not count as nesting", async () => {
  const name = `${"[".repeat(100)}\\"{`;
  expect(await read(JSON.stringify({ name }))).toEqual({ name });
});

test("names the fields in sentences", async () => {
  expect(await read('{"pets":[{"legs":4},{"legs":"four"}]}')).toEqual({
    status: 422,
    message: "This is required.",
    errors: { name: ["This is required."], "pets.legs": ["This must be a number."] },
  });
});

test("texts are read without invisible characters, passwords as they are", async () => {
  const body = {
    name: "\u200bAnn\u00a0Lee",
    deeper: { phones: ["\u202a０７７\u202c"] },
    password: "a\u00a0b\u200b",
  };
  const request = new Request("http://localhost/api", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  expect(await readRawJson(request)).toEqual({
    name: "Ann Lee",
    deeper: { phones: ["077"] },
    password: "a\u00a0b\u200b",
  });
});
