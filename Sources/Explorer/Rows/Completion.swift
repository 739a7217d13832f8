import Basics
import Terminal
import Workspaces

/// A list of completions below a field.
struct Completion: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    var text: String
    /// A value or meaning, shown dim beside the text.
    var detail = ""
    /// The file of the saved request that the choice opens, instead of inserting text.
    var opens: String?
    /// True if the choice is followed by another list.
    var goesOn = false
    /// The label shown in place of the inserted text.
    var label: String?
    /// The caret's UTF-8 offset in the inserted text; `nil` for its end.
    var caret: Int?
  }

  var items: [Item]
  /// `nil` while Enter still accepts the text as typed.
  var chosen: Int?
  /// UTF-8 offsets in the line that a choice replaces.
  var range: Range<Int>

  static let limit = 6

  mutating func move(by step: Int) {
    guard !items.isEmpty else { return }
    guard let chosen else {
      self.chosen = step > 0 ? 0 : items.count - 1
      return
    }
    self.chosen = (chosen + step + items.count) % items.count
  }

  /// The effect of a key on the list.
  enum Step {
    case ignored
    /// The list after the key; `nil` if it closes.
    case shown(Completion?)
    case taken(Item)
  }

  func step(_ key: Key) -> Step {
    switch key {
    case .up, .down:
      var list = self
      list.move(by: key == .up ? -1 : 1)
      return .shown(list)
    case .escape: return .shown(nil)
    case .enter, .tab:
      guard let chosen, items.indices.contains(chosen) else { return .ignored }
      return .taken(items[chosen])
    default: return .ignored
    }
  }

  /// Names for a `{{` being typed.
  static func ofVariables(in line: String, at caret: Int, table: VariableTable?) -> Completion? {
    guard let table, let found = table.completions(in: line, at: caret), !found.names.isEmpty else { return nil }
    let items = found.names.prefix(limit).map { name in
      // The detail includes the origin, which distinguishes variables of the same name.
      let detail = [name.value, name.origin.words].filter { !$0.isEmpty }.joined(separator: "  ")
      return Item(text: "\(name.name)}}", detail: detail)
    }
    // Existing closing braces are replaced by the choice.
    let after = Array(line.utf8.dropFirst(caret).prefix(2))
    let end = after == [0x7D, 0x7D] ? caret + 2 : caret
    return Completion(items: items, chosen: 0, range: found.range.lowerBound..<end)
  }

  /// Joins another list for the same text; its items come last and keep room.
  func joined(with other: Completion?) -> Completion {
    guard let other else { return self }
    let kept = items.prefix(max(Self.limit / 2, Self.limit - other.items.count))
    var list = self
    list.items = Array(kept) + other.items.prefix(Self.limit - kept.count)
    return list
  }

  /// Names or values of headers.
  static func ofHeaders(_ row: TableRow, column: Int, typed: String, caret: Int) -> Completion? {
    guard caret == typed.utf8.count else { return nil }
    let all: [String]
    switch column {
    case 0: all = typed.isEmpty ? [] : KnownHeaders.names
    case 1: all = KnownHeaders.values(of: row[0])
    default: return nil
    }
    let typedLower = typed.lowercased()
    let found = all.filter { $0.lowercased().hasPrefix(typedLower) && $0 != typed }
    guard !found.isEmpty else { return nil }
    return Completion(items: found.prefix(limit).map { Item(text: $0) }, chosen: nil, range: 0..<typed.utf8.count)
  }

  static func ofOperators(typed: String) -> Completion? {
    let all = CheckOperator.allCases.map(\.rawValue)
    let found = all.filter { $0.lowercased().hasPrefix(typed.lowercased()) && $0 != typed }
    guard !found.isEmpty else { return nil }
    return Completion(
      items: found.prefix(limit).map { Item(text: $0, detail: meaning(of: $0)) }, chosen: nil,
      range: 0..<typed.utf8.count)
  }

  /// The explanation shown with an operator whose name does not explain itself.
  private static func meaning(of name: String) -> String {
    switch OwnOperator(rawValue: name) {
    case .matchesSchema: "a file of the collection, or JSON"
    case .sameAsRecorded: "except $.date, $..id"
    case nil: ""
    }
  }
}

