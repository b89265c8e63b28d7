import { useChangeRequests } from "../../api/change-requests.ts";
import { APPROVERS, type UserRole } from "./roles.ts";

/** Whether only the operator may give this role and links to those who have it: a second person is required. */
export function useIsFrozen(): (role: UserRole) => boolean {
  const { data } = useChangeRequests(true);
  return (role) => data?.isRequired === true && APPROVERS.includes(role);
}
