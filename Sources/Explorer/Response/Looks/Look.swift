import Basics
import Documents

/// A layer over the content of a tab, derived from it; Esc removes the topmost one.
package enum Look: Equatable, Sendable {
  /// The values selected by a JSONPath expression.
  case filter(FilterState)
  /// A document inside the document: a part of a multipart body, the content of a string, a decoded token.
  case document(ResponsePane.Reading, title: String)
  case table(TableLook)
  case picture(PictureLook)
  case comparison(ComparisonLook)

  /// The document that it shows; `nil` if it shows none, and for a filter without a result yet.
  var reading: ResponsePane.Reading? {
    switch self {
    case .filter(let filter): filter.reading
    case .document(let reading, _): reading
    case .table, .picture, .comparison: nil
    }
  }

  /// Whether it covers the document below without showing one itself.
  var isGrid: Bool {
    switch self {
    case .table, .picture, .comparison: true
    case .filter, .document: false
    }
  }
}

extension ResponsePane {
  /// The layers over the selected tab, topmost last.
  package var looks: [Look] {
    get { looksByTab[tab] ?? [] }
    set { looksByTab[tab] = newValue.isEmpty ? nil : newValue }
  }

  /// The topmost layer.
  var look: Look? {
    get { looks.last }
    set {
      if !looks.isEmpty { looks.removeLast() }
      if let newValue { looks.append(newValue) }
    }
  }

  /// The topmost filter.
  package var filter: FilterState? {
    for look in looks.reversed() { if case .filter(let filter) = look { return filter } }
    return nil
  }

  /// The topmost document, even if it is covered.
  var document: Reading? {
    get {
      for look in looks.reversed() { if let reading = look.reading { return reading } }
      return base
    }
    set {
      guard let index = looks.lastIndex(where: { $0.reading != nil }) else {
        base = newValue
        return
      }
      guard let newValue else { return }
      switch looks[index] {
      case .filter(var filter):
        filter.reading = newValue
        looks[index] = .filter(filter)
      case .document(_, let title): looks[index] = .document(newValue, title: title)
      case .table, .picture, .comparison: break
      }
    }
  }

  /// The document of the selected tab, if it is visible.
  package var reading: Reading? {
    get { look?.isGrid == true || isAwaitingBody ? nil : document }
    set { if look?.isGrid != true { document = newValue } }
  }

  /// Whether the progress of a send stands in the place of a body of which nothing has come.
  private var isAwaitingBody: Bool {
    guard case .sending = phase, tab == .body, looks.isEmpty else { return false }
    return body?.document.store.count == 0
  }

  /// The document of the tab without layers.
  private var base: Reading? {
    get {
      switch tab {
      // The messages of a conversation take its place.
      case .body: messageTab == .body ? nil : body
      case .sent: sent
      case .joined: conversation?.joined
      case .messages, .headers, .timing, .cookies, .tls, .tests: nil
      }
    }
    set {
      switch tab {
      case .body: if messageTab != .body { body = newValue }
      case .sent: sent = newValue
      case .joined: conversation?.changeJoined(newValue)
      case .messages, .headers, .timing, .cookies, .tls, .tests: break
      }
    }
  }

  /// The path of the value under the cursor in the tab's own document, mapped back through filters; `nil` in an
  /// embedded document.
  var placeInBody: DocumentPath? {
    guard let top = document, let own = top.document.path(at: top.view) else { return nil }
    var path = own
    for (index, look) in looks.enumerated().reversed() where look.reading != nil {
      guard case .filter(let filter) = look, case .index(let number)? = path.steps.first,
        filter.origins.indices.contains(number)
      else { return nil }
      let below = looks[..<index].last { $0.reading != nil }?.reading ?? base
      guard let origin = below?.document.path(ofValueAt: filter.origins[number]) else { return nil }
      path = DocumentPath(steps: origin.steps + path.steps.dropFirst(), isCut: origin.isCut)
    }
    return path
  }
}
