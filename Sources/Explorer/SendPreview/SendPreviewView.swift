import Basics
import SessionModel
import Terminal

/// Draws the send preview: in a box, or beside the request.
enum SendPreviewView {
  static func frame(in size: Size) -> Rect { OverlayView.frame(width: 100, in: size) }

  /// The lines inside a frame.
  static func list(in frame: Rect) -> Rect { OverlayView.content(of: frame) }

  static func draw(_ state: AppState, in frame: Rect, isBeside: Bool, into screen: inout Screen) {
    guard let preview = state.sendPreview else { return }
    let (title, facts) = ("What would be sent", facts(of: preview, state))
    if isBeside {
      PaneFrame.head(title, facts: facts, isFocused: false, state, in: frame, into: &screen)
    } else {
      PaneFrame.box(title, facts: facts, state, in: frame, into: &screen)
    }
    let list = list(in: frame)
    let lines = preview.lines(state.session?.headerOrigins ?? [:], width: list.width)
    preview.cursor.draw(count: lines.count, in: list, frame: frame, isFocused: nil, state, into: &screen) {
      row, place, screen in
      let line = lines[row]
      let pieces = HeadText.pieces(of: line.head, state.theme)
      screen.write(
        pieces.isEmpty ? [StyledText(line.text, state.theme[line.token])] : pieces, at: place.origin, clippedTo: place)
      guard TextWidth.of(line.text) + 2 + TextWidth.of(line.origin) <= place.width else { return }
      screen.write(
        line.origin, in: place.splitRight(TextWidth.of(line.origin)).1, style: state.theme[.faint], align: .right)
    }
  }

  private static func facts(of preview: SendPreviewPage, _ state: AppState) -> [StyledText] {
    guard case .known(let sent) = preview.content else { return [] }
    var words: [String] = []
    let noun = sent.note == nil ? "body" : "messages"
    if let count = sent.bodyCount, count > 0 { words.append("\(noun) \(Quantity.bytes(count))") }
    if sent.hidesSomething, !preview.isRevealed { words.append("secrets hidden") }
    return words.isEmpty ? [] : [StyledText(words.joined(separator: ", "), state.theme[.dim])]
  }
}

/// The drawn lines.
extension SendPreviewPage {
  /// A drawn line.
  struct Line: Equatable {
    var text: String
    /// The origin of the line; empty for the lines of a body.
    var origin = ""
    var token = Token.text
    /// The parts of the first row of a line of the head; empty for any other row.
    var head: [HeadText.Span] = []
  }

  /// - Parameters: - origins: the origin of each field, by its lowercase name. - width: the columns of a line.
  func lines(_ origins: [String: String], width: Int) -> [Line] {
    switch content {
    case .waiting: return []
    case .refused(let reason):
      return "Nothing would be sent. \(reason)".wrapped(to: max(1, width)).map { Line(text: $0, token: .warn) }
    case .unknown(let needs):
      return "Not known until it is sent: \(needs)".wrapped(to: max(1, width)).map { Line(text: $0, token: .warn) }
    case .known(let sent):
      let head = sent.head.map { line in
        let origin = line.field.map { origins[$0] ?? ($0 == "cookie" ? "stored cookies" : "Apus") } ?? "URL"
        let text = VisibleText.of(isRevealed ? line.text : line.masked)
        return Line(text: text, origin: origin, head: HeadText.spans(of: text, isFirst: line == sent.head.first))
      }
      let saying = sent.note.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? ""
      let words = saying.wrapped(to: max(1, width)).map { Line(text: $0, token: .dim) } + [Line(text: "")]
      let lines = head + [Line(text: "")] + (saying.isEmpty ? [] : words) + body(of: sent)
      return lines.flatMap { Self.wrapped($0, to: width) }
    }
  }

  private func body(of sent: SendPreview) -> [Line] {
    let count = sent.bodyCount.map { Quantity.bytes($0) }
    guard sent.isText else { return [Line(text: "\(count ?? "Bytes") of binary data", token: .dim)] }
    let text = String(decoding: isRevealed ? sent.body : sent.maskedBody, as: UTF8.self)
    guard !text.isEmpty else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(text: String($0)) }
    return lines + (sent.isCut ? [Line(text: "… of \(count ?? "more")", token: .dim)] : [])
  }

  /// Breaks lines at the edge, not at words, so that every byte is shown.
  private static func wrapped(_ line: Line, to width: Int) -> [Line] {
    VisibleText.of(line.text).cut(to: max(1, width)).enumerated().map { index, part in
      var row = Line(text: String(part), token: line.token)
      if index == 0 { (row.origin, row.head) = (line.origin, HeadText.cut(line.head, to: part.count)) }
      return row
    }
  }
}
