import Terminal

/// Commands of the stored cookies.
enum CookiesCommands {
  static let all: [Command] = [open, add, delete, reveal, copy, filter, next, previous, clear, restore]

  private static let open = Command(
    "cookies", "Cookies of the collection and environment", [.character("C")], section: .environments,
    rank: 30, footer: .word("stored cookies", lead: (15, [.facts]), when: { $0.isAmongCookies }),
    action: .cookies(.opened))

  private static let add = Command(
    "cookieAdd", "Add a cookie", [.character("a")], in: [.cookies], section: .environments, rank: 31,
    footer: .word("add", lead: (20, [.cookies])), action: .cookies(.addRequested))

  private static let delete = Command(
    "cookieDelete", "Delete a cookie", [.delete], in: [.cookies], section: .environments, rank: 32,
    footer: .word("delete", lead: (21, [.cookies])), refusal: { $0.cookies.refusalWithoutCookie },
    action: .cookies(.deleteRequested))

  private static let reveal = Command(
    "cookieReveal", "Show or hide the value of a cookie", [.character("v")], in: [.cookies], section: .environments,
    rank: 33,
    footer: .init(text: { $0.cookies.revealed == nil ? "show value" : "hide value" }, lead: (22, [.cookies])),
    refusal: { $0.cookies.refusalWithoutCookie }, action: .cookies(.revealed))

  private static let copy = Command(
    "cookieCopy", "Copy the value of a cookie", [.character("y")], in: [.cookies], section: .environments, rank: 34,
    footer: .word("copy", lead: (25, [.cookies])), refusal: { $0.cookies.refusalWithoutCookie },
    action: .cookies(.copyRequested))

  private static let filter = Command(
    "cookieFilter", "Filter the cookies", [.character("/")], in: [.cookies], section: .environments, rank: 35,
    footer: .word("filter", lead: (24, [.cookies])), action: .cookies(.filterRequested))

  private static let next = Command(
    "cookieNextEnvironment", "Cookies of the next environment", [.tab], in: [.cookies], section: .environments,
    rank: 36, footer: .word("environment", lead: (23, [.cookies])),
    action: .cookies(.environmentChanged(by: 1)))

  private static let previous = Command(
    "cookiePreviousEnvironment", "Cookies of the previous environment", [.backTab], in: [.cookies],
    section: .environments, rank: 37, action: .cookies(.environmentChanged(by: -1)))

  private static let clear = Command(
    "cookieClear", "Delete all listed cookies", [.character("D")], in: [.cookies], section: .environments,
    rank: 38, footer: .word("delete all", lead: (27, [.cookies])), action: .cookies(.clearRequested))

  private static let restore = Command(
    "cookieRestore", "Undo the last change of the cookies", [.character("u")], in: [.cookies],
    section: .environments, rank: 39,
    footer: .word("undo", lead: (26, [.cookies]), when: { !$0.cookies.steps.done.isEmpty }),
    refusal: { $0.cookies.steps.done.isEmpty ? "There is nothing to undo here" : nil },
    action: .cookies(.undoRequested))
}

extension Cookies {
  fileprivate var refusalWithoutCookie: String? { current == nil ? "There is no cookie under the cursor" : nil }
}

extension AppState {
  /// True if the screen shows a list of cookies that the page continues.
  fileprivate var isAmongCookies: Bool { focus == .response && session?.response.tab == .cookies }
}
