import { Mistral } from '@mistralai/mistralai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) =>
  new Mistral({ apiKey: key, serverURL: url, retryConfig: { strategy: 'none' } }).chat
const asked = () => [{ role: 'user', content: question }]
const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

export const steps = {
  answer: async (site) =>
    textOf((await open(site).complete({ model: site.model, messages: asked() })).choices[0].message.content),
  stream: async (site) => {
    const stream = await open(site).stream({ model: site.model, messages: asked() })
    return gather(stream, ({ data }) => textOf(data.choices[0]?.delta.content))
  },
  tools: async (site) => {
    const tools = [{ type: 'function', function: { name, description, parameters } }]
    const messages = asked()
    const { choices } = await open(site).complete({ model: site.model, messages, tools })
    const { message } = choices[0]
    messages.push({ ...message, role: 'assistant' })
    for (const call of message.toolCalls ?? []) {
      const { arguments: given } = call.function
      const content = forecast(typeof given === 'string' ? JSON.parse(given) : given)
      messages.push({ role: 'tool', toolCallId: call.id, name, content })
    }
    const { choices: last } = await open(site).complete({ model: site.model, messages, tools })
    return textOf(last[0].message.content)
  },
}