/// Request headers that are written by hand, common ones first, with their common values.
enum KnownHeaders {
  static let names = [
    "Accept", "Authorization", "Content-Type", "Cookie", "User-Agent", "Accept-Charset", "Accept-Encoding",
    "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Cache-Control", "Connection", "Content-Disposition",
    "Content-Encoding", "Content-Language", "Content-Length", "Date", "DNT", "ETag", "Expect",
    "Forwarded", "From", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
    "If-Unmodified-Since", "Origin", "Pragma", "Prefer", "Proxy-Authorization", "Range", "Referer", "TE",
    "Traceparent", "Tracestate", "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "Via",
    "X-Api-Key", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
    "X-HTTP-Method-Override", "X-Request-ID", "X-Requested-With",
  ]

  private static let mediaTypes = [
    "application/json", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream",
    "application/pdf", "application/problem+json", "application/x-ndjson", "multipart/form-data", "text/csv",
    "text/event-stream", "text/html", "text/plain", "text/plain; charset=utf-8", "text/xml", "image/png", "image/jpeg",
  ]

  static func values(of name: String) -> [String] {
    switch name.lowercased() {
    case "content-type": mediaTypes
    case "accept": ["*/*"] + mediaTypes
    case "accept-encoding": ["gzip", "gzip, deflate, br", "identity", "br", "zstd"]
    case "accept-language": ["en", "en-US,en;q=0.9", "de", "fr", "*"]
    case "authorization": ["Bearer ", "Basic ", "Digest "]
    case "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached"]
    case "connection": ["keep-alive", "close", "Upgrade"]
    case "content-encoding": ["gzip", "deflate", "br", "identity"]
    case "expect": ["100-continue"]
    case "pragma": ["no-cache"]
    case "prefer": ["return=minimal", "return=representation", "respond-async"]
    case "range": ["bytes=0-", "bytes=0-1023"]
    case "te": ["trailers"]
    case "transfer-encoding": ["chunked"]
    case "upgrade": ["websocket", "h2c"]
    case "x-requested-with": ["XMLHttpRequest"]
    default: []
    }
  }
}

/// Draws the completions in a box below the caret, or above it if there is no room below.
enum CompletionView {
  static func draw(_ list: Completion, at caret: Point, _ state: some Appearance, into screen: inout Screen) {
    guard !list.items.isEmpty, state.size.columns >= 24 else { return }
    let name = list.items.map { TextWidth.of($0.label ?? $0.text) }.max() ?? 0
    let detail = list.items.map { TextWidth.of($0.detail) }.max() ?? 0
    let width = min(name + (detail > 0 ? detail + 2 : 0) + 4, min(72, state.size.columns - 2))
    let below = state.size.rows - 2 - caret.y
    let above = caret.y - 1
    let isBelow = below >= list.items.count + 2 || below >= above
    let height = min(list.items.count + 2, max(0, isBelow ? below : above))
    guard height >= 3 else { return }
    let x = min(max(0, caret.x - 1), state.size.columns - width)
    let frame = Rect(x: x, y: isBelow ? caret.y + 1 : caret.y - height, width: width, height: height)
    screen.fill(frame)
    let border = state.capabilities.border
    screen.box(frame, border: border, style: state.theme[.accent])
    let inner = frame.inset()
    for (index, item) in list.items.prefix(inner.height).enumerated() {
      let row = Rect(x: inner.x, y: inner.y + index, width: inner.width, height: 1)
      let place = Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1)
      let (left, right) = place.splitLeft(min(name, place.width))
      screen.write(item.label ?? shown(item.text), in: left, style: state.theme[.text])
      screen.write(item.detail, in: right.splitLeft(2).1, style: state.theme[.dim])
      if index == list.chosen { Ground.markCursor(row, isFocused: true, state, &screen) }
    }
  }

  /// Hides the braces that a choice adds.
  private static func shown(_ text: String) -> String {
    text.hasSuffix("}}") ? String(text.dropLast(2)) : text
  }
}
