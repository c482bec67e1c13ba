/** Tokens assumed for a part with audio, which is not examined. The same in all formats. */
export const AUDIO_TOKENS = 100

/** Tokens assumed for a file or document that is not given as text. The same in all formats. */
export const FILE_TOKENS = 5000
