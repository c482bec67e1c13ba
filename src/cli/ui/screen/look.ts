/** What a `Text` is given to say something by colour. */
export interface Shade {
  readonly color?: string
}

/** Colours by what they mean; none under `NO_COLOR`, where words, weight and position have to do. */
export interface Look {
  /** The one accent: what is chosen, what may be typed. */
  readonly accent: Shade
  readonly good: Shade
  readonly warning: Shade
  readonly bad: Shade
}

/** Names of the terminal's own palette: readable on dark and light backgrounds alike, because its owner chose them. */
export function createLook(env: NodeJS.ProcessEnv): Look {
  if (env.NO_COLOR) return { accent: {}, good: {}, warning: {}, bad: {} }
  return {
    accent: { color: 'cyan' },
    good: { color: 'green' },
    warning: { color: 'yellow' },
    bad: { color: 'red' },
  }
}
