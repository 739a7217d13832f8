import Basics
import Documents
import HTTPModel
import Terminal

/// A layer over the content of a tab, derived from it; Esc removes the topmost one.
package enum DerivedView: Equatable, Sendable {
  /// The values selected by a JSONPath expression.
  case filter(FilterState)
  /// A document inside the document: a part of a multipart body, the content of a string, a decoded token.
  case document(ResponsePane.Reading, title: String)
  case table(DerivedTable)
  case picture(DerivedPicture)
  case comparison(DerivedComparison)

  /// The document that it shows; `nil` if it shows none, and for a filter without a result yet.
  var reading: ResponsePane.Reading? {
    switch self {
    case .filter(let filter): filter.reading
    case .document(let reading, _): reading
    case .table, .picture, .comparison: nil
    }
  }

  /// The filter or the name of the document, shown before its place.
  var title: String? {
    switch self {
    case .filter(let filter): filter.summary
    case .document(_, let title): title
    case .table, .picture, .comparison: nil
    }
  }

  /// True if the layer covers the document below and is not a document itself.
  var isGrid: Bool {
    switch self {
    case .table, .picture, .comparison: true
    case .filter, .document: false
    }
  }
}

extension ResponsePane {
  /// The layers over the selected tab, topmost last.
  package var derivedViews: [DerivedView] {
    get { looksByTab[tab] ?? [] }
    set { looksByTab[tab] = newValue.isEmpty ? nil : newValue }
  }

  /// The topmost layer.
  var derivedView: DerivedView? {
    get { derivedViews.last }
    set {
      if !derivedViews.isEmpty { derivedViews.removeLast() }
      if let newValue { derivedViews.append(newValue) }
    }
  }

  package var filter: FilterState? {
    for view in derivedViews.reversed() { if case .filter(let filter) = view { return filter } }
    return nil
  }

  /// The topmost document, even if it is covered.
  var document: Reading? {
    get {
      for view in derivedViews.reversed() { if let reading = view.reading { return reading } }
      return base
    }
    set {
      guard let index = derivedViews.lastIndex(where: { $0.reading != nil }) else {
        base = newValue
        return
      }
      guard let newValue else { return }
      switch derivedViews[index] {
      case .filter(var filter):
        filter.reading = newValue
        derivedViews[index] = .filter(filter)
      case .document(_, let title): derivedViews[index] = .document(newValue, title: title)
      case .table, .picture, .comparison: break
      }
    }
  }

  /// The document of the selected tab, if it is visible.
  package var reading: Reading? {
    get { derivedView?.isGrid == true || isAwaitingBody ? nil : document }
    set { if derivedView?.isGrid != true { document = newValue } }
  }

  /// True if the progress of a send is shown because nothing of the body has arrived.
  private var isAwaitingBody: Bool {
    guard case .sending = phase, tab == .body, derivedViews.isEmpty else { return false }
    return body?.document.store.count == 0
  }

  /// The document of the tab without layers.
  private var base: Reading? {
    get {
      switch tab {
      // The messages of a conversation take the place of the body.
      case .body: messageTab == .body ? nil : body
      case .sent: sent
      case .joined: conversation?.joined
      case .messages, .headers, .timing, .cookies, .tls, .tests, .console: nil
      }
    }
    set {
      switch tab {
      case .body: if messageTab != .body { body = newValue }
      case .sent: sent = newValue
      case .joined: conversation?.joined = newValue
      case .messages, .headers, .timing, .cookies, .tls, .tests, .console: break
      }
    }
  }

  /// The path of the value under the cursor in the tab's own document, mapped back through filters; `nil` in an
  /// embedded document.
  var placeInBody: DocumentPath? {
    guard let top = document, let own = top.document.path(at: top.view) else { return nil }
    var path = own
    for (index, view) in derivedViews.enumerated().reversed() where view.reading != nil {
      guard case .filter(let filter) = view, case .index(let number)? = path.steps.first,
        filter.origins.indices.contains(number)
      else { return nil }
      let below = derivedViews[..<index].last { $0.reading != nil }?.reading ?? base
      guard let origin = below?.document.path(ofValueAt: filter.origins[number]) else { return nil }
      path = DocumentPath(steps: origin.steps + path.steps.dropFirst(), isCut: origin.isCut)
    }
    return path
  }
}

