import Documents
import Networking

extension AppState {
  /// `y`: everything of the request and its answer that can be copied, each with its size.
  mutating func showCopyMenu() -> [Effect] {
    guard let session else { return say(.information, "Nothing to copy: no request is open") }
    var items = [
      Picker.Item(id: "curl", title: "cURL command", detail: "secrets masked"),
      Picker.Item(id: "curl-secrets", title: "cURL command with secrets"),
      Picker.Item(id: "url", title: "URL", detail: session.response.exchange?.finalURL ?? session.draft.url),
    ]
    if let body = session.draft.body.text {
      items.append(Picker.Item(id: "request-body", title: "Request body", detail: Quantity.bytes(body.utf8.count)))
    }
    if let reading = session.response.body {
      if let path = reading.document.path(at: reading.view) {
        items.append(Picker.Item(id: "value", title: "Value under the cursor", detail: path.short))
        items.append(Picker.Item(id: "path", title: "Path of the value", detail: path.normalized))
      }
      items.append(
        Picker.Item(id: "body", title: "Response body", detail: Quantity.bytes(reading.document.store.count)))
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
    case "curl": return copyAsCurl(revealsSecrets: false)
    case "curl-secrets": return copyAsCurl(revealsSecrets: true)
    case "url": return [.system(.copy(response.exchange?.finalURL ?? session.draft.url, label: "the URL"))]
    case "request-body": return [.system(.copy(session.draft.body.text ?? "", label: "the request body"))]
    case "value": return copyValue()
    case "path":
      guard let reading = response.body, let path = reading.document.path(at: reading.view) else { return [] }
      return [.system(.copy(path.normalized, label: "the path"))]
    case "body":
      guard let store = response.body?.document.store else { return [] }
      return copyBytes(store.bytes(in: 0..<min(store.count, Self.clipboardLimit)), of: store.count, label: "the body")
    default:
      let fields = response.exchange?.response?.headers.fields ?? []
      guard let index = Int(id.dropFirst("header-".count)), fields.indices.contains(index) else { return [] }
      return [.system(.copy(fields[index].value, label: "the header \(fields[index].name)"))]
    }
  }

  /// More than this is not put on a clipboard: terminals cut or refuse it.
  static var clipboardLimit: Int { 8 << 20 }

  private mutating func copyBytes(_ bytes: [UInt8], of total: Int, label: String) -> [Effect] {
    guard total <= Self.clipboardLimit else {
      return say(.warning, "\(Quantity.bytes(total)) are too many for the clipboard: s saves them to a file")
    }
    return [.system(.copy(String(decoding: bytes, as: UTF8.self), label: label))]
  }

  func copyAsCurl(revealsSecrets: Bool) -> [Effect] {
    guard let session, let current else { return [] }
    return [
      .transfer(
        .copyAsCurl(
          current, session.draft, environment: environment.chosen, overrides: overrides, revealsSecrets: revealsSecrets)
      )
    ]
  }

  /// `Y`: the value under the cursor; in a list, the line under it.
  mutating func copyValue() -> [Effect] {
    guard let session, let rect = layout.panes[.response] else { return [] }
    if let reading = session.response.reading {
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
    let lines = ResponseFacts.lines(of: tab, in: self, width: rect.width)
    let place = session.response.lists[tab]?.cursor ?? 0
    guard lines.indices.contains(place), let text = lines[place].copyText else { return [] }
    return [.system(.copy(text, label: lines[place].copyLabel))]
  }

  mutating func askWhereToSave() -> [Effect] {
    guard let exchange = session?.response.exchange, exchange.body != nil else {
      return say(.information, "No answer with a body to save yet")
    }
    return apply(.overlay(.show(.prompt(Prompt("Save the body as", .saveBody, text: exchange.suggestedFileName)))))
  }

  mutating func saveBody(to path: String) -> [Effect] {
    guard let store = session?.response.exchange?.body else { return [] }
    guard !path.trimmed.isEmpty else { return say(.information, "Nothing was saved: the name was empty") }
    return [.document(.save(store, path: path.trimmed, replacing: false))]
  }

  mutating func openBodyExternally() -> [Effect] {
    guard let reading = session?.response.body else { return say(.information, "No body to open yet") }
    let store = reading.document.store
    guard store.count <= 64 << 20 else { return say(.warning, "Too large for an editor: s saves it to a file") }
    let text = String(decoding: store.allBytes, as: UTF8.self)
    return [.system(.edit(text, suffix: reading.document.kind.fileSuffix, purpose: .reading))]
  }
}

extension DocumentKind {
  /// The ending by which an editor knows what it is given.
  var fileSuffix: String {
    switch self {
    case .json: ".json"
    case .xml: ".xml"
    case .html: ".html"
    default: ".txt"
    }
  }
}

extension Exchange {
  /// From Content-Disposition (RFC 6266), else the last part of the URL's path; never with a folder in it.
  var suggestedFileName: String {
    var name = ""
    if let field = response?.headers["Content-Disposition"], let mark = field.firstRange(of: "filename=") {
      name = String(field[mark.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" })
    }
    if name.isEmpty, let url = finalURL, let scheme = url.firstRange(of: "://") {
      let path = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
      name = path.split(separator: "/").dropFirst().last.map(String.init) ?? ""
    }
    let safe = String(name.filter { $0 != "/" && $0 != "\\" && !$0.isNewline && $0 != "\0" })
    return safe.isEmpty || safe == "." || safe == ".." ? "response" : safe
  }
}
