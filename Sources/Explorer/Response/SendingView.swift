import Basics
import Documents
import FoundationEssentials
import Networking
import Terminal

/// Draws a running send: its target, its progress, how to cancel it, and the body as it arrives.
enum SendingView {
  static func draw(
    _ sending: Sending, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    if scene.pane.conversation?.streamed != nil {
      return drawMessages(sending, scene, in: rect, frame: frame, into: &screen)
    }
    let theme = scene.theme
    let (first, rest) = ResponseView.parts(of: rect)
    let elapsed = Duration.seconds(max(0, scene.given.clock.now.timeIntervalSince(sending.startedAt)))
    var pieces = [
      StyledText(" \(spinner(elapsed, scene)) ", theme[.warn]),
      StyledText("\(sending.method) ", theme[.method(sending.method)]),
    ]
    // How long it is open, and what came, stands in the border.
    let isConversing = scene.pane.conversation.map { $0.conversation.state != .connecting } ?? false
    let tail = isConversing ? "" : progressText(sending, elapsed) + "  "
    let room = max(0, rect.width - 6 - sending.method.count - TextWidth.of(tail) - 14)
    pieces.append(StyledText(Truncation.middle.applied(to: sending.url, columns: room), theme[.text]))
    screen.write(pieces, at: Point(x: first.x, y: first.y), clippedTo: first)
    screen.write(
      scene.keys.filled("\(tail)\(key: "leave") \(scene.pane.wordOfEnd)s "), in: first, style: theme[.dim],
      align: .right)
    if scene.pane.tab == .body, ResponseView.drawDocument(scene, in: rest, frame: frame, into: &screen) { return }
    drawBar(sending, elapsed, scene, in: rest, into: &screen)
  }

  /// An answer of many messages is read while it arrives: its tabs are there at once.
  private static func drawMessages(
    _ sending: Sending, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let (bar, content) = ResponseView.parts(of: rect)
    let elapsed = Duration.seconds(max(0, scene.given.clock.now.timeIntervalSince(sending.startedAt)))
    let state = "\(spinner(elapsed, scene)) \(progressText(sending, elapsed))"
    let words = scene.keys.filled("\(state)  \(key: "leave") \(scene.pane.wordOfEnd)s ")
    let (tabs, rest) = bar.splitLeft(max(0, bar.width - TextWidth.of(words) - 1))
    ResponseView.tabs(of: scene.pane, testCount: scene.given.testCount).draw(
      chosen: scene.pane.tab, isFocused: scene.isFocused, scene, in: tabs.splitLeft(1).1, into: &screen)
    let line = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(1, rest.height))
    screen.write(words, in: line, style: scene.theme[.dim], align: .right)
    if !ResponseView.drawDocument(scene, in: content, frame: frame, into: &screen) {
      PaneFrame.hint(["Nothing has arrived yet."], scene, in: content, into: &screen)
    }
  }

  private static func progressText(_ sending: Sending, _ elapsed: Duration) -> String {
    let progress = sending.progress
    var parts = [Quantity.duration(elapsed)]
    if progress.sent > 0 { parts.append("\(Quantity.bytes(progress.sent)) up") }
    if progress.received > 0 {
      let of = progress.toReceive.map { " of \(Quantity.bytes($0))" } ?? ""
      parts.append("\(Quantity.bytes(progress.received))\(of)")
    }
    return parts.joined(separator: "  ")
  }

  private static func spinner(_ elapsed: Duration, _ scene: ResponseScene) -> String {
    guard scene.capabilities.motion else { return scene.capabilities.unicode ? "…" : "." }
    let marks = scene.capabilities.unicode ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
    return String(marks[Int(elapsed.inSeconds * 10) % marks.count])
  }

  /// A progress bar if the size is known, else a moving marker.
  private static func drawBar(
    _ sending: Sending, _ elapsed: Duration, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    guard rect.height > 1, rect.width > 8 else { return }
    let columns = rect.width - 2
    let unicode = scene.capabilities.unicode
    let progress = sending.progress
    let isUploading = progress.received == 0 && progress.sent > 0 && progress.toSend.map { $0 > progress.sent } == true
    let done = isUploading ? progress.sent : progress.received
    let total = isUploading ? progress.toSend : progress.toReceive
    let text: String
    if let total, total > 0 {
      let share = min(1, Double(done) / Double(total))
      text = Waterfall.Bar(start: 0, length: share, columns: columns, unicode: unicode).text
    } else if !scene.capabilities.motion {
      return
    } else {
      let step = Int(elapsed.inSeconds * 10) % max(1, columns * 2)
      let place = step < columns ? step : columns * 2 - 1 - step
      text = String(repeating: " ", count: min(place, columns - 1)) + (unicode ? "━" : "=")
    }
    screen.write(text, at: Point(x: rect.x + 1, y: rect.y + 1), style: scene.theme[.accent], clippedTo: rect)
  }
}