extension ResponseReducer {
  /// Adds a layer over the tab's content.
  mutating func push(_ view: DerivedView) {
    pane.derivedViews.append(view)
    settle()
    if let reading = view.reading { context.run(.document(.index(key, reading.document))) }
  }

  /// Removes the topmost layer; `false` if there is none.
  mutating func popDerivedView() -> Bool {
    guard !pane.derivedViews.isEmpty else { return false }
    pane.derivedViews.removeLast()
    settle()
    return true
  }

  /// Removes all layers that cover the topmost document.
  mutating func uncoverDocument() {
    while pane.derivedView?.isGrid == true { _ = popDerivedView() }
  }

  /// Changes the layer with that number on any tab; does nothing if it has been closed.
  mutating func changeDerivedView(serial: Int, _ change: (inout DerivedView) -> Void) {
    for (tab, derivedViews) in pane.looksByTab {
      guard let index = derivedViews.firstIndex(where: { $0.serial == serial }) else { continue }
      change(&pane.looksByTab[tab, default: derivedViews][index])
    }
    settle()
  }

  /// Removes the layer with that number because it has no result.
  mutating func dropDerivedView(serial: Int) {
    for tab in pane.looksByTab.keys { pane.looksByTab[tab]?.removeAll { $0.serial == serial } }
    settle()
  }

  /// Enter in a layer that covers the document; returns false if there is nothing to open.
  mutating func enterGrid() -> Bool {
    if openMessage() { return true }
    switch pane.derivedView {
    case .table(let table): enter(table)
    case .comparison(let comparison): goToChange(comparison)
    case .picture, .filter, .document, nil: return false
    }
    return true
  }

  /// Replaces the picture with its bytes.
  mutating func leavePicture() {
    _ = popDerivedView()
    context.say("View: \(pane.reading?.view.mode.rawValue ?? "")")
  }
}

extension DerivedView {
  /// Identifies the operation, so that results of an older one are ignored.
  var serial: Int? {
    switch self {
    case .filter(let filter): filter.serial
    case .table(let table): table.serial
    case .picture(let picture): picture.serial
    case .comparison(let comparison): comparison.serial
    case .document: nil
    }
  }
}

/// The lower border of the pane: the path of the cursor at the left, the position in the document at the right.
enum PlaceLine {
  /// - Parameters:
  ///   - cut: which end of the left text to cut if it does not fit.
  ///   - meaning: an explanation after the left text, which gives way to it.
  static func draw(
    _ label: String, right: String, cut: Truncation = .start, meaning: String? = nil, _ scene: ResponseScene,
    in frame: Rect, into screen: inout Screen
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
    let explained = oddity == nil ? meaning.map { "  \($0)" } ?? "" : ""
    let columns = max(min(room - 2, Self.shortest), room - 2 - TextWidth.of(explained))
    let text = (oddity == nil ? cut : .end).applied(to: offer + label, columns: columns)
    let rest = Truncation.end.applied(to: explained, columns: room - 2 - TextWidth.of(text))
    let pieces = [
      StyledText(" \(text)", scene.theme[oddity?.token ?? .accent]), StyledText("\(rest) ", scene.theme[.text]),
    ]
    screen.write(pieces, at: Point(x: frame.x + 1, y: y), clippedTo: frame)
  }

  /// The columns that the left text keeps beside a long explanation.
  private static let shortest = 20

  /// The room for the left text beside the line count of a short response.
  static func room(in frame: Rect) -> Int { frame.width - 12 }
}

extension ResponsePane {
  /// True if the body ends before its end: the transfer failed or was cancelled.
  var isCut: Bool { tab == .body && derivedViews.isEmpty && exchange?.failure != nil }

  /// The words after a faulty line. The end of a cut answer is the server's or the user's doing, which the border
  /// explains.
  func words(for fault: JSONFault) -> String { isCut ? "cut off here" : "\(fault)" }

  /// The reason the body differs from the server's announcement; `nil` if it does not.
  var oddity: (text: String, token: Token)? {
    guard tab == .body, let exchange, body != nil else { return nil }
    if let failure = exchange.failure { return (failure.message, .error) }
    return exchange.notice.map { ($0, .warn) }
  }
}
