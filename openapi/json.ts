/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A JSON object. */
export type JsonObject = { [name: string]: Json }

/** Whether a value is there and is an object, not an array. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
