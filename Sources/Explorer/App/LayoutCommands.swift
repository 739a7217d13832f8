import Terminal

/// Commands that arrange the panes.
enum LayoutCommands {
  static let all: [Command] = [zoom, cycle, grow, shrink]

  private static let zoom = Command(
    "zoom", "Zoom the pane", [.character("f")], section: .window, rank: 10,
    handler: { state in
      state.rearrange { state in state.layoutChoice.zoomed = state.layoutChoice.zoomed == nil ? state.focus : nil }
    })

  private static let cycle = Command(
    "cycleLayout", "Turn the layout", [.character("v")], section: .window, rank: 20,
    refusal: { Layout.arrangements(for: $0.size).count > 1 ? nil : "This window has room for one layout" },
    handler: { state in
      state.rearrange { state in
        let allowed = Layout.arrangements(for: state.size)
        let index = allowed.firstIndex(of: state.layout.arrangement) ?? 0
        state.layoutChoice.arrangement = allowed[(index + 1) % allowed.count]
        state.layoutChoice.zoomed = nil
      }
    })

  private static let grow = Command(
    "grow", "Give the response more room", [.character("]")], section: .window, rank: 30,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = max(15, $0.layoutChoice.requestShare - 5) } })

  private static let shrink = Command(
    "shrink", "Give the response less room", [.character("[")], section: .window, rank: 40,
    handler: { $0.rearrange { $0.layoutChoice.requestShare = min(85, $0.layoutChoice.requestShare + 5) } })
}
