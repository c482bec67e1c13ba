/** Pads a body to one kilobyte. */
const sized = (body: Record<string, unknown>): string => {
  const whole = (content: string) => JSON.stringify({ ...body, messages: [{ role: 'user', content }] })
  return whole('y'.repeat(1024 - whole('').length))
}

export const plainRequest = sized({ model: 'gpt-4o-mini' })
export const streamRequest = sized({
  model: 'gpt-4o-mini',
  stream: true,
  stream_options: { include_usage: true },
})
/** Requests a stream of ten chunks per second. */
export const pacedRequest = sized({ model: 'paced', stream: true, stream_options: { include_usage: true } })
export const path = '/v1/chat/completions'

/** Requests the stream as a client of Anthropic's protocol: every event has to be translated. */
export const messagesRequest = sized({ model: 'gpt-4o-mini', max_tokens: 1024, stream: true })
export const messagesPath = '/v1/messages'
