import Basics
import Terminal
import Workspaces

/// The positions of everything in the request pane, for drawing and for hit testing.
struct RequestLayout: Equatable {
  let method: Rect
  /// In place of the URL line, what says whose settings these are; empty for a request.
  let head: Rect
  /// The text of the URL, and the field around it.
  let url: Rect
  let urlField: Rect
  /// Empty if the pane is too narrow.
  let send: Rect
  /// Includes a row for the underline of the selected tab if there is room.
  let tabs: Rect
  /// The row of body kinds, or of a call's messages; empty on other tabs.
  let kinds: Rect
  /// The column titles of a table; empty without room for them.
  let heading: Rect
  let content: Rect
  /// The other text of a GraphQL body, and its position.
  let otherText: (slot: TextSlot, rect: Rect)?
  /// Where the files stand that a GraphQL body uploads: beside the line between its texts, else below; empty without
  /// any.
  let uploads: Rect
  /// The line between the two texts of a GraphQL body.
  let divider: Rect

  private static let buttonWidth = 10
  static let variablesTitle = "Variables (JSON)"

  /// The label of the button, with the key if there is room for it.
  static func sendLabel(_ key: String) -> String { label("Send", key) }

  /// Its label during a send.
  static func cancelLabel(_ key: String, _ word: String = "cancel") -> String {
    label(word.prefix(1).uppercased() + word.dropFirst(), key.lowercased())
  }

  private static func label(_ word: String, _ key: String) -> String {
    let words = "\(word) \(key)".trimmed
    let label = TextWidth.of(words) <= buttonWidth ? words : word
    let blank = buttonWidth - TextWidth.of(label)
    return String(repeating: " ", count: blank / 2) + label + String(repeating: " ", count: blank - blank / 2)
  }

  /// The rows of a window from which on there is air between the parts and a heading over a table.
  private static let airyRows = 30

  /// - Parameters:
  ///   - rect: the pane including its border.
  ///   - window: the size of the window: a pane that grows with the focus keeps the places of its parts.
  init(session: RequestSession, in rect: Rect, of window: Size) {
    let inner = rect.inset()
    let margin = inner.width >= 30 ? 1 : 0
    var rest = Rect(x: inner.x + margin, y: inner.y, width: inner.width - 2 * margin, height: inner.height)
    // With few lines, only the part under the cursor is shown.
    let isTight = inner.height < 3 && !session.editor.isOnURL
    let line: Rect
    (line, rest) = rest.splitTop(isTight && inner.height < 2 ? 0 : 1)
    let isShared = session.draft.kind.isShared
    head = isShared ? line : line.splitLeft(0).0
    let urlLine = isShared ? line.splitLeft(0).0 : line
    let isWide = urlLine.width >= 30
    let methodWidth = min(TextWidth.of(session.draft.shownMethod), max(3, urlLine.width / 4)) + (isWide ? 4 : 2)
    let (method, afterMethod) = urlLine.splitLeft(methodWidth)
    self.method = method
    let hasSend = urlLine.width >= 44
    let (beside, send) = afterMethod.splitRight(hasSend ? Self.buttonWidth : 0)
    self.send = send
    urlField = beside.splitLeft(1).1.splitRight(hasSend ? 1 : 0).0
    url = isWide ? urlField.splitLeft(1).1.splitRight(1).0 : urlField
    let isAiry = inner.height >= 9 && window.rows >= Self.airyRows
    (_, rest) = rest.splitTop(isAiry ? 1 : 0)
    (tabs, rest) = rest.splitTop(isTight ? 0 : inner.height >= 6 ? 2 : 1)
    (kinds, rest) = rest.splitTop(
      (session.editor.tab == .body || session.isInCallMessages) && rest.height >= 2 ? 1 : 0)
    var hasHeading = false
    if isAiry, case .table(let kind) = session.content { hasHeading = !session.lines(of: kind).all.isEmpty }
    (heading, rest) = rest.splitTop(hasHeading ? 1 : 0)
    guard case .text(let slot) = session.content, slot == .query || slot == .graphVariables else {
      uploads = rest.splitTop(0).0
      content = rest
      otherText = nil
      divider = Rect(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let hasUploads = session.draft.graphQL.files.contains(where: \.isEnabled)
    // Without room for both texts, the one with the cursor is shown.
    guard rest.height >= 6 else {
      (content, uploads) = rest.splitBottom(hasUploads && rest.height >= 3 ? 1 : 0)
      otherText = nil
      divider = Rect(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let (query, below) = rest.splitTop(rest.height * 2 / 3)
    let (line2, variables) = below.splitTop(1)
    (divider, uploads) = line2.splitLeft(hasUploads ? min(line2.width, Self.variablesTitle.count + 2) : line2.width)
    content = slot == .query ? query : variables
    otherText = slot == .query ? (.graphVariables, variables) : (.query, query)
  }

  static func == (left: RequestLayout, right: RequestLayout) -> Bool {
    left.method == right.method && left.url == right.url && left.content == right.content && left.tabs == right.tabs
  }
}
