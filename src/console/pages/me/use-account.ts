import { useQuery } from '@tanstack/react-query'
import { type Account, ownAccount } from '../../api/own-account.ts'

export type { Account }

/** Reads the user's own account with its balance. */
export const useAccount = () => useQuery(ownAccount)
