import Networking
import Workspaces

extension HistoryPageFeature {
  /// The history over the whole window: its rows, the cursor, and the exchange beside the list.
  package struct State: Equatable, Sendable {
    /// The entries under the headings of their days.
    var rows: [Row] = []
    /// The columns that the list needs to cut no path of the newest ones.
    var askedColumns = 0
    var cursor = ListCursor()
    /// Whether the user chose where the cursor stands; until then it stands on the newest, also on one that is written
    /// to the history only after the page is shown.
    var isChosen = false
    /// The exchange under the cursor, once it is read.
    var preview: Preview?
    /// The exchange that is being read.
    var awaited: String?
    /// How many entries there were when older ones were last asked for.
    var olderAskedAt: Int?
    /// The exchange to compare others with.
    var marked: HistorySummary?
    /// What was forgotten, the last one last.
    var forgotten: [ForgottenExchange] = []
    /// Those of them that are on their way back: it may fail.
    var restoring: Set<String> = []

    package init() {}

    var current: HistorySummary? {
      guard rows.indices.contains(cursor.row), case .entry(let entry, _) = rows[cursor.row] else { return nil }
      return entry
    }

    /// What the exchange under the cursor is compared with: the marked one, else the one before of the same request.
    func comparand(in entries: [HistorySummary]) -> HistorySummary? {
      guard rows.indices.contains(cursor.row), case .entry(let entry, let index) = rows[cursor.row] else { return nil }
      if let marked, marked != entry { return marked }
      return entries.dropFirst(index + 1).first { $0.isOfSameRequest(as: entry) }
    }
  }

  enum Row: Equatable, Sendable {
    case day(String)
    /// With its position among the listed entries.
    case entry(HistorySummary, at: Int)
    /// Loads older entries when the cursor comes to it.
    case more

    var isDay: Bool {
      if case .day = self { return true }
      return false
    }
  }

  /// An exchange read from the history.
  struct Preview: Equatable, Sendable {
    var id: String
    var definition: RequestDefinition
    var exchange: Exchange
    var requestBody: BodyPreview
    var body: BodyPreview

    /// What stands for its method, in the words of the tree.
    var method: String {
      if definition.kind.isConversation { return definition.kind.shortWord }
      // A call goes out as a request of HTTP, and is one when it is sent again.
      let isCall = exchange.conversation != nil && exchange.hops.first?.request.isCall == true
      return isCall ? RequestDefinition.Kind.grpc.shortWord : definition.method
    }

    /// The headers that were sent, without those that are only listed to be left out again.
    var headers: [Workspaces.Row] { definition.headers.filter(\.isEnabled) }

    /// The lines of the request's head; `nil` if a body follows, of which as much as possible is shown.
    var requestLines: Int? { requestBody.isEmpty ? 1 + headers.count : nil }
  }
}
