import Basics
import Networking
import Sessions
import Terminal
import Workspaces

/// Draws the result under the cursor: why it failed, its tests with failures first, and the start of the body.
struct RunAnswerView<State: Appearance> {
  let run: RunFeature.State
  let state: State
  private var theme: Theme { state.theme }

  init(_ run: RunFeature.State, _ state: State) {
    self.run = run
    self.state = state
  }

  func draw(in rect: Rect, into screen: inout Screen) {
    guard let index = run.current else {
      PaneFrame.head("Answer", isFocused: false, state, in: rect, into: &screen)
      return
    }
    let done = run.done[index]
    let inner = PaneFrame.head(
      run.node(index).name, facts: badge(of: done), isFocused: false, state, in: rect, into: &screen)
    var place = Rect(x: inner.x + 2, y: inner.y, width: max(0, inner.width - 3), height: inner.height)
    if inner.height >= 10 { place = place.splitTop(1).1 }
    guard let done else {
      let words = run.running[index] == nil ? run.node(index).url : "Waiting for the answer…"
      screen.write(words, in: place.splitTop(1).0, style: theme[.dim])
      return
    }
    let lines = lines(of: done.result, width: place.width)
    for (row, line) in lines.prefix(place.height).enumerated() {
      screen.write(line, at: Point(x: place.x, y: place.y + row), clippedTo: place)
    }
    let used = lines.isEmpty ? 0 : lines.count + (inner.height >= 10 ? 1 : 0)
    let body = place.splitTop(min(place.height, used)).1
    if done.answer == nil, done.result.status > 0 {
      screen.write(
        "Not kept in memory: the history has this answer.", in: body.splitTop(1).0,
        style: theme[.dim])
    }
    run.shown.preview.draw(state, in: body, into: &screen)
  }

  private func badge(of done: RunFeature.Done?) -> [StyledText] {
    guard let result = done?.result else { return [] }
    if result.skipped != nil { return [StyledText("skipped", theme[.dim])] }
    guard result.status > 0 else { return [StyledText(" not answered ", theme[.errorInk].adding(.bold))] }
    let words = done?.answer?.exchange.shortWords ?? result.shortStatus.text ?? ""
    return [StyledText(" \(words) ", theme[.badge(result.shortStatus)].adding(.bold))]
  }

  private func lines(of result: RunResult, width: Int) -> [[StyledText]] {
    var lines: [[StyledText]] = []
    if let why = result.skipped { lines += why.wrapped(to: max(8, width)).map { [StyledText($0, theme[.dim])] } }
    if result.tries > 1 { lines.append([StyledText("\(result.tries) tries", theme[.dim])]) }
    if let message = result.message {
      lines += message.wrapped(to: max(8, width)).map { [StyledText($0, theme[.error])] }
    }
    lines += RunVerdicts(result.assertions, width: width, state).lines
    return lines
  }
}
