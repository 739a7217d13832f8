import Networking
import Terminal

/// Where the lines of a failure's page stand: what happened, the choices, and then as much of the waterfall as fits.
struct FailureLayout {
  enum Line: Equatable {
    case blank
    case headline(String)
    case words(String)
    /// With its number among the choices.
    case choice(Int, FailureChoice)
    case hint
  }

  let area: Rect
  let lines: [Line]

  /// A text goes on in so many lines at the most, so that the choices below it are seen.
  private static let mostLines = 3

  init(_ page: FailurePage, in area: Rect) {
    self.area = area
    let width = max(1, Self.text(in: area).width)
    let isAiry = area.height >= 14
    var lines: [Line] = isAiry ? [.blank] : []
    lines += Self.parts(of: page.headline, width).map { .headline($0) }
    let words = [page.detail, page.advice].compactMap(\.self).flatMap { Self.parts(of: $0, width) }
    if isAiry, !words.isEmpty { lines.append(.blank) }
    lines += words.map { .words($0) }
    if area.height >= 10 { lines.append(.blank) }
    lines += page.choices.enumerated().map { .choice($0, $1) }
    if !page.isQuiet { lines.append(.hint) }
    self.lines = lines
  }

  /// The row of a line, over which the cursor lies.
  func row(_ line: Int) -> Rect {
    let margin = area.width >= 40 ? 1 : 0
    return Rect(x: area.x + margin, y: area.y + line, width: max(0, area.width - 2 * margin), height: 1)
  }

  /// The text of a line, further in than the bar of the cursor.
  func text(_ line: Int) -> Rect {
    var place = Self.text(in: area)
    place.y += line
    return place
  }

  private static func text(in area: Rect) -> Rect {
    let margin = area.width >= 40 ? 3 : 1
    return Rect(x: area.x + margin, y: area.y, width: max(0, area.width - margin - 1), height: 1)
  }

  /// The choices that are on the screen.
  var choices: [FailureChoice] {
    guard area.width >= 20 else { return [] }
    return lines.prefix(max(0, area.height)).compactMap { if case .choice(_, let choice) = $0 { choice } else { nil } }
  }

  /// The number of the choice at a point.
  func choice(at point: Point) -> Int? {
    let line = point.y - area.y
    guard area.contains(point), lines.indices.contains(line), case .choice(let index, _) = lines[line] else {
      return nil
    }
    return index
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
      return FailureLayout(page, in: FailureLayout.area(of: page, in: frame)).choices
    }
    return borderChoice(in: frame).map { [$0] } ?? []
  }

  /// The choice under the cursor of a failure's page.
  func failureCursor(of page: FailurePage) -> Int {
    min(max(0, lists[.body]?.cursor ?? 0), max(0, page.choices.count - 1))
  }

  /// A body that is too large is shown as far as it was read: the choice stands before the reason in the lower border.
  func borderChoice(in frame: Rect) -> FailureChoice? {
    guard tab == .body, looks.isEmpty, let exchange, exchange.failure?.category == .bodyTooLarge, let reading = body,
      reading.search == nil, reading.marked == nil, frame.width >= 46
    else { return nil }
    return .setting("maximumBodySize", "raises the limit")
  }
}
