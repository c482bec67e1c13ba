import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { anthropicMessages, bedrockMessages } from '../protocols/anthropic/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { AwsStreamShape } from './inbound/aws-stream-shape.ts'
import type { StreamShape } from './inbound/client.ts'

/*
 * Vertex AI and Bedrock serve Claude at their own URLs, with the body of Anthropic's API. Anthropic's packages for them
 * (`AnthropicVertex`, `AnthropicBedrock`) and Claude Code can use a gateway that answers at these URLs.
 */

/** The parts of a call that its URL describes. */
export interface CloudCall {
  readonly pathMembers: JsonObject
  /** The call only counts tokens. */
  readonly isCount: boolean
  /** The format of the stream, if it is not Anthropic's. */
  readonly shape?: StreamShape
}

/**
 * Reads the end of a Vertex AI URL, such as `claude-sonnet-4-5:streamRawPredict`.
 *
 * @see https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude (read 2026-12-01)
 * @throws AppError `route_not_found`
 */
function readVertexCall(request: FastifyRequest): CloudCall {
  const { '*': call = '' } = request.params as { '*'?: string }
  const colon = call.lastIndexOf(':')
  const model = call.slice(0, Math.max(colon, 0))
  switch (call.slice(colon + 1)) {
    case 'rawPredict':
      // To count tokens, the body names the model.
      return model === 'count-tokens'
        ? { pathMembers: {}, isCount: true }
        : { pathMembers: { model }, isCount: false }
    case 'streamRawPredict':
      return { pathMembers: { model, stream: true }, isCount: false }
    default:
      throw new AppError('route_not_found', {
        values: { method: 'POST', path: request.originalUrl.split('?')[0] ?? '' },
      })
  }
}

const modelOf = (request: FastifyRequest): string => (request.params as { model: string }).model

/** @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModel.html (read 2026-12-01) */
const readBedrockCall = (request: FastifyRequest): CloudCall => ({
  pathMembers: { model: modelOf(request) },
  isCount: false,
})

const readBedrockStream = (request: FastifyRequest): CloudCall => ({
  pathMembers: { model: modelOf(request), stream: true },
  isCount: false,
  shape: new AwsStreamShape(),
})

/** The clouds' endpoints for Claude. A door maps Vertex AI's URLs that name a project and a region to these. */
export const CLOUD_ADDRESSES: readonly {
  readonly url: string
  readonly codec: Codec
  readonly read: (request: FastifyRequest) => CloudCall
}[] = [
  { url: '/v1/publishers/anthropic/models/*', codec: anthropicMessages, read: readVertexCall },
  { url: '/model/:model/invoke', codec: bedrockMessages, read: readBedrockCall },
  { url: '/model/:model/invoke-with-response-stream', codec: bedrockMessages, read: readBedrockStream },
]
