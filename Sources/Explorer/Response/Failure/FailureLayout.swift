import Networking
import Terminal

/// Where the lines of a failure's page stand: what happened, the choices, and then as much of the waterfall as fits.
struct FailureLayout {
  enum Line: Equatable {
    case blank
    case headline(String)
    case words(String)
    case choice(FailureChoice)
    case hint
  }

  let lines: [Line]

  /// A text goes on in so many lines at the most, so that the choices below it are seen.
  private static let mostLines = 3

  init(_ page: FailurePage, in area: Rect) {
    let width = max(1, area.width - 2)
    let isAiry = area.height >= 14
    var lines: [Line] = isAiry ? [.blank] : []
    lines += Self.parts(of: page.headline, width).map { .headline($0) }
    if let detail = page.detail { lines += Self.parts(of: detail, width).map { .words($0) } }
    if let advice = page.advice { lines += Self.parts(of: advice, width).map { .words($0) } }
    if area.height >= 10 { lines.append(.blank) }
    lines += page.choices.map { .choice($0) }
    lines.append(.hint)
    self.lines = lines
  }

  /// The choices that are on the screen.
  func choices(in area: Rect) -> [FailureChoice] {
    guard area.width >= 20 else { return [] }
    return lines.prefix(max(0, area.height)).compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
  }

  /// Where the page stands in the pane: a failed exchange has tabs above it.
  static func area(of page: FailurePage, in frame: Rect) -> Rect {
    page.exchange == nil ? frame.inset() : ResponseView.contentArea(in: frame)
  }

  private static func parts(of text: String, _ width: Int) -> [String] {
    let parts = text.wrapped(to: width)
    guard parts.count > mostLines else { return parts }
    let rest = parts[(mostLines - 1)...].joined(separator: " ")
    return parts.prefix(mostLines - 1) + [Truncation.end.applied(to: rest, columns: width)]
  }
}

extension ResponsePane {
  /// The choices that a frame shows: those of a failure's page, or the one in the border below a body that was cut off.
  func shownChoices(given: ResponseFeature.Surroundings) -> [FailureChoice] {
    guard let frame = given.rect else { return [] }
    if let page = FailurePage(self, given: given) {
      let area = FailureLayout.area(of: page, in: frame)
      return FailureLayout(page, in: area).choices(in: area)
    }
    return borderChoice(in: frame).map { [$0] } ?? []
  }

  /// A body that is too large is shown as far as it was read: the choice stands before the reason in the lower border.
  func borderChoice(in frame: Rect) -> FailureChoice? {
    guard tab == .body, looks.isEmpty, let exchange, exchange.failure?.category == .bodyTooLarge, let reading = body,
      reading.search == nil, reading.marked == nil, frame.width >= 46
    else { return nil }
    return .setting("maximumBodySize", "raises the limit")
  }
}
