import Basics
import Essentials
import HTTPModel
package import SessionModel
package import Terminal
import Workspaces

/// The preview of the bytes that the open request would send now, which is updated while the request changes. It is in a
/// box or, in a wide window, beside the request.
package struct SendPreviewPage: ClosableFeature {
  package enum Action: Equatable, Sendable {
    case toggled
    case pressed(Key)
    case clicked(Mouse)
    case secretsToggled
    /// After a pause in the changes of the request.
    case rested(serial: Int)
    case loaded(serial: Int, Content)
    /// The request may have changed.
    case looked
  }

  package enum Content: Equatable, Sendable {
    case waiting
    case known(SendPreview)
    /// The reason nothing would be sent.
    case refused(String)
    /// The reason the content is known only when sending.
    case unknown(String)
  }

  /// The inputs of the preview, which is updated when they change.
  struct Subject: Equatable, Sendable {
    var key: RequestKey
    var draft: RequestDefinition
    var terms: SendTerms
    /// The time of the last answer, which may have set cookies and tokens.
    var answeredAt: Date?
  }

  var isOpen = false
  var subject: Subject?
  /// The serial number of the last requested preview.
  var serial = 0
  var content = Content.waiting
  var cursor = ListCursor()
  /// True if secrets are shown.
  var isRevealed = false
}

extension SendPreviewPage: Box {
  var staysBelow: CoveringBoxes { .questions }

  var keys: [(key: String, label: String)] { [("v", "secrets"), ("↑ ↓", "scroll"), ("Esc", "close")] }

  func frame(in app: AppState) -> Rect { SendPreviewView.frame(in: app.size) }

  func draw(_ app: AppState, into screen: inout Screen) {
    SendPreviewView.draw(app, in: frame(in: app), isBeside: false, into: &screen)
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.sendPreview) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: \.sendPreview) }
}

extension SendPreviewPage {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .toggled where isOpen: close(in: &context)
    case .toggled:
      isOpen = true
      if !context.app.hasRoomForSendPreview { context.perform(.overlay(.show(.sendPreview))) }
      look(in: &context)
    case .looked:
      let app = context.app
      if app.overlay == .sendPreview || app.boxes.covered == .sendPreview || app.hasRoomForSendPreview {
        look(in: &context)
      } else {
        isOpen = false
      }
    case .rested(let serial): if serial == self.serial { load(in: &context) }
    case .loaded(let serial, let content): if serial == self.serial { self.content = content }
    case .secretsToggled: isRevealed.toggle()
    case .clicked(let mouse): click(mouse, in: &context)
    case .pressed(let key): press(key, in: &context)
    }
  }

  private mutating func look(in context: inout FeatureContext) {
    guard let subject = context.app.sendPreviewSubject else { return close(in: &context) }
    guard self.subject != subject else { return }
    if self.subject?.key != subject.key {
      self = SendPreviewPage()
      isOpen = true
    }
    let isFirst = self.subject == nil
    self.subject = subject
    serial = context.nextSerial()
    if isFirst {
      load(in: &context)
    } else {
      context.run(.after(.milliseconds(200), .sendPreview(.rested(serial: serial))))
    }
  }

  private func load(in context: inout FeatureContext) {
    guard let subject else { return }
    context.run(.transfer(.preview(serial: serial, subject.key, subject.draft, subject.terms)))
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .escape, .control("c"), .character("U"): close(in: &context)
    case .character("v"): isRevealed.toggle()
    default:
      guard let motion = key == .character(" ") ? .pageDown : Motion(key) else { return }
      let list = SendPreviewView.list(in: context.app.sendPreviewFrame)
      cursor.scroll(motion, count: lines([:], width: list.width).count, height: list.height)
    }
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let frame = context.app.sendPreviewFrame
    if mouse.kind == .press, mouse.button == .left, !frame.contains(mouse.point) { return close(in: &context) }
    let list = SendPreviewView.list(in: frame)
    _ = cursor.click(mouse, count: lines([:], width: list.width).count, on: list, in: frame)
  }

  private mutating func close(in context: inout FeatureContext) {
    isOpen = false
    if context.app.overlay == .sendPreview { context.perform(.overlay(.close)) }
  }
}

extension AppState {
  /// The minimum window width for the preview beside the request.
  private static let columnsForSendPreview = 200

  var hasRoomForSendPreview: Bool { size.columns >= Self.columnsForSendPreview && isInColumns }

  /// True if the three panes are side by side.
  var isInColumns: Bool {
    guard page == nil, startLayout == nil else { return false }
    let layout = Layout(size: size, choice: layoutInForce, focus: focus)
    return layout.arrangement == .columns && layout.panes.count == 3
  }

  /// The frame of the preview, even before it opens.
  var sendPreviewFrame: Rect {
    let beside =
      overlay == .sendPreview
      ? nil : layout(hasSchema: isSchemaBeside, hasSendPreview: hasRoomForSendPreview).sendPreview
    return beside ?? SendPreviewView.frame(in: size)
  }

  fileprivate var sendPreviewSubject: SendPreviewPage.Subject? {
    guard let session, !session.draft.kind.isShared, session.fault == nil else { return nil }
    return SendPreviewPage.Subject(
      key: session.key, draft: session.kept(session.sent), terms: terms(of: session),
      answeredAt: session.response.exchange?.startedAt)
  }

  /// Opens the request under the cursor of the tree and previews it; `nil` if it is already open.
  fileprivate mutating func previewRow() -> [Effect]? {
    guard focus == .tree else { return nil }
    switch tree.selected?.content {
    case .request(let node) where current != .file(node.path): return open(node, to: .preview)
    case .exchange(let entry) where current != .history(entry.id): return open(entry, to: .preview)
    case .scratch(let number) where current != .scratch(number): return show(.scratch(number)) + previewOpened()
    default: return nil
    }
  }

  /// Previews the open request. A preview beside it already belongs to it.
  mutating func previewOpened() -> [Effect] {
    guard sendPreview == nil, refusalWithoutURL == nil else { return [] }
    return leaveEditing() + apply(.toggled, to: \.sendPreview)
  }
}

/// Commands of the send preview.
enum SendPreviewCommands {
  static let all: [Command] = [preview, revealSecrets]

  private static let preview = Command(
    "previewWire", "Preview what would be sent", [.character("U")],
    in: Context.request.union(Context.response).union([.tree]), section: .request, rank: 50,
    footer: .word("preview", lead: (27, [.rows]), when: { $0.focus == .request }),
    refusal: { $0.focus == .tree ? $0.refusalToSendRow : $0.refusalWithoutURL },
    handler: { $0.previewRow() ?? ($0.leaveEditing() + $0.apply(.toggled, to: \.sendPreview)) })

  private static let revealSecrets = Command(
    "revealWire", "Show or hide the secrets of the preview", [.alt("u")], section: .request, rank: 52,
    refusal: { $0.sendPreview == nil ? "No preview is open: \(key: "previewWire") opens it" : nil },
    action: .sendPreview(.secretsToggled))
}
