import { z } from "zod";
import { typed } from "#app/features/accounts/passwords/schema.ts";

export const EmailSchema = z.object({ email: typed("Please enter your email") });
