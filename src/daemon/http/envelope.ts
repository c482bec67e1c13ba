/** A successful response with data. */
export const ok = <Data>(data: Data): { success: boolean; message: string; data: Data } => ({
  success: true,
  message: '',
  data,
})

/** A successful response without data. */
export const done = (): { success: boolean; message: string } => ({ success: true, message: '' })
