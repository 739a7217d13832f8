import Terminal

/// Commands that arrange the panes.
enum LayoutCommands {
  static let all: [Command] = [zoom, cycle, grow, shrink, widenTree, narrowTree, widenList, narrowList]

  private static let zoom = Command(
    "zoom", "Zoom the pane", [.character("f")], section: .window, rank: 10,
    handler: { state in
      state.rearrange { state in state.layoutChoice.zoomed = state.layoutChoice.zoomed == nil ? state.focus : nil }
    })

  private static let cycle = Command(
    "cycleLayout", "Switch the layout", [.character("v")], section: .window, rank: 20,
    refusal: { Layout.arrangements(for: $0.size).count > 1 ? nil : "This window fits only one layout" },
    handler: { state in
      state.rearrange { state in
        let allowed = Layout.arrangements(for: state.size)
        let index = allowed.firstIndex(of: state.layout.arrangement) ?? 0
        state.layoutChoice.arrangement = allowed[(index + 1) % allowed.count]
        state.layoutChoice.zoomed = nil
      }
    })

  private static let grow = Command(
    "grow", "Give the response more room", [.character("]")], in: outsideTree, section: .window, rank: 30,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = max(15, $0.layoutChoice.requestShare - 5) } })

  private static let shrink = Command(
    "shrink", "Give the response less room", [.character("[")], in: outsideTree, section: .window, rank: 40,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = min(85, $0.layoutChoice.requestShare + 5) } })

  private static let outsideTree = Context.everywhere.subtracting([.tree])

  private static let widenTree = Command(
    "widenTree", "Make the tree wider", [.character("]")], in: [.tree], section: .window, rank: 42,
    refusal: { $0.refusalToMoveTreeBorder }, handler: { $0.moveTreeBorder(by: 4) })

  private static let narrowTree = Command(
    "narrowTree", "Make the tree narrower", [.character("[")], in: [.tree], section: .window, rank: 44,
    refusal: { $0.refusalToMoveTreeBorder }, handler: { $0.moveTreeBorder(by: -4) })

  private static let widenList = Command(
    "widenList", "Make the list of a page larger", [.character("]")], in: [.run, .history], section: .window, rank: 46,
    handler: { state in state.page.map { state.moveLine(of: $0, by: 4) } ?? [] })

  private static let narrowList = Command(
    "narrowList", "Make the list of a page smaller", [.character("[")], in: [.run, .history], section: .window,
    rank: 48,
    handler: { state in state.page.map { state.moveLine(of: $0, by: -4) } ?? [] })
}

extension AppState {
  /// Changes the layout and remembers it.
  mutating func rearrange(_ change: (inout AppState) -> Void) -> [Effect] {
    change(&self)
    return [.system(.remember(preferences))]
  }

  fileprivate var refusalToMoveTreeBorder: String? {
    layout.panes.count > 1 ? nil : "The tree fills the window"
  }

  fileprivate mutating func moveTreeBorder(by step: Int) -> [Effect] {
    guard let tree = layout.panes[.tree] else { return [] }
    return rearrange { state in
      // Limit the stored width to the possible widths, so that each key has an effect.
      state.layoutChoice.treeWidth = min(max(Layout.leastTreeWidth, tree.maxX - 1 + step), state.size.columns / 2)
    }
  }
}
