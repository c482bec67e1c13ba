import { OpenRouter } from '@openrouter/sdk'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) =>
  new OpenRouter({ apiKey: key, serverURL: `${url}/api/v1`, retryConfig: { strategy: 'none' } })
const asked = () => [{ role: 'user', content: question }]
const ask = (site, chatRequest) =>
  open(site).chat.send({ chatRequest: { model: site.model, ...chatRequest } })

export const steps = {
  answer: async (site) => (await ask(site, { messages: asked() })).choices[0].message.content,
  stream: async (site) => {
    const stream = await ask(site, { messages: asked(), stream: true })
    return gather(stream, (chunk) => chunk.choices[0]?.delta.content)
  },
  models: async (site) => {
    const {
      result: { data },
    } = await open(site).models.list()
    return data.some(({ id }) => id === site.model) ? 'one two three' : `no ${site.model} in the list`
  },
  tools: async (site) => {
    const tools = [{ type: 'function', function: { name, description, parameters } }]
    const messages = asked()
    const { message } = (await ask(site, { messages, tools })).choices[0]
    messages.push(message)
    for (const call of message.toolCalls ?? [])
      messages.push({
        role: 'tool',
        toolCallId: call.id,
        content: forecast(JSON.parse(call.function.arguments)),
      })
    return (await ask(site, { messages, tools })).choices[0].message.content
  },
}
