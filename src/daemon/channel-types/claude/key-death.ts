import type { UpstreamFailure } from '../../protocols/types.ts'

/** Anthropic says with 400 that an account has no money or was closed. */
export const hasNoCredit = (status: number, { message }: UpstreamFailure): boolean =>
  status === 400 && /credit balance is too low|organization has been disabled/i.test(message)
