import Basics
import Documents
import Interchange
import Networking
import Sessions
import Workspaces

extension ResponseTurn {
  /// `y`: lists everything in the request and response that can be copied, with sizes.
  mutating func showCopyMenu() -> [Outcome] {
    var items = [
      Picker.Item(id: "curl", title: "cURL", detail: "secrets masked"),
      Picker.Item(id: "curl-exact", title: "cURL, exact", detail: "the same bytes, secrets masked"),
      Picker.Item(id: "curl-secrets", title: "cURL with secrets"),
      Picker.Item(id: "curl-exact-secrets", title: "cURL, exact, with secrets"),
    ]
    items += [
      Self.item(.code(.apus)),
      Picker.Item(id: "export", title: "Export to a file…"),
      Picker.Item(id: "url", title: "URL", detail: pane.exchange?.finalURL ?? given.draft.url),
    ]
    if let body = given.draft.body.mainText {
      items.append(Picker.Item(id: "request-body", title: "Request body", detail: Quantity.bytes(body.utf8.count)))
    }
    if let reading = pane.document, let path = reading.document.path(at: reading.view) {
      items.append(Picker.Item(id: "value", title: "Value under the cursor", detail: shownValue))
      items.append(Picker.Item(id: "path", title: "Path of the value", detail: pathOfValue ?? path.expression))
    }
    if let body = pane.body {
      items.append(Picker.Item(id: "body", title: "Response body", detail: Quantity.bytes(body.document.store.count)))
    }
    if let shown = pane.document, shown.document != pane.body?.document {
      items.append(
        Picker.Item(id: "shown", title: "Document on the screen", detail: Quantity.bytes(shown.document.store.count)))
    }
    items += Self.otherForms.map(Self.item)
    for (index, header) in (pane.exchange?.response?.headers.fields ?? []).enumerated() {
      items.append(Picker.Item(id: "header-\(index)", title: "Header \(header.name)", detail: header.value))
    }
    return [.pick(Picker("Copy", .copy, items: items))]
  }

  /// What the request can be copied as besides commands of cURL and Apus. They are many, so they stand behind the rest.
  private static let otherForms = ExportForm.all.filter { ![.curl, .exactCurl, .json, .code(.apus)].contains($0) }

  private static func item(_ form: ExportForm) -> Picker.Item {
    Picker.Item(id: form.id, title: form.title, detail: "secrets masked")
  }

  mutating func pickedCopy(_ id: String) -> [Outcome] {
    let response = pane
    switch id {
    case "curl": return [.copyAsCurl(.short, revealsSecrets: false)]
    case "curl-exact": return [.copyAsCurl(.exact, revealsSecrets: false)]
    case "curl-secrets": return [.copyAsCurl(.short, revealsSecrets: true)]
    case "curl-exact-secrets": return [.copyAsCurl(.exact, revealsSecrets: true)]
    case "export": return [.export]
    case "url": return [.system(.copy(response.exchange?.finalURL ?? given.draft.url, label: "the URL"))]
    case "request-body": return [.system(.copy(given.draft.body.mainText ?? "", label: "the request body"))]
    case "value": return copyValue()
    case "path": return pathOfValue.map { [.system(.copy($0, label: "the path"))] } ?? []
    case "shown":
      guard let store = response.document?.document.store else { return [] }
      return copyBytes(of: store, "the document")
    case "body":
      guard let store = response.body?.document.store else { return [] }
      return copyBytes(of: store, "the body")
    default:
      if let form = ExportForm.named(id) { return [.copyAs(form)] }
      let fields = response.exchange?.response?.headers.fields ?? []
      guard let index = Int(id.dropFirst("header-".count)), fields.indices.contains(index) else { return [] }
      return [.system(.copy(fields[index].value, label: "the header \(fields[index].name)"))]
    }
  }

  /// The start of the value under the cursor, on one line.
  private var shownValue: String {
    guard let value = ValueUnderCursor(pane) else { return "" }
    return value.isWhole ? preview(of: value.text) : "too large for a preview"
  }

  /// The path of the value under the cursor in the body, mapped back through filters.
  private var pathOfValue: String? {
    guard let reading = pane.document else { return nil }
    return (pane.placeInBody ?? reading.document.path(at: reading.view))?.expression
  }

  /// The limit for the clipboard: terminals truncate or refuse more.
  static var clipboardLimit: Int { 8 << 20 }

  mutating func copyBytes(of store: ByteStore, _ label: String) -> [Outcome] {
    copyBytes(store.bytes(in: 0..<min(store.count, Self.clipboardLimit)), of: store.count, label: label)
  }

  private mutating func copyBytes(_ bytes: [UInt8], of total: Int, label: String) -> [Outcome] {
    guard total <= Self.clipboardLimit else {
      return say(
        .warning, "\(Quantity.bytes(total)) is too much for the clipboard: \(key: "saveBody") saves it to a file")
    }
    return [.system(.copy(String(decoding: bytes, as: UTF8.self), label: label))]
  }

  /// Copies the selected lines as displayed.
  private mutating func copyLines(_ lines: ClosedRange<Int>, of reading: ResponsePane.Reading) -> [Outcome] {
    guard let text = reading.document.text(ofLines: lines, in: reading.view, limit: Self.clipboardLimit) else {
      return say(.warning, "Too many lines for the clipboard: \(key: "saveBody") saves the body to a file")
    }
    pane.reading?.anchor = nil
    let count = Quantity.count(lines.count)
    return [.system(.copy(text, label: "\(count) line\(lines.count == 1 ? "" : "s")"))]
  }

  /// `Y`: copies the selected lines, else the value under the cursor; in a list, its line.
  mutating func copyValue() -> [Outcome] {
    if let reading = pane.reading {
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
    guard let line = currentFact, let text = line.copyText else { return [] }
    return [.system(.copy(text, label: line.copyLabel))]
  }
}
