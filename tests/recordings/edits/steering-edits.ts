import { type Fields as Body, fieldsOf, listOf, textOf } from '../corpus.ts'
import { everyModel, everywhere, type RequestEdit, without } from './request-edit.ts'

/** Tiers that cost at most what the gateway charges. */
const tiers = ['', 'auto', 'default', 'standard', 'standard_only', 'on_demand', 'flex']

const conversations = ['chat', 'responses', 'messages', 'generate'] as const

const withoutProvider = (body: Body): Body =>
  Object.keys(fieldsOf(body.provider)).length > 0 ? without(body, 'provider') : body

/**
 * Edits for what a client may not decide because it changes the model or the price; `docs/billing.md` has the rules.
 */
export const steeringEdits: readonly RequestEdit[] = [
  {
    because: 'a faster and dearer tier is left out and announced',
    routes: conversations,
    providers: everywhere,
    models: everyModel,
    edit: (body) =>
      without(
        body,
        ...['service_tier', 'serviceTier'].filter(
          (name) => !tiers.includes(textOf(body[name]).toLowerCase()),
        ),
      ),
  },
  {
    because: 'faster and dearer answers are left out and announced',
    routes: ['messages'],
    providers: everywhere,
    models: everyModel,
    edit: (body) => (body.speed === 'fast' ? without(body, 'speed') : body),
  },
  {
    because: 'the choice of a dearer host is left out and announced',
    routes: ['chat', 'completion', 'responses', 'messages', 'embedding'],
    providers: everywhere,
    models: everyModel,
    edit: withoutProvider,
  },
  {
    because: 'the other models are asked by the gateway itself, each at its price',
    routes: ['chat', 'completion', 'responses', 'messages'],
    providers: everywhere,
    models: everyModel,
    edit: (body) => (listOf(body.models).length > 0 ? without(body, 'models') : body),
  },
  {
    because: 'it runs in the background here: the vendor is asked for a stream',
    routes: ['responses'],
    providers: everywhere,
    models: everyModel,
    edit: (body) => (body.background === true ? { ...without(body, 'background'), stream: true } : body),
  },
]
