const KEY = 'playground-conversation'

/** Which conversation of the playground this tab shows; lives as long as the tab, also over a reload. */
export const conversationOfTab = {
  get: (): string | null => {
    try {
      return sessionStorage.getItem(KEY)
    } catch {
      // Storage is switched off: a reload shows the newest one.
      return null
    }
  },
  set: (id: string): void => {
    try {
      sessionStorage.setItem(KEY, id)
    } catch {
      // As above.
    }
  },
}
