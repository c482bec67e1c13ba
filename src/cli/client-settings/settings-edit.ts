/** Edits the settings text of one client and undoes the edit. */
export interface SettingsEdit<Undo> {
  /**
   * Writes our values and leaves every other byte unchanged.
   * @param text undefined = the file does not exist
   * @throws UneditableSettings when the text cannot be parsed or contains something that may not be replaced
   */
  apply(text: string | undefined): {
    readonly text: string
    readonly undo: Undo
    /** Names of the values that were written. */
    readonly changed: readonly string[]
  }
}

/** Removes our values from a text that has been edited since. */
export type TakeBack<Undo> = (
  text: string,
  undo: Undo,
) => { readonly text: string; readonly conflicts: readonly string[] }

/** The file cannot be edited without the risk of losing something. */
export class UneditableSettings extends Error {
  readonly reason: 'syntax' | 'shape' | 'taken'
  /** The position or name of the problem. */
  readonly detail: string

  constructor(reason: UneditableSettings['reason'], detail: string) {
    super(`${reason}: ${detail}`)
    this.name = 'UneditableSettings'
    this.reason = reason
    this.detail = detail
  }
}
