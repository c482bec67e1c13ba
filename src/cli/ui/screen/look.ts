/** Props that highlight a `Text`. */
export interface Shade {
  readonly color?: string
  readonly bold?: boolean
}

/** Colors by meaning. There are none under `NO_COLOR`, where words, weight and position have to suffice. */
export interface Look {
  /** The accent color, for the selection and input fields. */
  readonly accent: Shade
  readonly good: Shade
  readonly warning: Shade
  readonly bad: Shade
}

/** Returns colors from the terminal's own palette, which its user chose to be readable on their background. */
export function createLook(env: NodeJS.ProcessEnv): Look {
  // An error under a field may have the same words as the hint that it replaces. Without color, bold sets it apart.
  if (env.NO_COLOR) return { accent: {}, good: {}, warning: {}, bad: { bold: true } }
  return {
    accent: { color: 'cyan' },
    good: { color: 'green' },
    warning: { color: 'yellow' },
    bad: { color: 'red' },
  }
}
