/** The question and the only tool, for every package. */
export const question = 'What is the weather in Paris?'
export const name = 'get_weather'
export const description = 'Tells the weather of a city'
export const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

/** @throws Error when the package did not read the call as the model wrote it */
export function forecast(input) {
  if (input?.city !== 'Paris') throw new Error(`the tool was called with ${JSON.stringify(input)}`)
  return 'sunny, 21 degrees'
}

/** Joins the texts of a stream. */
export async function gather(stream, read) {
  let text = ''
  for await (const each of stream) text += read(each) ?? ''
  return text
}
