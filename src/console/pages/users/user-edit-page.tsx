import { Redirect, useParams } from 'wouter'
import { links } from '../../routes.ts'
import { SelfEdit } from './self-edit.tsx'

/** `/user/edit/7` opens the form beside the list; `/user/edit` is the own account. */
export function UserEditPage() {
  const { id } = useParams<{ id?: string }>()
  return id === undefined ? <SelfEdit /> : <Redirect to={links.users({ edit: id })} replace />
}
