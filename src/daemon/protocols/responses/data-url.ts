/** The content of a `data:` URL as base64. */
interface InlineData {
  readonly mimeType: string
  readonly base64: string
}

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i

/** @returns undefined if the text is not a data URL; any other URL is a link */
export function readDataUrl(url: string): InlineData | undefined {
  const match = DATA_URL.exec(url)
  if (!match) return undefined
  const payload = url.slice(match[0].length)
  const isBase64 = /;base64$/i.test(match[2] ?? '')
  return {
    mimeType: match[1]?.toLowerCase() || 'text/plain',
    base64: isBase64 ? payload.replace(/\s+/g, '') : Buffer.from(decodePercent(payload)).toString('base64'),
  }
}

export const toDataUrl = (mimeType: string, base64: string): string => `data:${mimeType};base64,${base64}`

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
