/** The bodies that the benchmark posts: one kilobyte each. */
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
/** Ten chunks a second. */
export const pacedRequest = sized({ model: 'paced', stream: true, stream_options: { include_usage: true } })
export const path = '/v1/chat/completions'
