import Terminal

/// Commands of the kept cookies.
enum CookiesCommands {
  struct Situation {
    var page: CookiesFeature.State
    /// Whether a list of cookies is on the screen that this leads on from.
    var isAmongCookies: Bool

    var refusalWithoutCookie: String? { page.current == nil ? "There is no cookie under the cursor" : nil }
  }

  typealias Record = CommandRecord<Situation, CookiesFeature.Action>

  static let all: [Record] = [open, add, delete, reveal, copy, filter, next, previous, clear, restore]

  private static let open = Record(
    "cookies", "Cookies kept for the collection and environment", [.character("C")], section: .environments,
    rank: 30, footer: .word("kept cookies", lead: (15, [.facts]), when: { $0.isAmongCookies }),
    handler: { _ in [.opened] })

  private static let add = Record(
    "cookieAdd", "Add a cookie", [.character("a")], in: [.cookies], section: .environments, rank: 31,
    footer: .word("add", lead: (20, [.cookies])), handler: { _ in [.addRequested] })

  private static let delete = Record(
    "cookieDelete", "Delete a cookie", [.delete], in: [.cookies], section: .environments, rank: 32,
    footer: .word("delete", lead: (21, [.cookies])), refusal: { $0.refusalWithoutCookie },
    handler: { _ in [.deleteRequested] })

  private static let reveal = Record(
    "cookieReveal", "Show or hide the value of a cookie", [.character("v")], in: [.cookies], section: .environments,
    rank: 33,
    footer: .init(text: { $0.page.revealed == nil ? "show value" : "hide value" }, lead: (22, [.cookies])),
    refusal: { $0.refusalWithoutCookie }, handler: { _ in [.revealed] })

  private static let copy = Record(
    "cookieCopy", "Copy the value of a cookie", [.character("y")], in: [.cookies], section: .environments, rank: 34,
    footer: .word("copy", lead: (25, [.cookies])), refusal: { $0.refusalWithoutCookie },
    handler: { _ in [.copyRequested] })

  private static let filter = Record(
    "cookieFilter", "Filter the cookies", [.character("/")], in: [.cookies], section: .environments, rank: 35,
    footer: .word("filter", lead: (24, [.cookies])), handler: { _ in [.filterRequested] })

  private static let next = Record(
    "cookieNextEnvironment", "Cookies of the next environment", [.tab], in: [.cookies], section: .environments,
    rank: 36, footer: .word("environment", lead: (23, [.cookies])),
    handler: { _ in [.environmentChanged(by: 1)] })

  private static let previous = Record(
    "cookiePreviousEnvironment", "Cookies of the previous environment", [.backTab], in: [.cookies],
    section: .environments, rank: 37, handler: { _ in [.environmentChanged(by: -1)] })

  private static let clear = Record(
    "cookieClear", "Delete all listed cookies", [.character("D")], in: [.cookies], section: .environments,
    rank: 38, footer: .word("delete all", lead: (27, [.cookies])), handler: { _ in [.clearRequested] })

  private static let restore = Record(
    "cookieRestore", "Undo the last change of the cookies", [.character("u")], in: [.cookies],
    section: .environments, rank: 39,
    footer: .word("undo", lead: (26, [.cookies]), when: { !$0.page.undo.isEmpty }),
    refusal: { $0.page.undo.isEmpty ? "There is nothing to undo here" : nil },
    handler: { _ in [.undoRequested] })
}
