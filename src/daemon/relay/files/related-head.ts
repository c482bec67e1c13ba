import { Readable } from 'node:stream'
import { asObject } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** A `multipart/related` body whose first part, the description of the file, has been read. */
export interface RelatedBody {
  /**
   * The whole body, with the first part rewritten from its parsed form, so that the vendor cannot read it differently.
   */
  readonly body: Readable
  /** The resulting change in length. */
  readonly addedBytes: number
}

const HEAD_BYTES_MAX = 65_536

/**
 * Reads the body up to the second part.
 * @param check checks the description; may throw
 * @throws AppError `invalid_request`, and the errors of `check` and of the body, which is destroyed then
 */
export async function readRelatedHead(
  body: Readable,
  contentType: string,
  check: (described: JsonObject) => void,
): Promise<RelatedBody> {
  try {
    return await readHead(body, contentType, check)
  } catch (error) {
    body.destroy()
    throw error
  }
}

async function readHead(
  body: Readable,
  contentType: string,
  check: (described: JsonObject) => void,
): Promise<RelatedBody> {
  const [, quoted, bare] =
    /^\s*multipart\/related\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ??
    []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw invalid('content-type', 'notRelated')
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`--${boundary}`)
  let head = Buffer.alloc(0)
  let end = -1
  while (end === -1) {
    const { value, done } = await pieces.next()
    if (done) throw invalid('body', 'endsInFirstPart')
    head = Buffer.concat([head, value])
    end = head.indexOf(delimiter, head.indexOf(delimiter) + delimiter.length)
    if (end === -1 && head.length > HEAD_BYTES_MAX) throw invalid('body', 'firstPartTooLong')
  }
  const text = head.subarray(0, end).toString('utf8')
  const described = asObject(parseJson(text.slice(text.indexOf('\r\n\r\n') + 4)))
  if (!described) throw invalid('body', 'firstPartNoObject')
  check(described)
  const written = Buffer.from(
    `--${boundary}\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(described)}\r\n`,
  )
  const whole = Readable.from(join([written, head.subarray(end)], pieces), { objectMode: false })
  whole.on('close', () => body.destroy())
  return { body: whole, addedBytes: written.length - end }
}

async function* join(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
