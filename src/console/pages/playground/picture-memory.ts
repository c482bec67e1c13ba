import { randomKey } from '../../state/random-key.ts'

/** Pictures are some megabytes each, so only this many are kept, and only in memory. */
const KEPT_MAX = 60

/** The newest pictures of this tab, as `data:` URLs by ID. */
const pictures = new Map<string, string>()

/** How the base64 of each image type starts. Only types that browsers display as images are shown at all. */
const TYPES: readonly (readonly [start: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
]

/** @returns the picture's ID; undefined if it is not an image */
export function keepPicture(base64: string): string | undefined {
  const type = TYPES.find(([start]) => base64.startsWith(start))?.[1]
  if (type === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const id = randomKey()
  pictures.set(id, `data:${type};base64,${base64}`)
  const [oldest] = pictures.keys()
  if (pictures.size > KEPT_MAX && oldest !== undefined) pictures.delete(oldest)
  return id
}

/** Returns a picture's URL. Undefined after a reload, in other tabs, and if too many have been added since. */
export const keptPicture = (id: string): string | undefined => pictures.get(id)

export const forgetPictures = (): void => pictures.clear()

/** Saves a picture under a name, with the extension of its type. */
export function savePicture(dataUrl: string, name: string): void {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const type = head.slice('data:'.length, head.indexOf(';'))
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url))
}
