import Basics
import Explorer
import Networking
import Terminal
import Workspaces

/// The exchanges of a history in columns: on a terminal with local times and one line each, else with the time in UTC.
struct HistoryTable {
  /// The fewest columns for the request on a terminal.
  private static let fewestColumns = 12
  /// With fewer columns for the request, the sizes are left out.
  private static let comfortableColumns = 24

  let exchanges: [HistorySummary]
  /// The columns of the terminal; `nil` for a pipe or a file.
  private let columns: Int?
  private let clock: WallClock

  init(_ exchanges: [HistorySummary], for output: Output) {
    self.exchanges = exchanges
    columns = output.isTerminal ? output.columns : nil
    clock = LocalClock.wallClock()
  }

  var text: ColoredText {
    let rows = exchanges.map { exchange in
      (
        time: time(of: exchange), status: TerminalText.line(exchange.shortStatus.text ?? "---"),
        method: TerminalText.line(exchange.method)
      )
    }
    let times = rows.map { TextWidth.of($0.time) }.max() ?? 0
    let statuses = max(3, rows.map { TextWidth.of($0.status) }.max() ?? 0)
    let methods = max(columns == nil ? 6 : 3, rows.map { TextWidth.of($0.method) }.max() ?? 0)
    let room = (columns ?? .max) - (times + statuses + methods + 53)
    let hasSizes = room >= Self.comfortableColumns
    var text = ColoredText()
    for (exchange, row) in zip(exchanges, rows) {
      var line = ColoredText("\(exchange.id)  ", .dim)
      var end = line.columns + times
      line.add(row.time)
      line.pad(to: end)
      line.add("  ")
      end = line.columns + statuses
      line.add(row.status, exchange.shortStatus.text == nil ? .dim : .status(exchange.shortStatus))
      line.pad(to: end)
      line.add("  ")
      end = line.columns + methods
      line.add(row.method, Token.method(exchange.method))
      line.pad(to: end)
      line.add(" " + PaddedText.aligned(Quantity.duration(exchange.duration), 8))
      if hasSizes { line.add(" " + PaddedText.aligned(Quantity.bytes(exchange.size), 9), .dim) }
      line.add("  ")
      line += request(of: exchange, columns: columns.map { max(Self.fewestColumns, $0 - line.columns) })
      line.add("\n")
      text += line
    }
    return text
  }

  private func time(of exchange: HistorySummary) -> String {
    columns == nil ? ISOTime.text(exchange.date) : clock.moment(of: exchange.date)
  }

  /// The URL, the saved request and the failure; on a terminal with the name first, as far as it fits.
  private func request(of exchange: HistorySummary, columns: Int?) -> ColoredText {
    let url = TerminalText.line(exchange.url)
    let name = exchange.requestID ?? exchange.receipt.map { "(\($0))" }
    let failure = exchange.failure.map { "(\($0))" }
    var text = ColoredText()
    guard let columns else {
      text.add(
        ([exchange.url, name, failure] as [String?]).compactMap(\.self).map(TerminalText.line).joined(separator: "  "))
      return text
    }
    if let name { text.add(TerminalText.line(name) + "  ") }
    if let failure { text.add(TerminalText.line(failure) + "  ", .error) }
    text.add(url, name == nil ? nil : .dim)
    guard text.columns > columns else { return text }
    let sign = Locale.isUTF8 ? "…" : "~"
    return text.clipped(to: columns - 1) + ColoredText(sign, .dim)
  }
}
