import { randomUUID } from 'node:crypto'
import { asObject, asText } from '../../protocols/json-access.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { bearer } from '../openai-family.ts'
import type { MediaUpload } from '../types.ts'
import { readUser } from './encode-chat.ts'
import { UPLOADED } from './uploaded.ts'

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['text/plain', 'txt'],
])

/**
 * Uploads the pictures and documents of a request first, so that it can refer to them. A file belongs to the user who uploads it.
 *
 * @see https://docs.dify.ai/api-reference/files/upload-file
 */
export const difyUpload = (baseUrl: string): MediaUpload => ({
  request: ({ mimeType, base64, name }, request, call) => {
    const boundary = `tollgate-${randomUUID()}`
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'image/png'
    const fileName = name?.replace(/["\r\n\\]/g, '_') ?? `file.${EXTENSIONS.get(type) ?? type.split('/')[1]}`
    const part = (head: string, content: Buffer | string): Buffer =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(content as string),
        Buffer.from('\r\n'),
      ])
    return {
      url: joinUrl(baseUrlOf(call.channel, baseUrl), '/v1/files/upload', '/v1'),
      headers: { ...bearer(call), 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([
        part('name="user"', readUser(request)),
        part(`name="file"; filename="${fileName}"\r\ncontent-type: ${type}`, Buffer.from(base64, 'base64')),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    }
  },
  read: (document) => {
    const id = asText(asObject(document)?.id)
    return id === undefined ? undefined : UPLOADED + id
  },
})
