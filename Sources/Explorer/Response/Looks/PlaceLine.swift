import Basics
import Networking
import Terminal

/// The lower border of the pane: the path of the cursor at the left, the position in the document at the right.
enum PlaceLine {
  /// - Parameter cut: which end of the left text to cut if it does not fit.
  static func draw(
    _ label: String, right: String, cut: Truncation = .start, _ scene: ResponseScene, in frame: Rect,
    into screen: inout Screen
  ) {
    var right = " \(right) "
    if !scene.capabilities.unicode { right = String(right.map { $0 == "·" ? "-" : $0 }) }
    let y = frame.maxY - 1
    let width = TextWidth.of(right)
    guard frame.width > width + 4 else { return }
    screen.write(right, at: Point(x: frame.maxX - 1 - width, y: y), style: scene.theme[.dim])
    let room = frame.width - width - 5
    // An incomplete response, and why, matters more than the path.
    let oddity = scene.pane.oddity
    let label = oddity?.text ?? label
    guard room > 6, !label.isEmpty else { return }
    let choice = scene.pane.borderChoice(in: frame)
    let offer = choice.map { "\(FailureView.key(of: $0, scene)) \($0.title): " } ?? ""
    let text = " \((oddity == nil ? cut : .end).applied(to: offer + label, columns: room - 2)) "
    screen.write(text, at: Point(x: frame.x + 1, y: y), style: scene.theme[oddity?.token ?? .accent])
  }

  /// The room for the left text beside the line count of a short response.
  static func room(in frame: Rect) -> Int { frame.width - 12 }
}

extension ResponsePane {
  /// Why the body differs from what the server announced; `nil` if it does not.
  var oddity: (text: String, token: Token)? {
    guard tab == .body, let exchange, body != nil else { return nil }
    if let failure = exchange.failure { return (failure.message, .error) }
    return exchange.notice.map { ($0, .warn) }
  }
}
