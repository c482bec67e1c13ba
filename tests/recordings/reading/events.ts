/** One server-sent event. */
export interface SseEvent {
  readonly name: string
  readonly data: string
}

/**
 * Splits a complete stream into its events, without comments. Independent of the daemon's code, which is under test.
 */
export const readEvents = (text: string): SseEvent[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((block) => {
      const lines = block.split(/\r\n|\n|\r/)
      const valuesOf = (field: string) =>
        lines.flatMap((line) =>
          line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : [],
        )
      return { name: valuesOf('event')[0] ?? '', data: valuesOf('data').join('\n') }
    })
    .filter(({ data }) => data !== '')

export const parse = (data: string): unknown => {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
