/** The control with which conform's intents travel, and the one that asks for messages alone: nothing is done with the form. */
export const INTENT = "__intent__";
export const VALIDATE = '{"type":"validate","payload":{}}';
