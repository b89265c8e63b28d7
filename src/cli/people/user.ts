// turnpike user: a partner's users. An invitation's link is shown once.
import { Command, Option } from "commander";
import { localUrl } from "../../local/dev-file.ts";
import { ON_COMMAND_LINE } from "../../merchant/audit.ts";
import { newInvitation, USER_ROLES, type User, type UserRole } from "../../merchant/user.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import { findDevFile, withStore } from "../installation.ts";
import { shownOption } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { secondText, table } from "../output/text.ts";

const NAME_LENGTH_MAX = 100;

export const userCommand = (): Command =>
  new Command("user")
    .description("people who sign in to the console: list, invite, make new links, end sessions, remove")
    .addCommand(
      new Command("list")
        .description("list a partner's users")
        .requiredOption("--partner <id>", "the partner's id")
        .option("--json", "print JSON")
        .action(list),
    )
    .addCommand(
      new Command("invite")
        .description("create an invitation; its link is shown only once")
        .requiredOption("--partner <id>", "the partner's id")
        .requiredOption("--name <name>", "the person's name")
        .addOption(new Option("--role <role>", "the user's role").choices([...USER_ROLES]).default("owner"))
        .option("--merchant <id...>", "the merchants that the user is limited to")
        .option("--json", "print JSON")
        .action(invite),
    )
    .addCommand(
      new Command("new-link")
        .description("invite again, or let a user who lost the password set a new one; an earlier link ends")
        .argument("<user>", "its id (usr_…)")
        .requiredOption("--partner <id>", "the partner's id")
        .option("--json", "print JSON")
        .action(newLink),
    )
    .addCommand(
      new Command("end-sessions")
        .description("sign a user out everywhere")
        .argument("<user>", "its id (usr_…)")
        .requiredOption("--partner <id>", "the partner's id")
        .option("--json", "print JSON")
        .action(endSessions),
    )
    .addCommand(
      new Command("remove")
        .description("remove a user: sessions and links end; name, email address and addresses are erased")
        .argument("<user>", "its id (usr_…)")
        .requiredOption("--partner <id>", "the partner's id")
        .option("--json", "print JSON")
        .action(remove),
    );

async function list({ partner, ...options }: OutputOptions & { partner: string }): Promise<void> {
  const users = await withStore(readConfig(), (store) => store.users.list(partner));
  print(options, users.map(toJson), table(HEAD, users.map(toCells), "No users yet."));
}

interface InviteOptions extends OutputOptions {
  readonly partner: string;
  readonly name: string;
  readonly role: UserRole;
  readonly merchant?: string[];
}

async function invite({ partner, role, merchant, ...options }: InviteOptions): Promise<void> {
  const name = shownOption("--name", options.name, NAME_LENGTH_MAX);
  const config = readConfig();
  const { token, hash } = newInvitation();
  const user = { partnerId: partner, name, role, merchantIds: merchant ?? null, inviteHash: hash };
  const invited = await withStore(config, async (store) => {
    const partners = await store.partners.list();
    return partners.some(({ id }) => id === partner) ? store.users.invite(user, ON_COMMAND_LINE) : null;
  });
  if (!invited) throw new CommandError(`there is no partner ${partner}${merchant ? " with these merchants" : ""}`);
  const url = await joinUrl(config, token);
  print(options, { userId: invited.id, role, url }, [`${invited.id}  ${role}`, ...linkLines(url)]);
}

async function newLink(userId: string, { partner, ...options }: OutputOptions & { partner: string }): Promise<void> {
  const config = readConfig();
  const { token, hash } = newInvitation();
  const place = { partnerId: partner, userId, managed: USER_ROLES };
  const isMade = await withStore(config, (store) => store.users.renewInvitation(place, hash, ON_COMMAND_LINE));
  if (!isMade) throw new CommandError(`there is no user ${userId} of ${partner}`);
  const url = await joinUrl(config, token);
  print(options, { userId, url }, [userId, ...linkLines(url)]);
}

/** The token is in the fragment, which browsers send to no server. */
async function joinUrl(config: Config, token: string): Promise<string> {
  const dev = await findDevFile(config);
  const local = dev ? localUrl(dev.baseUrl) : `http://localhost:${config.port}`;
  return `${config.publicUrl ?? local}/console/join#${token}`;
}

const linkLines = (url: string): readonly string[] => [
  "",
  `  ${url}`,
  "",
  "Send it to this person only: it works once, for seven days, and is not shown again.",
];

async function endSessions(
  userId: string,
  { partner, ...options }: OutputOptions & { partner: string },
): Promise<void> {
  const ended = await withStore(readConfig(), async (store) => {
    if (!(await store.users.findOwn(partner, userId))) return null;
    return store.sessions.endOf({ partnerId: partner, id: userId }, {}, ON_COMMAND_LINE);
  });
  if (ended === null) throw new CommandError(`there is no user ${userId} of ${partner}`);
  print(options, { userId, ended }, [`${ended} sessions of ${userId} ended.`]);
}

async function remove(userId: string, { partner, ...options }: OutputOptions & { partner: string }): Promise<void> {
  const place = { partnerId: partner, userId, managed: USER_ROLES };
  const outcome = await withStore(readConfig(), (store) => store.users.remove(place, ON_COMMAND_LINE));
  if (outcome === "not_found") throw new CommandError(`there is no user ${userId} of ${partner}`);
  if (outcome === "is_last") throw new CommandError(`${userId} is the last owner of ${partner}: invite another first`);
  print(options, { userId, removed: true }, [`${userId} is removed.`]);
}

const toJson = ({ id, role, merchantIds, name, email, joinedAt, sessions }: User) => ({
  userId: id,
  role,
  merchantIds,
  name,
  email,
  joinedAt,
  sessions,
});

const HEAD = ["user", "role", "name", "email", "joined", "sessions"] as const;

const toCells = ({ id, role, name, email, joinedAt, sessions }: User): readonly string[] => [
  id,
  role,
  name,
  email ?? "–",
  joinedAt ? secondText(joinedAt) : "not yet",
  String(sessions),
];
