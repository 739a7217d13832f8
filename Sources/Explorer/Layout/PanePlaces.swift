package import Terminal

/// The frames of the visible panes. Three properties are faster than a dictionary, and every frame reads them.
package struct PanePlaces: Hashable, Sendable {
  private var tree: Rect?
  private var request: Rect?
  private var response: Rect?

  package subscript(pane: Pane) -> Rect? {
    get {
      switch pane {
      case .tree: tree
      case .request: request
      case .response: response
      }
    }
    set {
      switch pane {
      case .tree: tree = newValue
      case .request: request = newValue
      case .response: response = newValue
      }
    }
  }

  package var count: Int { values.count }
  package var values: [Rect] { [tree, request, response].compactMap { $0 } }

  /// The pane at a point, and its frame.
  package func pane(at point: Point) -> (Pane, Rect)? {
    for pane in Pane.allCases {
      if let rect = self[pane], rect.contains(point) { return (pane, rect) }
    }
    return nil
  }
}

extension PanePlaces: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Pane, Rect)...) {
    for (pane, rect) in elements { self[pane] = rect }
  }
}
