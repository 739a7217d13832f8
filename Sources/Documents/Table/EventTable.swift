import Basics

/// Server-sent events as rows; a row opens its data as a separate document.
struct EventTable: TableSource {
  let columns = ["type", "id", "data"]
  let origin = 0
  private let events: [ServerEvent]
  private static let longestStream = 256 << 20

  /// The complete events that have arrived; `nil` if there is none yet.
  init?(_ document: Document) {
    var reader = ServerEventReader()
    let isFinished = document.store.isFinished
    var events = document.store.withUnsafeBytes { bytes in
      reader.consume(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longestStream)))
    }
    if isFinished { events += reader.rest() }
    guard !events.isEmpty else { return nil }
    self.events = events
  }

  var rowCount: Int { events.count }

  /// Events are reassembled from several lines: they have no single range.
  func range(ofRow row: Int) -> Range<Int>? { nil }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    let event = events[row]
    let isJSON = event.data.first == "{" || event.data.first == "["
    return [
      DocumentTable.Cell(text: VisibleText.cell(event.type), token: .key, range: nil),
      DocumentTable.Cell(text: VisibleText.cell(event.id ?? ""), token: .text, range: nil),
      DocumentTable.Cell(
        text: VisibleText.cell(String(event.data.prefix(TableLimits.longestCell))), token: isJSON ? .text : .string,
        range: nil),
    ]
  }

  func content(ofRow row: Int) -> [UInt8]? { Array(events[row].data.utf8) }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    events.map { event in
      TableSortKey(text: Array((column == 0 ? event.type : column == 1 ? event.id ?? "" : event.data).utf8))
    }
  }
}
