/** Wraps data in a successful response. */
export const ok = <Data>(data: Data): { success: boolean; message: string; data: Data } => ({
  success: true,
  message: '',
  data,
})

/** Returns a successful response without data. */
export const done = (): { success: boolean; message: string } => ({ success: true, message: '' })
