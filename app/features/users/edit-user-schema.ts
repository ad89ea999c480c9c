import { z } from "zod";
import { LONGEST_NAME, NAME_TOO_LONG } from "./new-user.ts";

const name = z.string().max(LONGEST_NAME, { error: NAME_TOO_LONG }).default("");

export const EditUserSchema = z.object({ firstName: name, lastName: name, roleId: z.string().optional() });
