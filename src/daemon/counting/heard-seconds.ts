/** Nobody speaks faster than this many bytes of UTF-8 per second, not even in scripts with three bytes per letter. */
const BYTES_PER_SECOND_MAX = 90
/** The usual pace of speech: about 15 letters in English or 5 characters in Chinese. */
const BYTES_PER_SECOND = 15
/** Models sometimes write whole sentences for a moment of noise, or end the last subtitle after the audio has ended. */
const GRACE_SECONDS = 30

/**
 * Corrects the length of an audio file when its transcript is too long for it. A client can write any length into the
 * header of a file: decoders ignore it, but the charge depends on it.
 *
 * @param measured seconds according to the file
 * @param transcript plain text or subtitles
 */
export function heardSeconds(measured: number, transcript: string): number {
  const end = lastSubtitle(transcript)
  if (end !== undefined) return end > measured + GRACE_SECONDS ? end : measured
  const bytes = Buffer.byteLength(transcript)
  return bytes > (measured + GRACE_SECONDS) * BYTES_PER_SECOND_MAX ? bytes / BYTES_PER_SECOND : measured
}

/** `00:01:02,500` in SRT. VTT writes a point instead of the comma, and may leave out the hours. */
const STAMP = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{3})\b/
const ARROW = ' --> '
/** The spoken text may contain arrows too, so this many are checked. */
const ARROWS_MAX = 1000

/** Returns the end of the last subtitle; undefined = there are none. */
function lastSubtitle(transcript: string): number | undefined {
  let arrow = transcript.lastIndexOf(ARROW)
  for (let looked = 0; arrow !== -1 && looked < ARROWS_MAX; looked += 1) {
    const match = STAMP.exec(transcript.slice(arrow + ARROW.length, arrow + ARROW.length + 24))
    if (match) {
      const [, hours = '0', minutes, seconds, thousandths] = match
      return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
    }
    // At position 0, the next search would find this arrow again.
    arrow = arrow === 0 ? -1 : transcript.lastIndexOf(ARROW, arrow - 1)
  }
  return undefined
}
