/** A difference from the recording. With `because`, it is expected. */
export interface Difference {
  readonly what:
    | 'status'
    | 'shape'
    | 'body'
    | 'stream'
    | 'request'
    | 'text'
    | 'calls'
    | 'finish'
    | 'usage'
    | 'price'
    | 'error'
  readonly detail: string
  readonly because?: string
}

export const isUnexpected = ({ because }: Difference): boolean => because === undefined

/** Shows where two texts begin to differ. */
export const firstDifference = (seen: string, recorded: string): string => {
  let at = 0
  while (at < recorded.length && seen[at] === recorded[at]) at += 1
  const excerpt = (text: string) => JSON.stringify(text.slice(at, at + 80))
  return `at ${at} of ${recorded.length}: ${excerpt(seen)} instead of ${excerpt(recorded)}`
}
