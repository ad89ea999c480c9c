import Ajv2020 from "ajv/dist/2020.js";
import { matchRoutes, RouterContextProvider, type RouteObject } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect } from "vitest";
import { requestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { openApiDocument } from "#app/features/api/openapi.ts";
import { refusalsOf, type Operation } from "#app/features/api/operation.ts";
import { OPERATIONS } from "#app/features/api/operations.ts";
import routes from "#app/routes.ts";

/** Calls the API through its routes, and checks every answer against the OpenAPI description. */

type Json = Record<string, unknown>;
type Handler = (args: unknown) => Promise<Response>;
type RouteModule = { loader?: Handler; action?: Handler };

const modules = import.meta.glob<RouteModule>("/app/routes/api/*.ts");

function apiRoutes(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap((entry) => {
    const inner = apiRoutes(entry.children ?? []);
    return entry.path?.startsWith("api/") ? [{ path: entry.path, id: entry.file }, ...inner] : inner;
  });
}

const siteMap = apiRoutes(routes);
const description = openApiDocument({ name: "Test", origin: "http://localhost", email: "a@example.org" });
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(description, "api");

function operationOf(method: string, pathname: string): Operation | undefined {
  const patterns = OPERATIONS.filter((operation) => operation.method === method).map((operation) => ({
    path: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    id: operation.id,
  }));
  const id = matchRoutes(patterns, pathname)?.at(-1)?.route.id;
  return OPERATIONS.find((operation) => operation.id === id);
}

function expectDescribed(operation: Operation, status: number, body: unknown): void {
  expect([...Object.keys(operation.answers).map(Number), ...refusalsOf(operation)]).toContain(status);
  const path = operation.path.replaceAll("/", "~1");
  const place = `paths/${path}/${operation.method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  // Compiled once for all calls: `compile` would do so for each.
  const validate = ajv.getSchema(`api#/${place}`)!;
  const problems = validate(body)
    ? []
    : validate.errors!.map((error) => `${error.instancePath} ${error.message}`);
  expect(problems, `${operation.id} ${status}`).toEqual([]);
}

export type ApiAnswer<Body = Json> = { status: number; headers: Headers; body: Body };

export type ApiCall = {
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  bearer?: string;
  clientAddress?: string;
};

/** `path` is without the origin. */
export async function callApi<Body = Json>(
  deps: Deps,
  method: string,
  path: string,
  { body, headers = {}, bearer, clientAddress = "192.0.2.1" }: ApiCall = {},
): Promise<ApiAnswer<Body>> {
  const url = new URL(path, deps.env.APP_ORIGIN);
  const match = matchRoutes(siteMap, url.pathname)!.at(-1)!;
  const route = await modules[`/app/${match.route.id}`]!();
  const request = new Request(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  const context = new RouterContextProvider();
  context.set(requestScope, { deps, requestId: "test-request", nonce: "", clientAddress });
  const handle = ["GET", "HEAD", "OPTIONS"].includes(method) ? route.loader : route.action;
  const response = await handle!({ request, params: match.params, context, pattern: match.route.path });
  const text = await response.text();
  const parsed: unknown = text === "" ? null : JSON.parse(text);
  const operation = operationOf(method, url.pathname);
  if (operation) expectDescribed(operation, response.status, parsed);
  return { status: response.status, headers: response.headers, body: parsed as Body };
}

/** Passes every rule on `TEST_NOW`. */
export const BOOKING_REQUEST = {
  selectedAssessments: ["Property and Finance Capacity Assessment", "Capacity to Make a Will"],
  showVirtualPricing: false,
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Daughter",
  assessmentLocation: "Leeds",
  preferredDate: "2027-03-24",
  paymentMethod: "pay-later",
  clientFirstName: "Edith",
  clientLastName: "Reeve",
  totalValue: 1,
  utmParameters: { utm_source: "leaflet", other: "dropped" },
  sessionData: { page: "/price-list" },
};
