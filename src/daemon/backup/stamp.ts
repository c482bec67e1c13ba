/** A time in UTC for the name of a file that is kept, such as `20261130T165032Z`. */
export const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
