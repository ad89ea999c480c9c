/** The control that carries conform's intents; this one asks only for messages. */
export const INTENT = "__intent__";
export const VALIDATE = '{"type":"validate","payload":{}}';
