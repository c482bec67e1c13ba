import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { openaiImage } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'

/**
 * Codec of SiliconFlow's pictures: OpenAI's address with different member names. Answers are links that are valid for an hour.
 *
 * @see https://docs.siliconflow.cn/en/api-reference/images/images-generations (read 2026-08-20)
 */
export const siliconcloudImage: Codec = {
  ...openaiImage,
  id: 'siliconcloud-image',
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: picturesOf(document).length > 0 }),
  readDisguisedFailure: (document) =>
    picturesOf(document).length > 0 ? undefined : openaiImage.readDisguisedFailure(document),
  form: {
    encodeRequest: (request, losses) => {
      const { n, size, quality, style, response_format, user, ...rest } = request
      if (quality !== undefined) losses.add('quality')
      if (style !== undefined) losses.add('style')
      if (response_format === 'b64_json') losses.add('response_format')
      const pixels = asText(size)
      return {
        ...rest,
        ...(typeof n === 'number' && { batch_size: n }),
        ...(pixels !== undefined && pixels !== 'auto' && { image_size: pixels }),
      }
    },
    decodeAnswer: (document): JsonObject => ({
      data: picturesOf(document).map((url) => ({ url })),
    }),
  },
}

const picturesOf = (document: JsonValue): string[] => {
  const body = asObject(document)
  const listed = objectsOf(body?.images)
  return (listed.length > 0 ? listed : objectsOf(body?.data)).flatMap((each) => asText(each.url) ?? [])
}
