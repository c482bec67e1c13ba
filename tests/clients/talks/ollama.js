import { Ollama } from 'ollama'
import { description, forecast, gather, name, parameters, question } from './weather.js'

const open = ({ url, key }) => new Ollama({ host: url, headers: { Authorization: `Bearer ${key}` } })
const asked = () => [{ role: 'user', content: question }]

export const steps = {
  answer: async (site) => (await open(site).chat({ model: site.model, messages: asked() })).message.content,
  stream: async (site) => {
    const stream = await open(site).chat({ model: site.model, messages: asked(), stream: true })
    return gather(stream, (line) => line.message.content)
  },
  generate: async (site) => (await open(site).generate({ model: site.model, prompt: question })).response,
  tools: async (site) => {
    const tools = [{ type: 'function', function: { name, description, parameters } }]
    const messages = asked()
    const { message } = await open(site).chat({ model: site.model, messages, tools })
    messages.push(message)
    for (const call of message.tool_calls ?? [])
      messages.push({
        role: 'tool',
        tool_name: call.function.name,
        content: forecast(call.function.arguments),
      })
    return (await open(site).chat({ model: site.model, messages, tools })).message.content
  },
}
