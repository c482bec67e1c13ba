/** A file of a form. */
export interface FormFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** Fields by name; a repeated name has several values in the order sent. */
export type FormFields = Readonly<Record<string, readonly (string | FormFile)[]>>

const partOf = (part: Buffer): readonly [name: string, value: string | FormFile] | undefined => {
  const headEnd = part.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = part.subarray(0, headEnd).toString('utf8')
  const name = /\bname="([^"]*)"/i.exec(head)?.[1]
  if (name === undefined) return undefined
  // The line break before the next boundary belongs to the boundary.
  const bytes = part.subarray(headEnd + 4, part.length - 2)
  const filename = /\bfilename="([^"]*)"/i.exec(head)?.[1]
  if (filename === undefined) return [name, bytes.toString('utf8')]
  const contentType = /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? 'application/octet-stream'
  return [name, { filename, contentType, bytes }]
}

/** Reads a `multipart/form-data` body; undefined for any other content type. */
export const readMultipart = (contentType: string, body: Buffer): FormFields | undefined => {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]+)/i.exec(contentType)?.[1]
  if (boundary === undefined) return undefined
  const mark = Buffer.from(`--${boundary}`)
  const fields: Record<string, (string | FormFile)[]> = {}
  let from = body.indexOf(mark)
  while (from >= 0) {
    const next = body.indexOf(mark, from + mark.length)
    if (next < 0) break
    const part = partOf(body.subarray(from + mark.length, next))
    if (part) {
      const [name, value] = part
      fields[name] = [...(fields[name] ?? []), value]
    }
    from = next
  }
  return fields
}
