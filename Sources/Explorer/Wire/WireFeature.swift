package import Terminal

/// The preview of the wire: opened, made again while the request changes, scrolled, closed.
package enum WireFeature {
  package enum Action: Equatable, Sendable {
    case toggled
    case pressed(Key)
    case scrolled(by: Int)
    case secretsToggled
    /// After a pause in the changes of the request.
    case rested(serial: Int)
    case rehearsed(serial: Int, WirePage.Content)
    /// The request may have changed.
    case looked
  }

  struct Surroundings {
    /// `nil` while no request is open.
    var subject: WirePage.Subject?
    /// A new number for a preview.
    var number: Int
    /// Counts its lines; asked only to scroll, because every key looks whether the request has changed.
    var countLines: () -> Int
    /// How many of them are visible.
    var height: Int
  }

  enum Outcome: Equatable {
    case show
    case close
    case rehearse(serial: Int, WirePage.Subject)
    /// Sends `rested` with that number shortly.
    case pause(Int)
  }

  static func reduce(_ page: inout WirePage?, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .toggled:
      guard page == nil else { return close(&page) }
      page = WirePage()
      return [.show] + look(&page, given)
    case .looked: return look(&page, given)
    case .rested(let serial):
      guard let page, page.serial == serial, let subject = page.subject else { return [] }
      return [.rehearse(serial: serial, subject)]
    case .rehearsed(let serial, let content):
      guard page?.serial == serial else { return [] }
      page?.content = content
      return []
    case .secretsToggled:
      page?.isRevealed.toggle()
      return []
    case .scrolled(let step):
      scroll(&page, by: step, given)
      return []
    case .pressed(let key): return press(key, &page, given)
    }
  }

  private static func look(_ page: inout WirePage?, _ given: Surroundings) -> [Outcome] {
    guard var shown = page else { return [] }
    guard let subject = given.subject else { return close(&page) }
    guard shown.subject != subject else { return [] }
    if shown.subject?.key != subject.key { shown = WirePage() }
    let isFirst = shown.subject == nil
    shown.subject = subject
    shown.serial = given.number
    page = shown
    return isFirst ? [.rehearse(serial: shown.serial, subject)] : [.pause(shown.serial)]
  }

  private static func press(_ key: Key, _ page: inout WirePage?, _ given: Surroundings) -> [Outcome] {
    switch key {
    case .escape, .control("c"), .character("U"): return close(&page)
    case .up, .character("k"): scroll(&page, by: -1, given)
    case .down, .character("j"): scroll(&page, by: 1, given)
    case .pageUp: scroll(&page, by: -given.height, given)
    case .pageDown, .character(" "): scroll(&page, by: given.height, given)
    case .home: page?.offset = 0
    case .end: scroll(&page, by: given.countLines(), given)
    case .character("v"): page?.isRevealed.toggle()
    default: break
    }
    return []
  }

  private static func scroll(_ page: inout WirePage?, by step: Int, _ given: Surroundings) {
    guard let offset = page?.offset else { return }
    page?.offset = min(max(0, offset + step), max(0, given.countLines() - given.height))
  }

  private static func close(_ page: inout WirePage?) -> [Outcome] {
    page = nil
    return [.close]
  }
}
