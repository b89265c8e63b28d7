// Users by email address. A partner has an address once; several partners may have users with the same address.
import type { User } from "../../merchant/user.ts";
import type { Queryable } from "../database/database.ts";

/** A user who may sign in. */
export interface SignInUser {
  readonly id: string;
  readonly partnerId: string;
  /** PHC string; null: the user has none. */
  readonly password: string | null;
}

export interface UserOfEmail extends SignInUser, Pick<User, "role"> {
  readonly partnerName: string;
}

export const usersOfEmail = (db: Queryable) => ({
  /** The users who sign in with this address (`normalEmail`), each of another partner. */
  async findByEmail(email: string): Promise<readonly UserOfEmail[]> {
    const { rows } = await db.query<UserOfEmail>({
      name: "users_of_email",
      text: `select u.id, u.partner_id as "partnerId", u.password, u.role, p.name as "partnerName"
               from users u join partners p on p.id = u.partner_id where u.email = $1 order by p.name, u.id`,
      values: [email],
    });
    return rows;
  },

  /** The salt of the passwords of all users with this address. */
  async saltOf(email: string): Promise<Buffer> {
    const { rows } = await db.query<{ salt: Buffer }>({
      name: "salt_of_email",
      text: "select sha256(value || convert_to($1, 'UTF8')) as salt from password_salt",
      values: [email],
    });
    if (!rows[0]) throw new Error("the table password_salt is empty: restore its row");
    return rows[0].salt;
  },
});
