import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { description, forecast, gather, name, parameters, question } from './weather.js'

setTracingDisabled(true)

const agent = ({ model }, tools = []) =>
  new Agent({ name: 'Forecaster', instructions: 'Answer.', model, tools })

/** Returns the steps for the Agents SDK, over HTTP or a WebSocket. */
export const agentsSteps = (options = {}) => {
  const runner = ({ url, key }) => {
    const openAIClient = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 })
    const modelProvider = new OpenAIProvider({ openAIClient, ...options })
    return new Runner({ modelProvider, tracingDisabled: true })
  }
  return {
    answer: async (site) => (await runner(site).run(agent(site), question)).finalOutput,
    stream: async (site) => {
      const result = await runner(site).run(agent(site), question, { stream: true })
      return gather(result.toTextStream(), (piece) => piece)
    },
    tools: async (site) => {
      const weather = tool({ name, description, parameters, strict: true, execute: forecast })
      return (await runner(site).run(agent(site, [weather]), question)).finalOutput
    },
  }
}
