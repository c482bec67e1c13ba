/**
 * A client that was tested manually, because `npm run test:clients` does not build programs in its language or takes
 * too long with it.
 */
interface Tried {
  readonly language: string
  readonly client: string
  readonly version: string
  /** What did not work; empty = everything worked. */
  readonly fails: string
}

export const triedOn = '2026-12-01'

const go = { language: 'Go', fails: '' }
const java = { language: 'Java', fails: '' }
const python = { language: 'Python', fails: '' }
const ruby = { language: 'Ruby', fails: '' }
const php = { language: 'PHP', fails: '' }
const node = { language: 'Node', fails: '' }
const rust = { language: 'Rust', fails: '' }
const program = { language: 'program', fails: '' }

export const tried: readonly Tried[] = [
  { ...go, client: 'openai-go, chat and responses', version: 'v3.99.0' },
  { ...go, client: 'anthropic-sdk-go', version: 'v2.15.0' },
  {
    ...go,
    client: 'google.golang.org/genai',
    version: 'v1.77.0',
    fails:
      'If you collect the parts of a stream yourself, leave out the empty one at its end: Google takes it from nobody.',
  },
  { ...go, client: 'sashabaranov/go-openai', version: 'v1.43.0' },
  { ...go, client: 'langchaingo, OpenAI and Anthropic', version: 'v0.1.14' },
  { ...go, client: 'eino-ext, OpenAI', version: 'v0.1.7' },
  { ...java, client: 'openai-java, chat and responses', version: '4.105.0' },
  { ...java, client: 'anthropic-java', version: '3.14.0' },
  { ...java, client: 'google-genai', version: '2.0.0' },
  { ...java, client: 'langchain4j, OpenAI, Anthropic and Gemini', version: '1.19.0' },
  { ...java, client: 'spring-ai-openai', version: '1.1.2' },
  { ...java, client: 'spring-ai-openai, with Spring Boot 4', version: '2.0.1' },
  {
    ...java,
    client: 'spring-ai-anthropic, with Spring Boot 4',
    version: '2.0.1',
    fails:
      'It reads the input tokens of a stream from the first event, where Tollgate can only estimate them if another provider answers.',
  },
  { ...java, client: 'spring-ai-google-genai, with Spring Boot 4', version: '2.0.1' },
  {
    ...java,
    client: 'spring-ai-anthropic',
    version: '1.1.2',
    fails: 'It drops thinking when it calls a tool, and Claude and DeepSeek refuse the next request.',
  },
  { ...rust, client: 'async-openai, chat and responses', version: '0.43.0' },
  {
    ...rust,
    client: 'genai, OpenAI, Responses, Anthropic and Gemini',
    version: '0.7.2',
    fails: 'Its adapter for Cohere sends no tools and no schema, and its adapter for Ollama sends no key.',
  },
  { ...ruby, client: 'openai, chat and responses, without structured answers', version: '0.80.0' },
  { ...ruby, client: 'anthropic', version: '1.65.0' },
  { ...php, client: 'openai-php/client, chat and responses', version: 'v0.20.1' },
  {
    ...python,
    client: 'open-webui, OpenAI and Ollama',
    version: '0.12.4',
    fails: 'It leaves out the usage of streams unless the settings of the model ask for it.',
  },
  {
    ...python,
    client: 'llama-index, OpenAI and Google',
    version: '0.14.25',
    fails:
      'Its packages for Anthropic and Mistral refuse the names of other models by themselves, and the first does not run with the newest SDK of Anthropic.',
  },
  { ...python, client: 'haystack, OpenAI, Responses, Anthropic, Mistral and Cohere', version: '3.4.1' },
  {
    ...python,
    client: 'crewai, OpenAI, Responses, Anthropic and Gemini',
    version: '1.15.30',
    fails: 'Over Responses it loses the calls of tools if it streams.',
  },
  {
    ...python,
    client: 'autogen-agentchat, OpenAI',
    version: '0.7.5',
    fails: 'Its package for Anthropic does not run with the newest SDK of Anthropic.',
  },
  {
    ...python,
    client: 'inspect-ai, OpenAI, Responses, Anthropic and Google',
    version: '0.3.285',
    fails:
      'Its adapter for Anthropic refuses a budget for thinking by itself where it does not know the model.',
  },
  {
    ...python,
    client: 'any-llm-sdk, OpenAI, Anthropic, Gemini and Mistral',
    version: '1.40.2',
    fails: 'Over Anthropic it sends thinking back without its text, and the simulator refuses it.',
  },
  { ...python, client: 'claude-agent-sdk, an answer', version: '0.2.189' },
  {
    ...python,
    client: 'langchain-cohere',
    version: '0.6.0',
    fails: 'If it streams, it reads no usage and joins the pieces of tool calls wrongly.',
  },
  { ...python, client: 'langchain-mistralai', version: '1.1.6' },
  { ...python, client: 'langchain-ollama', version: '1.1.0' },
  {
    ...python,
    client: 'langchain-deepseek',
    version: '1.1.1',
    fails: 'It reads the usage of a stream only with `stream_usage=True`, as OpenAI has it.',
  },
  { ...python, client: 'langchain-groq', version: '1.1.3' },
  { ...python, client: 'langchain-xai', version: '1.3.0' },
  {
    ...python,
    client: 'mistralai',
    version: '3.7.0',
    fails: 'Conversations with agents (`client.beta.conversations`) are not served.',
  },
  {
    ...python,
    client: 'azure-ai-inference',
    version: '1.0.0b9',
    fails: 'It reads the usage of a stream only if it asks for it with `model_extras`.',
  },
  { ...python, client: 'google-generativeai, the former package', version: '0.8.6' },
  {
    ...python,
    client: 'google-genai, sessions and interactions',
    version: '3.6.1',
    fails:
      '`live.connect`, `interactions`, `auth_tokens`, `caches` and `file_search_stores` are not served: 404.',
  },
  { ...python, client: 'openai-agents, with its shell, patch and computer tools', version: '0.24.0' },
  {
    ...python,
    client: 'pydantic-ai, seven protocols',
    version: '2.68.0',
    fails:
      'Native structured output is refused by itself where it does not know the model, and Cohere gets no pictures from it.',
  },
  { ...python, client: 'smolagents, OpenAI', version: '1.26.0' },
  { ...python, client: 'instructor, OpenAI, Anthropic and Google', version: '1.17.0' },
  { ...python, client: 'dspy, OpenAI, Responses, Anthropic and Gemini', version: '3.4.1' },
  {
    ...python,
    client: 'semantic-kernel, OpenAI and Anthropic',
    version: '1.45.0',
    fails: 'Its connector for Anthropic leaves pictures out.',
  },
  { ...python, client: 'strands-agents, four protocols', version: '1.62.0' },
  { ...python, client: 'agno, four protocols', version: '3.1.10' },
  { ...python, client: 'google-adk, Gemini and LiteLLM', version: '2.13.0' },
  { ...python, client: 'llm-anthropic, on Claude', version: '0.30' },
  {
    ...python,
    client: 'litellm as a proxy, three protocols on three models',
    version: '1.108.7',
    fails:
      'For a schema it sends `output_format` to Claude, which Anthropic takes with a beta header for now and the simulator refuses.',
  },
  { ...node, client: '@openai/agents, with its shell, patch and computer tools', version: '0.20.0' },
  { ...node, client: 'ai with shell, localShell and applyPatch of @ai-sdk/openai', version: '7.0.173' },
  { ...node, client: '@tanstack/ai, four protocols', version: '0.58.0' },
  { ...node, client: 'genkit, OpenAI', version: '1.42.0' },
  {
    ...node,
    client: 'llamaindex, OpenAI, Responses, Anthropic and Gemini',
    version: '0.12.1',
    fails:
      'Its packages for Anthropic and Google offer tools only to models that they know, and the first takes the address only from `ANTHROPIC_BASE_URL`.',
  },
  {
    ...node,
    client: '@mastra/core, OpenAI',
    version: '1.71.0',
    fails: 'It does not ask for the usage of streams.',
  },
  {
    ...program,
    client: 'GitHub Copilot CLI, OpenAI, Responses, WebSocket, Azure and Anthropic',
    version: '1.0.102',
  },
  { ...program, client: 'Continue, OpenAI and Anthropic', version: '1.5.47' },
  { ...program, client: 'Cline, OpenAI', version: '3.0.65' },
  { ...program, client: 'Kilo Code, three protocols on three models', version: '7.7.9' },
  { ...program, client: 'llm, OpenAI', version: '0.36' },
]
