/** The hidden field of every POST form. */
export const FORM_KEY = "formKey";
