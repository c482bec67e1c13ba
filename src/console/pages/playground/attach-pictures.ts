import type { AttachedPicture, Conversation } from './conversation.ts'
import { keepPicture, keptPicture } from './picture-memory.ts'

/** Media types that every provider supports, for the file dialog. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif'

/** Pictures per question. */
export const PICTURES_MAX = 8
/** Size of one picture. Anthropic accepts 5 MiB of base64, others accept more. */
export const PICTURE_BYTES_MAX = 3_750_000
/**
 * Size of all pictures in a conversation. Each question sends them again, and the daemon accepts bodies up to 32 MiB,
 * base64 included.
 */
export const CONVERSATION_BYTES_MAX = 20_000_000

/** Why a file was not attached. */
export interface NotAttached {
  readonly name: string
  readonly why: 'kind' | 'large' | 'many' | 'together'
}

/**
 * Reads image files and keeps them in the memory of this tab.
 *
 * @returns the pictures for the next question, and the refused files with the reason
 */
export async function readPictures(
  files: readonly File[],
  { attached, messages }: Pick<Conversation, 'attached' | 'messages'>,
): Promise<{ readonly pictures: readonly AttachedPicture[]; readonly refused: readonly NotAttached[] }> {
  const pictures: AttachedPicture[] = []
  const refused: NotAttached[] = []
  const sent = messages.flatMap((message) => (message.role === 'user' ? (message.pictures ?? []) : []))
  let bytes = [...sent, ...attached].reduce((sum, { id }) => sum + bytesOf(id), 0)
  for (const file of files) {
    const { name, size } = file
    const refuse = (why: NotAttached['why']) => void refused.push({ name, why })
    if (attached.length + pictures.length >= PICTURES_MAX) refuse('many')
    else if (size > PICTURE_BYTES_MAX) refuse('large')
    else if (bytes + size > CONVERSATION_BYTES_MAX) refuse('together')
    else {
      const id = await keepFile(file)
      if (id === undefined) refuse('kind')
      else {
        pictures.push({ id, name })
        bytes += size
      }
    }
  }
  return { pictures, refused }
}

/** Keeps a file if its content is an image, whatever its name says. @returns its ID; undefined if it is not an image */
async function keepFile(file: File): Promise<string | undefined> {
  try {
    const bytes = await file.bytes()
    return keepPicture(toBase64(bytes))
  } catch {
    // Somebody dropped a folder, or the file has been moved.
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // One call cannot take that many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/**
 * Returns the size of a picture. Base64 encodes three bytes in four characters; the short prefix of the data URL does
 * not matter.
 */
const bytesOf = (id: string): number => ((keptPicture(id)?.length ?? 0) / 4) * 3
