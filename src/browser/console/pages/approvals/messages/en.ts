export const approvals = {
  waiting: {
    title: "Waiting for approval",
    text: "A second person approves or rejects these changes.",
    ofMerchant: "{change}: {merchant}",
    removedUser: "A removed user",
    asked: "{name} asked for this on {asked}. It expires on {expires}.",
    now: "Now",
    next: "New",
    whenAsked: "When asked",
    outdated:
      "Outdated: what this changes is no longer as it was, or the person who asked may no longer do so. It can't be approved.",
    approve: "Approve",
    reject: "Reject",
    withdraw: "Withdraw",
    onTheRequest: "{action}: {change}, asked for by {name}",
    own: "Another owner or manager must approve it. Tell one of them: Turnpike sends no mail. They find it on the overview and on the merchant's page.",
    ownOfAll:
      "Another owner, or a manager of all merchants, must approve it. Tell one of them: Turnpike sends no mail. They find it on the overview and on the page Team.",
    byPeople: "Owners and managers decide this, with their own account. Keys can't.",
  },
  changes: {
    add: "Add destinations",
    change: "Change a destination",
    remove: "Remove a destination",
    single_person: "Stop requiring a second person",
  },
  approve: {
    question: "Approve this change?",
    ask: "Ask {name} in person or by phone whether this is right, and compare every character. Money sent to a wrong address is lost.",
    single_person: "After that, one owner or manager can change destinations alone.",
    done: "Approved",
    doneText: "The change is in force.",
  },
  rejected: { title: "Rejected", text: "Nothing was changed." },
  withdrawn: { title: "Withdrawn", text: "Nothing was changed." },
  closed: {
    title: "This can no longer be decided",
    text: "Somebody else decided it, it expired, or what it changes is no longer as it was.",
  },
  asking: {
    note: "Another owner or manager must approve this before it takes effect.",
    done: "Waiting for approval",
    doneText: "Another owner or manager has three days to approve it.",
    byPeople:
      "A second person must approve changes of destinations. Sign in with your own account to ask for one: keys can't.",
  },
  second: {
    title: "Second person",
    on: "Required. A destination changes only after a second person has approved it.",
    off: "Not required. An owner or a manager can change destinations alone.",
    byOwners: "An owner who signs in with their own account can change this.",
    inviteYourself: "If nobody has one yet, invite yourself as an owner.",
    require: "Require a second person",
    question: "Require a second person?",
    effects: [
      "Nobody can change destinations alone, and API keys can't change them at all.",
      "Only the operator can invite owners and managers, or give them new links. Their open invitations end.",
      "To stop requiring a second person, a second person must approve.",
    ],
    tooFew:
      "Nobody else could approve yet. Invite another owner, or a manager of all merchants. Once they have joined, you can require a second person.",
    byOperator: "Only the operator can give this role while a second person is required.",
    alone: {
      title: "Too few people can approve",
      text: "Nobody approves their own request, and fewer than two owners and managers of all merchants have joined. Ask the operator to invite another one, or to stop requiring a second person.",
    },
    required: "A second person is required now",
    requiredText: "It applies to all destinations.",
    stop: "Stop requiring",
    stopQuestion: "Stop requiring a second person?",
    stopText: "Another owner or a manager of all merchants must approve this.",
  },
};
