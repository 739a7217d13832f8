import Documents
import Terminal

/// Letters on jump targets. Pressing a letter goes to its target.
package struct JumpLabels: Equatable, Sendable {
  struct Label: Equatable, Sendable {
    let letter: Character
    /// The position of the letter. A click there would have the same effect.
    let place: Point
  }

  let labels: [Label]

  /// The letters, home row first.
  private static let letters = Array("asdfghjklqwertyuiopzxcvbnmASDFGHJKLQWERTYUIOPZXCVBNM1234567890")

  /// - Parameter places: the targets by priority. Targets beyond the number of letters get none.
  init(_ places: [Point]) {
    labels = zip(Self.letters, places).map { Label(letter: $0, place: $1) }
  }
}

extension JumpLabels: Box {
  var keys: [(key: String, label: String)] { [("a … Z", "go there"), ("Esc", "close")] }
  var hasClickableKeys: Bool { false }

  /// The bottom line, which shows the keys.
  func frame(in app: AppState) -> Rect { Rect(x: 0, y: app.size.rows - 1, width: app.size.columns, height: 1) }

  func draw(_ app: AppState, into screen: inout Screen) {
    for label in labels {
      // Beside the text, which stays readable: in the blank before it.
      let isBlank = [" ", ""].contains(screen[label.place.x, label.place.y].text)
      let place = isBlank ? label.place : Point(x: max(0, label.place.x - 1), y: label.place.y)
      screen.write(String(label.letter), at: place, style: app.theme[.accentInk].adding(.bold))
    }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] {
    app.overlay = nil
    guard case .character(let letter) = key.code, key.modifiers.isEmpty,
      let label = labels.first(where: { $0.letter == letter })
    else { return [] }
    return app.click(Mouse(.press, at: label.place))
  }

  /// A press closes the box, and acts on what is below it.
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] {
    guard mouse.kind == .press else { return [] }
    app.overlay = nil
    return app.click(mouse)
  }

  /// The text at each letter.
  func linearList(in app: AppState) -> LinearList {
    var plain = app
    plain.overlay = nil
    var screen = Screen(app.size)
    AppView.draw(plain, into: &screen)
    let lines = labels.map { label in
      var text = ""
      for x in label.place.x..<app.size.columns {
        text += screen[x, label.place.y].text
        if text.hasSuffix("  "), !text.allSatisfy({ $0 == " " }) { break }
      }
      return "\(label.letter): \(SpokenText.of(drawn: text))"
    }
    return .text("Go to", "", lines)
  }
}

extension RequestSession {
  /// The jump targets in the request pane with that frame.
  func places(in rect: Rect, of window: Size, unicode: Bool) -> [Point] {
    guard fault == nil else { return [] }
    let layout = RequestLayout(session: self, in: rect, of: window)
    let bar = RequestTab.bar(of: self).places(width: layout.tabs.width, chosen: editor.tab)
    var places =
      layout.tabs.isEmpty
      ? []
      : bar.seen.map { tab in
        Point(x: layout.tabs.x + tab.range.lowerBound, y: layout.tabs.y)
      }
    for part in [layout.url, layout.method] where !part.isEmpty { places.append(part.origin) }
    let offset = editor.cursor.offset
    func rows(_ count: Int, x: Int) -> [Point] {
      (0..<max(0, min(count - offset, layout.content.height))).map { Point(x: x, y: layout.content.y + $0) }
    }
    switch content {
    case .table(let kind):
      let columns = TableView.columns(kind, self, in: layout.content, unicode: unicode)
      places += rows(lines(of: kind).count, x: columns.cells[0].x)
    case .fields: places += rows(fieldLines.count, x: layout.content.x)
    case .text, .nothing: if !layout.content.isEmpty { places.append(layout.content.origin) }
    }
    return places
  }
}

/// `'` labels every jump target with a letter.
extension AppState {
  /// The targets by priority: tabs, fields and rows of the panes, then the environment, then the lines of the response.
  var labelledPlaces: [Point] {
    let layout = layout
    var places: [Point] = []
    if let rect = layout.panes[.request], let session {
      places += session.places(in: rect, of: size, unicode: capabilities.unicode)
    }
    var lines: [Point] = []
    if let rect = layout.panes[.response], let scene = responseScene, case .finished = scene.pane.phase {
      let inner = rect.inset()
      let (bar, content) = ResponseView.parts(of: inner)
      if !bar.isEmpty {
        let tabs = ResponseView.tabs(of: scene.pane, for: scene.subject)
        places += tabs.places(width: inner.width - 1, chosen: scene.pane.tab).seen.map {
          Point(x: inner.minX + 1 + $0.range.lowerBound, y: bar.y)
        }
      }
      if let reading = scene.pane.reading {
        let count = min(content.height, reading.document.lines(in: reading.view).count)
        lines = (0..<count).map { Point(x: ResponseView.documentArea(of: reading, in: rect).x, y: content.y + $0) }
      }
    }
    if let rect = layout.panes[.tree]?.inset() {
      let count = min(rect.height, tree.rows.count - tree.cursor.offset)
      places += (0..<max(0, count)).map { Point(x: rect.x, y: rect.y + $0) }
    }
    places.append(Point(x: TopLine(state: self).environmentColumns.lowerBound, y: 0))
    return places + lines
  }
}
