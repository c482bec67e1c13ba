import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { description, forecast, gather, name, parameters, question } from './weather.js'

/** Returns the steps for LangChain, with the model of one of its packages. */
export const langchainSteps = (open) => ({
  answer: async (site) => (await open(site).invoke(question)).text,
  stream: async (site) => gather(await open(site).stream(question), (chunk) => chunk.text),
  tools: async (site) => {
    const tools = [{ type: 'function', function: { name, description, parameters } }]
    const model = open(site).bindTools(tools)
    const messages = [new HumanMessage(question)]
    const first = await model.invoke(messages)
    messages.push(first)
    for (const call of first.tool_calls ?? [])
      messages.push(new ToolMessage({ tool_call_id: call.id, name: call.name, content: forecast(call.args) }))
    return (await model.invoke(messages)).text
  },
})
