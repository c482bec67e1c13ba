/** The question, and the one tool, of every package. */
export const question = 'What is the weather in Paris?'
export const name = 'get_weather'
export const description = 'Tells the weather of a city'
export const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

/** @throws Error where the package read the call as something else than what the model said */
export function forecast(input) {
  if (input?.city !== 'Paris') throw new Error(`the tool was called with ${JSON.stringify(input)}`)
  return 'sunny, 21 degrees'
}

/** The texts of a stream as one. */
export async function gather(stream, read) {
  let text = ''
  for await (const each of stream) text += read(each) ?? ''
  return text
}
