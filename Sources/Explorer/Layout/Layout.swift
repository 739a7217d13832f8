import Terminal

/// The three panes of the screen.
public enum Pane: String, CaseIterable, Hashable, Sendable {
  case tree, request, response

  /// As it stands in its border.
  var title: String {
    switch self {
    case .tree: "Collections"
    case .request: "Request"
    case .response: "Response"
    }
  }
}

/// What the user chose about the arrangement; remembered per workspace.
public struct LayoutChoice: Hashable, Sendable {
  /// Which of the arrangements that the size allows; `nil` is the largest.
  public var arrangement: Layout.Arrangement?
  /// The request's share of the space that request and response divide, in percent.
  public var requestShare: Int
  public var zoomed: Pane?

  public init(arrangement: Layout.Arrangement? = nil, requestShare: Int = 40, zoomed: Pane? = nil) {
    self.arrangement = arrangement
    self.requestShare = requestShare
    self.zoomed = zoomed
  }
}

/// Where everything is on a screen of a given size: a pure function of size, choice and focus.
public struct Layout: Hashable, Sendable {
  public enum Arrangement: String, CaseIterable, Hashable, Sendable {
    case columns, stacked, halves, single
  }

  public let arrangement: Arrangement
  public let top: Rect
  public let bottom: Rect
  /// The panes that are shown, each with its place.
  public let panes: PanePlaces
  /// One line that stands for a pane that is not shown.
  public let summary: Summary?

  public struct Summary: Hashable, Sendable {
    public let pane: Pane
    public let rect: Rect
  }

  /// - Parameter beside: what stands beside the tree where there is room for one of the two and the tree has the focus.
  public init(size: Size, choice: LayoutChoice, focus: Pane, beside: Pane = .request) {
    let whole = Rect(size)
    let (top, rest) = whole.splitTop(1)
    let (body, bottom) = rest.splitBottom(1)
    self.top = top
    self.bottom = bottom
    let allowed = Layout.arrangements(for: size)
    arrangement = choice.arrangement.flatMap { allowed.contains($0) ? $0 : nil } ?? allowed[0]
    if let zoomed = choice.zoomed {
      panes = [zoomed == focus ? zoomed : focus: body]
      summary = nil
      return
    }
    (panes, summary) = Layout.place(
      arrangement, in: body, share: choice.requestShare,
      focus: focus == .tree && arrangement == .halves ? beside : focus)
  }

  /// What a size allows, largest first; never empty.
  public static func arrangements(for size: Size) -> [Arrangement] {
    var allowed: [Arrangement] = [.single]
    if size.columns >= 72, size.rows >= 20 { allowed.insert(.halves, at: 0) }
    if size.columns >= 100, size.rows >= 24 { allowed.insert(.stacked, at: 0) }
    if size.columns >= 160, size.rows >= 24 { allowed.insert(.columns, at: 0) }
    return allowed
  }

  /// Below this nothing but a line that says so is drawn.
  public static let minimum = Size(columns: 20, rows: 5)

  private static func place(
    _ arrangement: Arrangement, in body: Rect, share: Int, focus: Pane
  ) -> (PanePlaces, Summary?) {
    let share = min(85, max(15, share))
    switch arrangement {
    case .columns:
      let (tree, rest) = body.splitLeft(30)
      let (request, response) = rest.splitLeft(rest.width * share / 100)
      return ([.tree: tree, .request: request, .response: response], nil)
    case .stacked:
      let (tree, rest) = body.splitLeft(28)
      let (request, response) = rest.splitTop(max(5, rest.height * share / 100))
      return ([.tree: tree, .request: request, .response: response], nil)
    case .halves:
      // Two more where the tabs of a request keep their room.
      let (tree, rest) = body.splitLeft(body.width >= 80 ? 24 : 22)
      if focus == .response {
        let (line, response) = rest.splitTop(1)
        return ([.tree: tree, .response: response], Summary(pane: .request, rect: line))
      }
      let (request, line) = rest.splitBottom(1)
      return ([.tree: tree, .request: request], Summary(pane: .response, rect: line))
    case .single:
      return ([focus: body], nil)
    }
  }
}
