import { z } from "zod";
import { operation } from "#app/features/api/operation.ts";

export const readDescription = operation({
  id: "readDescription",
  method: "GET",
  path: "/api/openapi.json",
  tag: "Description",
  summary: "Read the description of the API",
  access: "anyone",
  answers: { 200: z.record(z.string(), z.unknown()) },
});
