import { description, forecast, gather, name, parameters, question } from './weather.js'

const tools = [{ type: 'function', function: { name, description, parameters } }]

/** Returns the steps for a package with OpenAI's chat API. */
export const chatSteps = (open) => ({
  async answer(site) {
    const answer = await open(site).create({
      model: site.model,
      messages: [{ role: 'user', content: question }],
    })
    return answer.choices[0].message.content
  },
  async stream(site) {
    const messages = [{ role: 'user', content: question }]
    const stream = await open(site).create({ model: site.model, messages, stream: true })
    return gather(stream, (chunk) => chunk.choices[0]?.delta.content)
  },
  async tools(site) {
    const chat = open(site)
    const messages = [{ role: 'user', content: question }]
    const { choices } = await chat.create({ model: site.model, messages, tools })
    messages.push(choices[0].message)
    for (const call of choices[0].message.tool_calls ?? [])
      messages.push({
        role: 'tool',
        tool_call_id: call.id,
        content: forecast(JSON.parse(call.function.arguments)),
      })
    return (await chat.create({ model: site.model, messages, tools })).choices[0].message.content
  },
})
