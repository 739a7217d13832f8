import Basics
import Documents
import Networking

extension AppState {
  /// `y`: everything of the request and its answer that can be copied, each with its size.
  mutating func showCopyMenu() -> [Effect] {
    guard let session else { return say(.information, "Nothing to copy: no request is open") }
    var items = [
      Picker.Item(id: "curl", title: "cURL", detail: "secrets masked"),
      Picker.Item(id: "curl-exact", title: "cURL, exact", detail: "the same bytes, secrets masked"),
      Picker.Item(id: "curl-secrets", title: "cURL with secrets"),
      Picker.Item(id: "curl-exact-secrets", title: "cURL, exact, with secrets"),
      Picker.Item(id: "url", title: "URL", detail: session.response.exchange?.finalURL ?? session.draft.url),
    ]
    if let body = session.draft.body.mainText {
      items.append(Picker.Item(id: "request-body", title: "Request body", detail: Quantity.bytes(body.utf8.count)))
    }
    if let reading = session.response.document, let path = reading.document.path(at: reading.view) {
      items.append(Picker.Item(id: "value", title: "Value under the cursor", detail: shownValue))
      items.append(Picker.Item(id: "path", title: "Path of the value", detail: pathOfValue ?? path.expression))
    }
    if let body = session.response.body {
      items.append(Picker.Item(id: "body", title: "Response body", detail: Quantity.bytes(body.document.store.count)))
    }
    if let shown = session.response.document, shown.document != session.response.body?.document {
      items.append(
        Picker.Item(id: "shown", title: "Document that is shown", detail: Quantity.bytes(shown.document.store.count)))
    }
    for (index, header) in (session.response.exchange?.response?.headers.fields ?? []).enumerated() {
      items.append(Picker.Item(id: "header-\(index)", title: "Header \(header.name)", detail: header.value))
    }
    return apply(.overlay(.show(.picker(Picker("Copy", .copy, items: items)))))
  }

  mutating func pickedCopy(_ id: String) -> [Effect] {
    guard let session else { return [] }
    let response = session.response
    switch id {
    case "curl": return copyAsCurl(.short, revealsSecrets: false)
    case "curl-exact": return copyAsCurl(.exact, revealsSecrets: false)
    case "curl-secrets": return copyAsCurl(.short, revealsSecrets: true)
    case "curl-exact-secrets": return copyAsCurl(.exact, revealsSecrets: true)
    case "url": return [.system(.copy(response.exchange?.finalURL ?? session.draft.url, label: "the URL"))]
    case "request-body": return [.system(.copy(session.draft.body.mainText ?? "", label: "the request body"))]
    case "value": return copyValue()
    case "path": return pathOfValue.map { [.system(.copy($0, label: "the path"))] } ?? []
    case "shown":
      guard let store = response.document?.document.store else { return [] }
      return copyBytes(of: store, "the document")
    case "body":
      guard let store = response.body?.document.store else { return [] }
      return copyBytes(of: store, "the body")
    default:
      let fields = response.exchange?.response?.headers.fields ?? []
      guard let index = Int(id.dropFirst("header-".count)), fields.indices.contains(index) else { return [] }
      return [.system(.copy(fields[index].value, label: "the header \(fields[index].name)"))]
    }
  }

  /// The beginning of the value under the cursor, in one line.
  private var shownValue: String {
    guard let response = session?.response, let value = ValueUnderCursor(response) else { return "" }
    return value.isWhole ? preview(of: value.text) : "too large for a preview"
  }

  /// Where the value under the cursor lies in the body, back through filters.
  private var pathOfValue: String? {
    guard let response = session?.response, let reading = response.document else { return nil }
    return (response.placeInBody ?? reading.document.path(at: reading.view))?.expression
  }

  /// More than this is not put on a clipboard: terminals cut or refuse it.
  static var clipboardLimit: Int { 8 << 20 }

  mutating func copyBytes(of store: ByteStore, _ label: String) -> [Effect] {
    copyBytes(store.bytes(in: 0..<min(store.count, Self.clipboardLimit)), of: store.count, label: label)
  }

  private mutating func copyBytes(_ bytes: [UInt8], of total: Int, label: String) -> [Effect] {
    guard total <= Self.clipboardLimit else {
      return say(.warning, "\(Quantity.bytes(total)) are too many for the clipboard: s saves them to a file")
    }
    return [.system(.copy(String(decoding: bytes, as: UTF8.self), label: label))]
  }

  func copyAsCurl(_ style: CurlCommand.Style, revealsSecrets: Bool) -> [Effect] {
    guard let session, let current else { return [] }
    return [
      .transfer(.copyAsCurl(current, session.draft, terms, style: style, revealsSecrets: revealsSecrets))
    ]
  }

  /// The marked lines as they are shown.
  private mutating func copyLines(_ lines: ClosedRange<Int>, of reading: ResponsePane.Reading) -> [Effect] {
    guard let text = reading.document.text(ofLines: lines, in: reading.view, limit: Self.clipboardLimit) else {
      return say(.warning, "The marked lines are too many for the clipboard: s saves the body to a file")
    }
    session?.response.reading?.anchor = nil
    let count = Quantity.count(lines.count)
    return [.system(.copy(text, label: "\(count) line\(lines.count == 1 ? "" : "s")"))]
  }

  /// `Y`: the marked lines, else the value under the cursor; in a list, the line under it.
  mutating func copyValue() -> [Effect] {
    guard let session, let rect = layout.panes[.response] else { return [] }
    if let reading = session.response.reading {
      if let marked = reading.marked { return copyLines(marked, of: reading) }
      if let range = reading.document.valueRange(at: reading.view), range.count > Self.clipboardLimit {
        return copyBytes([], of: range.count, label: "the value")
      }
      if let value = reading.document.plainValue(at: reading.view) {
        return copyBytes(Array(value.utf8), of: value.utf8.count, label: "the value")
      }
      let lines = reading.document.lines(in: reading.view)
      guard let line = lines.first(where: \.isCursor) else { return [] }
      let range = line.byteRange
      guard range.count <= Self.clipboardLimit else { return copyBytes([], of: range.count, label: "") }
      return copyBytes(reading.document.source(range, in: reading.view), of: range.count, label: "the line")
    }
    let tab = session.response.tab
    let lines = ResponseFacts.lines(of: tab, in: self, pane: rect)
    let place = session.response.lists[tab]?.cursor ?? 0
    guard lines.indices.contains(place), let text = lines[place].copyText else { return [] }
    return [.system(.copy(text, label: lines[place].copyLabel))]
  }
}
