/** Returns the data of complete server-sent events, in order. Comments are skipped. */
export const dataOfEvents = (events: string): string[] =>
  events.split(/\r?\n\r?\n/).flatMap((event) => {
    const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
    return lines.length === 0 ? [] : lines.map((line) => line.slice(line[5] === ' ' ? 6 : 5)).join('\n')
  })
