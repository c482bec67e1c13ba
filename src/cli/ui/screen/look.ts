/** Props for a `Text` that set it apart. */
export interface Shade {
  readonly color?: string
  readonly bold?: boolean
}

/** Colors by meaning; none under `NO_COLOR`, where words, weight and position have to suffice. */
export interface Look {
  /** The accent color: the selection and input fields. */
  readonly accent: Shade
  readonly good: Shade
  readonly warning: Shade
  readonly bad: Shade
}

/** Colors of the terminal's own palette, which its user chose to be readable on their background. */
export function createLook(env: NodeJS.ProcessEnv): Look {
  // Under a field, an error may have the words of the hint that it replaces: without a color its weight tells them apart.
  if (env.NO_COLOR) return { accent: {}, good: {}, warning: {}, bad: { bold: true } }
  return {
    accent: { color: 'cyan' },
    good: { color: 'green' },
    warning: { color: 'yellow' },
    bad: { color: 'red' },
  }
}
