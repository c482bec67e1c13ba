/** A successful answer with data. */
export const ok = <Data>(data: Data): { success: boolean; message: string; data: Data } => ({
  success: true,
  message: '',
  data,
})

/** A successful answer that has nothing to say. */
export const done = (): { success: boolean; message: string } => ({ success: true, message: '' })
