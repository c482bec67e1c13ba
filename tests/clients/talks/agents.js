import { agentsSteps } from './agents-steps.js'

export const steps = agentsSteps()
