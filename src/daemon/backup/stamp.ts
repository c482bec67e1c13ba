/** The suffix of the name under which something old is kept: the second in UTC, `20261130T165032Z`. */
export const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
