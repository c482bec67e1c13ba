/** Formats a time in UTC for a file name, such as `20261130T165032Z`. */
export const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
