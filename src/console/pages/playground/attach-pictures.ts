import type { AttachedPicture, Conversation } from './conversation.ts'
import { keepPicture, keptPicture } from './picture-memory.ts'

/** What browsers can choose and every vendor reads. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif'

/** Of a question. */
export const PICTURES_MAX = 8
/** Of one picture. Anthropic takes 5 MiB of base64, others more. */
export const PICTURE_BYTES_MAX = 3_750_000
/** Of a whole conversation, which is sent again with each question: the daemon takes bodies of 32 MiB, base64 included. */
export const CONVERSATION_BYTES_MAX = 20_000_000

/** Why a file was not attached. */
export interface NotAttached {
  readonly name: string
  readonly why: 'kind' | 'large' | 'many' | 'together'
}

/**
 * Reads pictures into the memory of this tab.
 *
 * @returns those that may go with the next question, and why the others may not
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

/** The memory knows by the content whether this is a picture: a file can bear any name. @returns its id there */
async function keepFile(file: File): Promise<string | undefined> {
  try {
    const bytes = await file.bytes()
    return keepPicture(toBase64(bytes))
  } catch {
    // A file that was moved away, or a folder, cannot be read.
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // As arguments of one call they would be too many.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** Three bytes are four signs; the few signs before them do not matter. */
const bytesOf = (id: string): number => ((keptPicture(id)?.length ?? 0) / 4) * 3
