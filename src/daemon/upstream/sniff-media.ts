/** How far into the file a PDF header may be: readers accept garbage in front of it. */
const PDF_SEARCH_BYTES = 1024

/** Byte sequences at the beginning of a file. */
const SIGNATURES: readonly (readonly [mimeType: string, mark: Buffer])[] = [
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/gif', Buffer.from('GIF87a')],
  ['image/gif', Buffer.from('GIF89a')],
]

/** Brands of the ISO container, at byte 8 after `ftyp`. */
const BRANDS: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
}

/** Detects the type of an image or PDF from its first bytes; returns undefined for anything else. */
export function sniffMedia(bytes: Buffer): string | undefined {
  for (const [mimeType, mark] of SIGNATURES) if (bytes.subarray(0, mark.length).equals(mark)) return mimeType
  const box = bytes.toString('latin1', 0, 12)
  if (box.startsWith('RIFF') && box.endsWith('WEBP')) return 'image/webp'
  if (box.slice(4, 8) === 'ftyp') return BRANDS[box.slice(8)]
  return bytes.subarray(0, PDF_SEARCH_BYTES).includes('%PDF-') ? 'application/pdf' : undefined
}
