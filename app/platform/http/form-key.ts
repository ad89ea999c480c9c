/** The hidden field of every POST form, see `form-key.server.ts`. */
export const FORM_KEY = "formKey";
