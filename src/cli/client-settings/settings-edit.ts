/** The settings of one client as a text, changed and changed back. */
export interface SettingsEdit<Undo> {
  /**
   * Writes our values and leaves every other byte alone.
   * @param text undefined = there is no file
   * @throws UneditableSettings when the text cannot be understood or holds what may not be replaced
   */
  apply(text: string | undefined): {
    readonly text: string
    readonly undo: Undo
    /** Names of what was written. */
    readonly changed: readonly string[]
  }
}

/** Takes our values back from a text that was edited since. */
export type TakeBack<Undo> = (
  text: string,
  undo: Undo,
) => { readonly text: string; readonly conflicts: readonly string[] }

/** The file is such that writing into it could lose something. */
export class UneditableSettings extends Error {
  readonly reason: 'syntax' | 'shape' | 'taken'
  /** Where or what. */
  readonly detail: string

  constructor(reason: UneditableSettings['reason'], detail: string) {
    super(`${reason}: ${detail}`)
    this.name = 'UneditableSettings'
    this.reason = reason
    this.detail = detail
  }
}
