/** The fastest speaker says no more bytes of UTF-8 in a second, also in scripts that take three bytes for a letter. */
const BYTES_PER_SECOND_MAX = 90
/** People commonly say this much: some 15 letters in English, 5 characters in Chinese. */
const BYTES_PER_SECOND = 15
/** Models may write sentences about a moment of noise, and may end their last subtitle after the sound. */
const GRACE_SECONDS = 30

/**
 * Corrects the length of a sound if its transcript shows that the file lied. A client can write any length into the header of
 * a file. Decoders ignore it, but the charge depends on it.
 *
 * @param measured seconds by the file
 * @param transcript plain, or subtitles
 */
export function heardSeconds(measured: number, transcript: string): number {
  const end = lastSubtitle(transcript)
  if (end !== undefined) return end > measured + GRACE_SECONDS ? end : measured
  const bytes = Buffer.byteLength(transcript)
  return bytes > (measured + GRACE_SECONDS) * BYTES_PER_SECOND_MAX ? bytes / BYTES_PER_SECOND : measured
}

/** `00:01:02,500` in SRT; in VTT with a point, and hours only where there are any. */
const STAMP = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{3})\b/
const ARROW = ' --> '
/** The words of a transcript may contain arrows too. */
const ARROWS_MAX = 1000

/** When the last subtitle ends; undefined = there are none. */
function lastSubtitle(transcript: string): number | undefined {
  let arrow = transcript.lastIndexOf(ARROW)
  for (let looked = 0; arrow !== -1 && looked < ARROWS_MAX; looked += 1) {
    const match = STAMP.exec(transcript.slice(arrow + ARROW.length, arrow + ARROW.length + 24))
    if (match) {
      const [, hours = '0', minutes, seconds, thousandths] = match
      return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
    }
    // From position 0 the search would find the same arrow again.
    arrow = arrow === 0 ? -1 : transcript.lastIndexOf(ARROW, arrow - 1)
  }
  return undefined
}
